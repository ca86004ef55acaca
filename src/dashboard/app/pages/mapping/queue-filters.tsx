import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { useTyped } from '../../parts/use-typed';
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
  const [typed, setTyped] = useTyped(search.q ?? '');
  const set = (next: AssessmentsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false, replace: true });
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label={t('list.search')}
        type="search"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          set({ q: value.trim() || undefined });
        }}
      />
      <NativeSelect
        label={t('queue.framework')}
        value={search.framework ?? ''}
        data={[{ value: '', label: t('queue.anyFramework') }, ...frameworks.map(({ name }) => name)]}
        onChange={(event) => set({ framework: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label={t('list.domain')}
        value={search.domain ?? ''}
        data={[
          { value: '', label: t('list.anyDomain') },
          ...domains.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(event) => set({ domain: event.currentTarget.value || undefined })}
      />
    </Group>
  );
}
