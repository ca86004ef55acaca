import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { ListBar } from '../../parts/list-bar';
import { ListSearch } from '../../parts/list-search';
import { DomainSelect } from './filter-fields';
import type { AssessmentsSearch } from './mapping-search';

interface QueueFiltersProps {
  domains: readonly { code: string; name: string }[];
}

/** Filters of the queues of assessments, stored in the address. */
export function QueueFilters({ domains }: QueueFiltersProps) {
  const { t } = useTranslation('mapping');
  const { frameworks } = useShell();
  const search = useSearch({ from: '/frame/assessments' });
  const navigate = useNavigate({ from: '/assessments' });
  const set = (next: AssessmentsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false, replace: true });
  return (
    <ListBar
      count={[search.framework, search.domain].filter((each) => each !== undefined).length}
      search={<ListSearch label={t('list.search')} q={search.q} onSearch={(q) => set({ q })} />}
    >
      <NativeSelect
        aria-label={t('queue.framework')}
        value={search.framework ?? ''}
        data={[{ value: '', label: t('queue.anyFramework') }, ...frameworks.map(({ name }) => name)]}
        onChange={(event) => set({ framework: event.currentTarget.value || undefined })}
      />
      <DomainSelect domains={domains} domain={search.domain} onChange={(domain) => set({ domain })} />
    </ListBar>
  );
}
