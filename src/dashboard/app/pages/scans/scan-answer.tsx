import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { useDifferenceWords } from './difference-words';
import { durationIn, stateOf } from './scan.rules';
import type { ShownScan } from './scan.page';
import { useRemaining } from './use-remaining';

/** Summary of a scan in one line: state and results. */
export function ScanAnswer({ scan }: { scan: ShownScan }) {
  const { t, i18n } = useTranslation('scans');
  const differenceWords = useDifferenceWords();
  const format = useFormat();
  const remaining = useRemaining(scan);
  const { failedControls, passedControls, startedAt, completedAt, progress, queuedBehind, sinceBefore } = scan;
  const figures = {
    failed: format.number(failedControls),
    passed: format.number(passedControls),
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
          {sinceBefore && `${differenceWords(sinceBefore.newlyFailing, sinceBefore.noLongerFailing)}. `}
          {t(passedControls > 0 ? 'answer.completedPass' : 'answer.completed', {
            ...figures,
            count: failedControls,
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
