import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
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
  const set = (next: { cover?: typeof cover; domain?: string | undefined }) =>
    void navigate({ search: { cover, domain, ...next }, resetScroll: false, replace: true });
  return (
    <Group gap="lg" align="flex-end">
      <Group gap="xs" role="group" aria-label={t('pair.filter')}>
        <Choice
          isOn={cover === undefined}
          label={t('pair.everything')}
          count={counts.full + counts.part + counts.none}
          onChoose={() => set({ cover: undefined })}
        />
        {COVERS.map((each) => (
          <Choice
            key={each}
            isOn={cover === each}
            label={t(`cover.${each}`)}
            count={counts[each]}
            onChoose={() => set({ cover: each })}
          />
        ))}
      </Group>
      <DomainSelect domains={domains} domain={domain} onChange={(next) => set({ domain: next })} />
      {/* The chosen button says it already. */}
      <VisuallyHidden role="status">{t('pair.shown', { count: shown })}</VisuallyHidden>
    </Group>
  );
}

interface ChoiceProps {
  isOn: boolean;
  label: string;
  count: number;
  onChoose: () => void;
}

function Choice({ isOn, label, count, onChoose }: ChoiceProps) {
  return (
    <Button variant={isOn ? 'light' : 'default'} aria-pressed={isOn} onClick={onChoose}>
      {label} {count}
    </Button>
  );
}
