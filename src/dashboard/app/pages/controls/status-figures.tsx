import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Passed, Score, Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { assuredScoreOf, scoreOf, type Tally } from './controls.rules';
import { ASSURANCES, STATUSES, type ControlsSearch } from './controls-search';

/** Score and number of controls by status; each figure links to its controls. */
export function StatusFigures({ tally }: { tally: Tally }) {
  const { t } = useTranslation(['controls', 'common']);
  const format = useFormat();
  const covered = tally.total - tally.not_assessed;
  return (
    <Group gap="lg">
      <Group gap="sm">
        {t('assuredScore')} <Score percent={assuredScoreOf(tally)} />
      </Group>
      <Group gap="sm">
        {t('score')} <Score percent={scoreOf(tally)} />
      </Group>
      {ASSURANCES.map((assurance) => (
        <Group gap="xs" key={assurance}>
          <Passed assurance={assurance} />
          <Figure
            search={{ status: 'passed', assurance }}
            count={assurance === 'full' ? tally.assured : tally.passed - tally.assured}
            status={t(`controls.passed.${assurance}`)}
          />
        </Group>
      ))}
      {STATUSES.filter((status) => status !== 'passed').map((status) => (
        <Group gap="xs" key={status}>
          <Status status={status} />
          <Figure
            search={{ status, assurance: undefined }}
            count={tally[status]}
            status={t(`common:status.${status}`)}
          />
        </Group>
      ))}
      <span>
        {t('coverage')} {format.percent(tally.total === 0 ? 0 : (100 * covered) / tally.total)}
      </span>
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
