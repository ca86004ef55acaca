import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import type { Names } from './names';
import { durationIn, stateOf } from './scan.rules';
import type { ShownScan } from './scan.page';
import { TriggeredBy } from './triggered-by';
import { useRemaining } from './use-remaining';

interface ScanAnswerProps {
  scan: ShownScan;
  names: Names;
}

/** Summary of a scan in one line: its state, when and how long, and who started it. The figures below say what it found. */
export function ScanAnswer({ scan, names }: ScanAnswerProps) {
  const { t } = useTranslation('scans');
  if (scan.status === 'completed') return <CompletedAnswer scan={scan} names={names} />;
  return (
    <>
      <StateAnswer scan={scan} /> {t('answer.startedBy')} <TriggeredBy scan={scan} names={names} />.
    </>
  );
}

function CompletedAnswer({ scan, names }: ScanAnswerProps) {
  const { t, i18n } = useTranslation('scans');
  const format = useFormat();
  const { trigger, triggeredBy, createdAt, startedAt, completedAt } = scan;
  const name = names.personOf(triggeredBy);
  return (
    <>
      {t('answer.completed', {
        when: format.relative(completedAt ?? createdAt),
        duration: durationIn(i18n.language, Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '')),
        started: name === null ? t(`answer.by.${trigger}`) : t(`answer.byName.${trigger}`, { name }),
      })}
    </>
  );
}

function StateAnswer({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const remaining = useRemaining(scan);
  const { failedControls, completedAt, progress, queuedBehind } = scan;
  const figures = {
    failed: format.number(failedControls),
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
      return null;
    case 'failed':
      return <>{t('answer.failed', { reason: scan.failureReason?.message ?? '' })}</>;
    case 'cancelled':
      return <>{t('answer.cancelled', { when: format.relative(completedAt ?? scan.createdAt) })}</>;
  }
}
