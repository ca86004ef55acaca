import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { useTyped } from '../../parts/use-typed';
import { newSince } from '../../parts/findings/finding.rules';
import { isByCheck } from './findings.rules';
import { ORDERS, type FindingsSearch } from './findings-search';

const route = getRouteApi('/frame/findings');
const PAUSE_MS = 300;
const BY_CHECK = 'check';

/** Search by resource and check, and the order of the list, stored in the address. */
export function FindingFilters() {
  const { t } = useTranslation('findings');
  const format = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: FindingsSearch) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...changes, after: undefined, page: undefined }),
      replace: true,
      resetScroll: false,
    });
  const [typed, setTyped] = useTyped(search.q ?? '');
  const store = useDebouncedCallback(
    (value: string) => change({ q: value.trim() === '' ? undefined : value.trim() }),
    PAUSE_MS,
  );
  return (
    <Group gap="sm">
      <TextInput
        type="search"
        aria-label={t('filter.search')}
        placeholder={t('filter.searchHint')}
        className="list-search"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          store(value);
        }}
      />
      <NativeSelect
        aria-label={t('filter.order')}
        value={isByCheck(search) ? BY_CHECK : (search.order ?? 'severity')}
        onChange={({ currentTarget: { value } }) =>
          change({
            by: value === BY_CHECK ? undefined : 'finding',
            order: ORDERS.find((each) => each === value && each !== 'severity'),
          })
        }
        data={[
          ...(search.checkId === undefined ? [{ value: BY_CHECK, label: t('order.check') }] : []),
          ...ORDERS.map((value) => ({ value, label: t(`order.${value}`) })),
        ]}
      />
      {search.controlId !== undefined && (
        <TextLink
          to="/findings"
          search={{ ...search, controlId: undefined, after: undefined, page: undefined }}
          size="sm"
        >
          {t('filter.ofControl', { control: search.controlId })}
        </TextLink>
      )}
      {search.since !== undefined && search.since !== newSince(new Date()) && (
        <TextLink to="/findings" search={{ ...search, since: undefined, after: undefined, page: undefined }} size="sm">
          {t('filter.since', { moment: format.dateTime(search.since) })}
        </TextLink>
      )}
    </Group>
  );
}
