import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { durationIn, resultCounts, stateOf } from './scan.rules';
import type { ShownScan } from './scan.page';
import { useRemaining } from './use-remaining';

/** Summary of a scan in one line: state and results. */
export function ScanAnswer({ scan }: { scan: ShownScan }) {
  const { t, i18n } = useTranslation('scans');
  const format = useFormat();
  const remaining = useRemaining(scan);
  const { failedControls, passedControls, totalControls, startedAt, completedAt, progress, queuedBehind } = scan;
  const counts = resultCounts(scan);
  const figures = {
    failed: format.number(failedControls),
    passed: format.number(passedControls),
    total: format.number(totalControls),
    checked: format.number(counts.checked),
    undecided: format.number(counts.undecided),
    notReached: format.number(counts.notReached),
    count: counts.notReached,
    percent: format.wholePercent(progress.percent),
  };
  switch (stateOf(scan)) {
    case 'queued':
      if (queuedBehind === null) return <>{t('queue.next')}</>;
      return (
        <>
          {t('queue.queued')}{' '}
          <TextLink inherit to="/scans/$scanId" params={{ scanId: queuedBehind }}>
            {t('queue.other')}
          </TextLink>
        </>
      );
    case 'running':
      return (
        <>{remaining === null ? t('answer.running', figures) : t('answer.runningFor', { ...figures, remaining })}</>
      );
    case 'completed':
      return (
        <>
          {t(passedControls > 0 ? 'answer.completedPass' : 'answer.completed', {
            ...figures,
            when: format.relative(completedAt ?? scan.createdAt),
            duration: durationIn(i18n.language, Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '')),
          })}
        </>
      );
    case 'failed':
      return <>{t('answer.failed', { reason: scan.failureReason?.message ?? '' })}</>;
    case 'cancelled':
      return <>{t('answer.cancelled', { when: format.relative(completedAt ?? scan.createdAt) })}</>;
  }
}
