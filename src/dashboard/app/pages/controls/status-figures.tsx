import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Score, Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { scoreOf, type Tally } from './controls.rules';
import { STATUSES } from './controls-search';

/** Score and number of controls by status; each figure links to its controls. */
export function StatusFigures({ tally }: { tally: Tally }) {
  const { t } = useTranslation(['controls', 'common']);
  const format = useFormat();
  const covered = tally.total - tally.not_assessed;
  return (
    <Group gap="lg">
      <Group gap="sm">
        {t('score')} <Score percent={scoreOf(tally)} />
      </Group>
      {STATUSES.map((status) => (
        <Group gap="xs" key={status}>
          <Status status={status} />
          <TextLink
            from="/controls/$framework"
            to="."
            search={(before) => ({ ...before, status })}
            resetScroll={false}
            fw={700}
            px={4}
            aria-label={t('controls.figure', { count: tally[status], status: t(`common:status.${status}`) })}
          >
            {format.number(tally[status])}
          </TextLink>
        </Group>
      ))}
      <span>
        {t('coverage')} {format.percent(tally.total === 0 ? 0 : (100 * covered) / tally.total)}
      </span>
    </Group>
  );
}
