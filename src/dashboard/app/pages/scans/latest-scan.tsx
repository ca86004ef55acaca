import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { TextLink } from '../../parts/text-link';
import { useDifferenceWords } from './difference-words';
import { hasEnded, resultCounts, stateOf } from './scan.rules';
import type { ListedScan } from './scan-table';

/** Summary of the latest completed scan, below the state of a current one. @param scans newest first */
export function LatestScan({ scans }: { scans: readonly ListedScan[] }) {
  const { t } = useTranslation('scans');
  const present = scans.find(({ status }) => status === 'running') ?? scans.find(({ status }) => status === 'queued');
  const latest = scans.find(hasEnded);
  if (!present && !latest) return <>{t('latest.none')}</>;
  return (
    <>
      {present && <NamedScan scan={present} name={t('latest.present')} />}{' '}
      {latest && <NamedScan scan={latest} name={t('latest.scan')} />}
    </>
  );
}

function NamedScan({ scan, name }: { scan: ListedScan; name: string }) {
  const { t } = useTranslation('scans');
  const differenceWords = useDifferenceWords();
  const format = useFormat();
  return (
    <>
      <TextLink inherit to="/scans/$scanId" params={{ scanId: scan.id }}>
        {name}
      </TextLink>{' '}
      {t(
        stateOf(scan) === 'completed' && scan.passedControls > 0 ? 'latest.completedPass' : `latest.${stateOf(scan)}`,
        {
          when: format.relative(scan.completedAt ?? scan.createdAt),
          percent: format.wholePercent(scan.progress.percent),
          failed: format.number(scan.failedControls),
          passed: format.number(scan.passedControls),
          total: format.number(scan.totalControls),
          checked: format.number(resultCounts(scan).checked),
          reason: scan.failureReason?.message ?? '',
        },
      )}
      {scan.sinceBefore && (
        <> {`${differenceWords(scan.sinceBefore.newlyFailing, scan.sinceBefore.noLongerFailing)}.`}</>
      )}
    </>
  );
}
