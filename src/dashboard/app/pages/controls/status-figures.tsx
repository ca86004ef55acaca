import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Passed, Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import type { StatusCounts } from './controls.rules';
import { ASSURANCES, STATUSES, type ControlsSearch } from './controls-search';

/** Number of controls by status; each figure links to its controls. */
export function StatusFigures({ counts }: { counts: StatusCounts }) {
  const { t } = useTranslation(['controls', 'common']);
  return (
    <Group gap="lg">
      {ASSURANCES.map((assurance) => (
        <Group gap="xs" key={assurance}>
          <Passed assurance={assurance} />
          <Figure
            search={{ status: 'passed', assurance }}
            count={assurance === 'full' ? counts.assured : counts.passed - counts.assured}
            status={t(`controls.passed.${assurance}`)}
          />
        </Group>
      ))}
      {STATUSES.filter((status) => status !== 'passed' && (status !== 'not_applicable' || counts[status] > 0)).map(
        (status) => (
          <Group gap="xs" key={status}>
            <Status status={status} />
            <Figure
              search={{ status, assurance: undefined }}
              count={counts[status]}
              status={t(`common:status.${status}`)}
            />
          </Group>
        ),
      )}
    </Group>
  );
}

interface FigureProps {
  search: Pick<ControlsSearch, 'status' | 'assurance'>;
  count: number;
  /** In words. */
  status: string;
}

/** A number of controls that shows them. */
function Figure({ search, count, status }: FigureProps) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  return (
    <TextLink
      from="/controls/$framework"
      to="."
      search={(before) => ({ ...before, ...search })}
      resetScroll={false}
      fw={700}
      px={4}
      aria-label={t('controls.figure', { count, status })}
    >
      {format.number(count)}
    </TextLink>
  );
}
