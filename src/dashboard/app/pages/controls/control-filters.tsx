import { Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ListBar } from '../../parts/list-bar';
import { ListSearch } from '../../parts/list-search';
import type { ControlsSearch } from './controls-search';
import { useChange } from './use-search';

interface ControlFiltersProps {
  domains: readonly { code: string; name: string }[];
  search: ControlsSearch;
}

const ALL = '';
const NOTHING = {
  status: undefined,
  assurance: undefined,
  disputed: undefined,
  accepted: undefined,
  category: undefined,
  domain: undefined,
  q: undefined,
};

/** Filters of the list of controls, stored in the address; the views above filter by status, the chips by category. */
export function ControlFilters({ domains, search }: ControlFiltersProps) {
  const { t } = useTranslation('controls');
  const change = useChange();
  const domain = domains.find(({ code }) => code === search.domain?.toUpperCase());
  return (
    <ListBar
      count={domain ? 1 : 0}
      search={
        <ListSearch
          label={t('controls.search')}
          hint={t('controls.searchHint')}
          q={search.q}
          onSearch={(q) => change({ q })}
        />
      }
    >
      <NativeSelect
        aria-label={t('controls.domain')}
        maw="100%"
        value={domain?.code ?? ALL}
        onChange={({ currentTarget: { value } }) => change({ domain: value === ALL ? undefined : value })}
        data={[
          { value: ALL, label: t('controls.anyDomain') },
          ...domains.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
        ]}
      />
    </ListBar>
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
