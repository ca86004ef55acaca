import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { COVERS } from './mapping-search';
import type { Ends, Gap } from './pair.page';

interface PairFilterProps {
  gap: Gap;
  ends: Ends;
  /** Number of universal controls that match. */
  shown: number;
}

/** Filters of the list of a pair by coverage and domain, stored in the address. */
export function PairFilter({ gap, ends: { from, to }, shown }: PairFilterProps) {
  const { t } = useTranslation('mapping');
  const navigate = useNavigate({ from: '/mapping/$from/$to' });
  const { cover, domain } = useSearch({ from: '/frame/mapping/$from/$to' });
  const domains = useMemo(() => domainsOf(gap), [gap]);
  const set = (next: { cover?: typeof cover; domain?: string | undefined }) =>
    void navigate({ search: { cover, domain, ...next }, resetScroll: false, replace: true });
  return (
    <>
      <div>
        <Title order={2}>{t('pair.groups')}</Title>
        <Text c="dimmed" maw={760}>
          {t('pair.rule', { from: from.name, to: to.name })}
        </Text>
      </div>
      <Group gap="lg" align="flex-end">
        <Group gap="xs" role="group" aria-label={t('pair.filter')}>
          <Choice
            isOn={cover === undefined}
            label={t('pair.everything')}
            count={gap.totalControls}
            onChoose={() => set({ cover: undefined })}
          />
          {COVERS.map((each) => (
            <Choice
              key={each}
              isOn={cover === each}
              label={t(`cover.${each}`)}
              count={gap[`${each}Controls`]}
              onChoose={() => set({ cover: each })}
            />
          ))}
        </Group>
        <NativeSelect
          label={t('pair.domain')}
          value={domain ?? ''}
          data={[
            { value: '', label: t('pair.anyDomain') },
            ...domains.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={(event) => set({ domain: event.currentTarget.value || undefined })}
        />
        <Text c="dimmed" role="status">
          {t('pair.shown', { count: shown })}
        </Text>
      </Group>
    </>
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
    <Button variant={isOn ? 'filled' : 'default'} aria-pressed={isOn} onClick={onChoose}>
      {label} {count}
    </Button>
  );
}

/** Domains of the covered framework's controls, by name. */
function domainsOf({ controls }: Gap) {
  const domains = controls.flatMap(({ control }) =>
    control.mappings.map(({ universalControl }) => universalControl.domain),
  );
  return [...new Map(domains.map((domain) => [domain.code, domain])).values()].sort((one, other) =>
    one.name.localeCompare(other.name),
  );
}
