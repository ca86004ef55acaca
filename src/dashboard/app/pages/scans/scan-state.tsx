import { useTranslation } from 'react-i18next';
import { BAND_OF_STATUS, type Band } from '../../parts/band.rules';
import { useFormat } from '../../parts/format';
import { Sign } from '../../parts/sign';
import { stateOf } from './scan.rules';

/** Signs of the states. Completed is neutral: its results may be good or bad. */
const BANDS = {
  queued: { name: 'none', glyph: '…' },
  running: { name: 'none', glyph: '…' },
  completed: { name: 'na', glyph: '✓' },
  failed: BAND_OF_STATUS.failed,
  cancelled: { name: 'none', glyph: '–' },
} as const satisfies Record<ReturnType<typeof stateOf>, Band>;

interface ScanStateProps {
  scan: Parameters<typeof stateOf>[0] & { progress: { percent: number } };
}

/** State of a scan as sign and word, with the progress of a running one. */
export function ScanState({ scan }: ScanStateProps) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const state = stateOf(scan);
  return (
    <span className="badge">
      <Sign {...BANDS[state]} />
      {t(`state.${state}`)}
      {state === 'running' && ` ${format.wholePercent(scan.progress.percent)}`}
    </span>
  );
}
