import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useTyped } from '../../parts/use-typed';
import { ASSURANCES, STATUSES, type ControlsSearch } from './controls-search';
import { useChange } from './use-search';

interface ControlFiltersProps {
  domains: readonly { code: string; name: string }[];
  search: ControlsSearch;
}

const ALL = '';
/** Beside the statuses, and of any of them. */
const DISPUTED = 'disputed';
const ACCEPTED = 'accepted';
const NOTHING = {
  status: undefined,
  assurance: undefined,
  disputed: undefined,
  accepted: undefined,
  category: undefined,
  domain: undefined,
  q: undefined,
};

/** Filters of the list of controls, stored in the address; the chips above filter by category. */
export function ControlFilters({ domains, search }: ControlFiltersProps) {
  const { t } = useTranslation(['controls', 'common']);
  const change = useChange();
  const domain = domains.find(({ code }) => code === search.domain?.toUpperCase());
  return (
    <Group gap="sm" align="flex-end" mb="sm">
      <SearchField q={search.q} onSearch={(q) => change({ q })} />
      <NativeSelect
        label={t('controls.status')}
        value={stateOf(search)}
        onChange={({ currentTarget: { value } }) => {
          const assurance = ASSURANCES.find((each) => each === value);
          const status = assurance ? 'passed' : STATUSES.find((each) => each === value);
          const [disputed, accepted] = [DISPUTED, ACCEPTED].map((each) => (value === each ? true : undefined));
          change({ status, assurance, disputed, accepted });
        }}
        data={[
          { value: ALL, label: t('controls.all') },
          ...STATUSES.map((value) => ({ value, label: t(`common:status.${value}`) })),
          ...ASSURANCES.map((value) => ({ value, label: t(`controls.passed.${value}`) })),
          { value: DISPUTED, label: t('controls.disputed') },
          { value: ACCEPTED, label: t('controls.accepted') },
        ]}
      />
      <NativeSelect
        label={t('controls.domain')}
        maw="100%"
        value={domain?.code ?? ALL}
        onChange={({ currentTarget: { value } }) => change({ domain: value === ALL ? undefined : value })}
        data={[
          { value: ALL, label: t('controls.all') },
          ...domains.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
        ]}
      />
    </Group>
  );
}

/** Button that takes all filters away; nothing while there is none. */
export function ClearFilters({ search }: { search: ControlsSearch }) {
  const { t } = useTranslation('controls');
  const change = useChange();
  const { status, assurance, disputed, accepted, category, domain, q } = search;
  if ([status, assurance, disputed, accepted, category, domain, q].every((each) => each === undefined)) return null;
  return (
    <Button variant="default" size="compact-sm" onClick={() => change(NOTHING)}>
      {t('controls.clear')}
    </Button>
  );
}

/** The chosen entry of the list of statuses. */
function stateOf({ status, assurance, disputed, accepted }: ControlsSearch): string {
  if (accepted) return ACCEPTED;
  if (disputed) return DISPUTED;
  return status === 'passed' ? (assurance ?? 'passed') : (status ?? assurance ?? ALL);
}

interface SearchFieldProps {
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
}

function SearchField({ q = '', onSearch }: SearchFieldProps) {
  const { t } = useTranslation('controls');
  const [text, setText] = useTyped(q);
  const search = useDebouncedCallback((next: string) => onSearch(next === '' ? undefined : next), 150);
  return (
    <TextInput
      type="search"
      label={t('controls.search')}
      placeholder={t('controls.searchHint')}
      w={280}
      maw="100%"
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        search(value.trim());
      }}
    />
  );
}
