import { Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Views } from '../../parts/views';
import { useShell } from '../../api/shell-data';
import { countByFramework } from './failing-checks.rules';
import type { ShownScan } from './scan.page';
import { countOf, isByCheck, RESULT_FILTERS, resultFilter, type ResultFilter } from './scan.rules';
import { scanSearch } from './scans-search';
import type { FailingResult } from './use-failing';

interface ResultFiltersProps {
  scan: ShownScan;
  /** Failing results; undefined until they are known. */
  failing: readonly FailingResult[] | undefined;
}

/** Filters of the results of a scan by result and framework, stored in the address; what fails is counted. */
export function ResultFilters({ scan, failing }: ResultFiltersProps) {
  const { t } = useTranslation('scans');
  const search = useSearch({ from: '/frame/scans/$scanId' });
  const filter = useFilter(scan.id);
  const shown = resultFilter(search.status, scan);
  const counts = failing && countByFramework(failing);
  // A filter that shows nothing is not offered, unless it is chosen.
  const isOffered = (value: ResultFilter) => value === shown || countOf(value, scan) > 0;
  const countOfResult = (value: ResultFilter) => {
    if (search.frameworkId === undefined) return countOf(value, scan);
    // The counts of the scan are those of all frameworks.
    return value === 'fail' ? (counts?.get(search.frameworkId) ?? (counts && 0)) : undefined;
  };
  const views = RESULT_FILTERS.filter(isOffered).map((value) => ({
    key: value,
    name: t(`results.${value}`),
    count: countOfResult(value),
    search: { status: value },
  }));
  const frameworks = useFrameworkChoices(scan, failing);
  return (
    <Stack gap="sm">
      <Views label={t('field.result')} shown={shown} views={views} />
      <Group gap="sm">
        <NativeSelect
          aria-label={t('results.byFramework')}
          value={search.frameworkId ?? ''}
          data={frameworks}
          onChange={({ currentTarget }) => filter({ frameworkId: currentTarget.value })}
        />
        {shown === 'fail' && <ByCheck scan={scan} />}
      </Group>
    </Stack>
  );
}

/** Frameworks to choose from, all of them first, by no id; where what fails is shown, how much of it is theirs. */
function useFrameworkChoices(scan: ShownScan, failing: ResultFiltersProps['failing']) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const { frameworks } = useShell();
  const { status } = useSearch({ from: '/frame/scans/$scanId' });
  const counts = failing && resultFilter(status, scan) === 'fail' ? countByFramework(failing) : null;
  return [
    { value: '', label: t('results.allFrameworks') },
    ...frameworks.map(({ id, name }) => ({
      value: id,
      label: counts ? `${name} · ${format.number(counts.get(id) ?? 0)}` : name,
    })),
  ];
}

/** Whether what fails is listed by check or by control. */
function ByCheck({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const search = useSearch({ from: '/frame/scans/$scanId' });
  const filter = useFilter(scan.id);
  return (
    <SegmentedControl
      aria-label={t('results.order')}
      value={isByCheck(search, scan) ? 'check' : 'control'}
      onChange={(by) => filter({ by })}
      data={(['check', 'control'] as const).map((value) => ({ value, label: t(`results.by.${value}`) }))}
      transitionDuration={0}
    />
  );
}

function useFilter(scanId: string) {
  const search = useSearch({ from: '/frame/scans/$scanId' });
  const navigate = useNavigate();
  return (changed: Record<string, string>) =>
    void navigate({
      to: '/scans/$scanId',
      params: { scanId },
      search: scanSearch({ ...search, ...changed }),
      replace: true,
      resetScroll: false,
    });
}
