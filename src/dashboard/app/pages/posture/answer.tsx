import { Skeleton } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { useMay } from '../../api/shell-data';
import type { Movement } from './posture.rules';

/** Figures of the summary line. */
export interface Standing {
  /** Null, as the assured score, while nothing is assessed. */
  score: number | null;
  assuredScore: number | null;
  totalControls: number;
  failedControls: number;
  notAssessedControls: number;
  movement: Movement;
  /** Framework with the largest change, where one changed. */
  mover: { name: string; change: number } | null;
}

/** Summary of the posture in one line; every figure links to its source. */
export function Answer({ standing }: { standing: Standing | null }) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  const may = useMay();
  if (!standing) return <Skeleton height={25} width="70%" />;
  const { score, assuredScore, totalControls, failedControls, notAssessedControls, movement, mover } = standing;
  if (score === null || assuredScore === null) {
    const nothing = t('answer.nothing', { total: format.number(totalControls) });
    return may('triggerScan') ? `${nothing} ${t('answer.run')}` : nothing;
  }
  return (
    <>
      <Trans
        t={t}
        i18nKey="answer.standing"
        values={{
          score: format.percent(score),
          assured: format.percent(assuredScore),
          total: format.number(totalControls),
          failed: format.number(failedControls),
          waiting: format.number(notAssessedControls),
        }}
        components={{
          score: <b />,
          controls: <TextLink to="/controls" inherit />,
          failed: <TextLink to="/remediation" inherit />,
        }}
      />{' '}
      {t('answer.moved', {
        context: movement.change === 0 ? 'not' : undefined,
        change: format.change(movement.change),
        date: format.date(movement.since),
        count: Math.abs(movement.change),
      })}
      {mover && ` ${t('answer.mover', { name: mover.name, change: format.change(mover.change) })}`}
    </>
  );
}
