import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { useDifferenceWords } from './difference-words';
import { hasEnded, resultCounts, stateOf } from './scan.rules';
import type { ListedScan } from './scan-table';
import { useCauseWords } from './use-cause-words';
import { useSinceBefore } from './use-since-before';

/** What the latest scan that ended found and what is new in it, after how far a current one is. @param scans newest first */
export function LatestScan({ scans }: { scans: readonly ListedScan[] }) {
  const { t } = useTranslation('scans');
  const sentence = useSentence();
  const present = scans.find(({ status }) => status === 'running') ?? scans.find(({ status }) => status === 'queued');
  const latest = scans.find(hasEnded);
  const { data } = useSinceBefore(latest ?? NONE);
  const cause = useCauseWords()(data?.compareScans.changes ?? []);
  if (!present && !latest) return <>{t('latest.none')}</>;
  const said = [present, latest].flatMap((scan) => (scan ? [sentence(scan)] : [])).join(' ');
  return cause === null ? said : `${said} · ${cause}`;
}

const NONE = { id: '', sinceBefore: null };

function useSentence() {
  const { t } = useTranslation('scans');
  const differenceWords = useDifferenceWords();
  const format = useFormat();
  return (scan: ListedScan) => {
    const said = t(
      stateOf(scan) === 'completed' && scan.passedControls > 0 ? 'latest.completedPass' : `latest.${stateOf(scan)}`,
      {
        when: format.relative(scan.completedAt ?? scan.createdAt),
        percent: format.wholePercent(scan.progress.percent),
        failed: format.number(scan.failedControls),
        passed: format.number(scan.passedControls),
        checked: format.number(resultCounts(scan).checked),
        reason: scan.failureReason?.message ?? '',
      },
    );
    return scan.sinceBefore ? `${said}; ${differenceWords(scan.sinceBefore)}` : said;
  };
}
