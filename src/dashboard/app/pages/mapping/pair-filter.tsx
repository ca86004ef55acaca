import { Group, Stack, VisuallyHidden } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Views } from '../../parts/views';
import { DomainSelect } from './filter-fields';
import { COVERS } from './mapping-search';
import type { CoverCounts } from './pair.rules';

interface PairFilterProps {
  /** Controls of the chosen domain by coverage. */
  counts: CoverCounts;
  domains: readonly { code: string; name: string }[];
  /** Number of controls that match. */
  shown: number;
}

/** Filters of the list of a pair by coverage and domain, stored in the address. */
export function PairFilter({ counts, domains, shown }: PairFilterProps) {
  const { t } = useTranslation('mapping');
  const navigate = useNavigate({ from: '/mapping/$from/$to' });
  const { cover, domain } = useSearch({ from: '/frame/mapping/$from/$to' });
  const set = (next: { domain: string | undefined }) =>
    void navigate({ search: { cover, ...next }, resetScroll: false, replace: true });
  return (
    <Stack gap="sm">
      <Views
        label={t('pair.filter')}
        shown={cover ?? 'all'}
        views={[
          {
            key: 'all',
            name: t('pair.everything'),
            count: counts.full + counts.part + counts.none,
            search: { cover: undefined },
          },
          ...COVERS.map((each) => ({
            key: each,
            name: t(`cover.${each}`),
            count: counts[each],
            search: { cover: each },
          })),
        ]}
      />
      <Group gap="sm">
        <DomainSelect domains={domains} domain={domain} onChange={(next) => set({ domain: next })} />
      </Group>
      {/* The view says it already. */}
      <VisuallyHidden role="status">{t('pair.shown', { count: shown })}</VisuallyHidden>
    </Stack>
  );
}
