import { NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { ListBar, type Fold } from '../../parts/list-bar';
import { ListSearch } from '../../parts/list-search';
import { TextLink } from '../../parts/text-link';
import { newSince } from '../../parts/findings/finding.rules';
import { checkOrderOf, isByCheck, isFailing } from './findings.rules';
import { ORDERS, type FindingsSearch } from './findings-search';

const route = getRouteApi('/frame/findings');
/** Orders of a list by check, and what the address says of each. */
const CHECK_ORDERS = { check: undefined, worst_check: 'worst' } as const;
type CheckOrder = keyof typeof CHECK_ORDERS;

const isCheckOrder = (value: string): value is CheckOrder => Object.hasOwn(CHECK_ORDERS, value);

/** Search by resource and check, and the order of the list, stored in the address. */
export function FindingFilters({ facets }: { facets: Fold }) {
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
  const checkOrders = search.checkId === undefined ? checkOrdersOf(search) : [];
  return (
    <ListBar
      facets={facets}
      count={filtersOf(search)}
      search={
        <ListSearch
          label={t('filter.search')}
          hint={t('filter.searchHint')}
          q={search.q}
          onSearch={(q) => change({ q })}
        />
      }
    >
      <NativeSelect
        aria-label={t('filter.order')}
        value={orderOf(search)}
        onChange={({ currentTarget: { value } }) =>
          change({
            by: isCheckOrder(value) ? CHECK_ORDERS[value] : 'finding',
            order: ORDERS.find((each) => each === value && each !== 'severity'),
          })
        }
        data={[
          ...checkOrders.map((value) => ({ value, label: t(`order.${value}`) })),
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
    </ListBar>
  );
}

/** How many filters are set: not what is found by words, nor the order. */
function filtersOf({ status, severity, effect, since, framework, integrationId, checkId, controlId }: FindingsSearch) {
  return [status, severity, effect, since, framework, integrationId, checkId, controlId].filter(
    (each) => each !== undefined,
  ).length;
}

/** Orders in which the checks of a filter can be listed: what does not fail, fails no control. */
function checkOrdersOf({ status = 'fail' }: FindingsSearch): CheckOrder[] {
  return isFailing(status) ? ['check', 'worst_check'] : ['worst_check'];
}

/** The order of the list, as a choice. */
function orderOf(search: FindingsSearch) {
  if (!isByCheck(search)) return search.order ?? 'severity';
  return checkOrderOf(search) === 'severity' ? 'worst_check' : 'check';
}
