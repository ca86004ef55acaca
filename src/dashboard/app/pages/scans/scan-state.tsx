import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { stateOf } from './scan.rules';

/** Completed is neither good nor bad: what the scan found says that. */
const LOOKS = {
  queued: { look: 'band-none', glyph: '…' },
  running: { look: '', glyph: '◐' },
  completed: { look: 'band-na', glyph: '✓' },
  failed: { look: 'band-failed', glyph: '✕' },
  cancelled: { look: 'band-none', glyph: '–' },
} as const;

interface ScanStateProps {
  scan: Parameters<typeof stateOf>[0] & { progress: { percent: number } };
}

/** The state of a scan as sign and word; of one that runs, how far it is. */
export function ScanState({ scan }: ScanStateProps) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const state = stateOf(scan);
  const { look, glyph } = LOOKS[state];
  return (
    <span className={`badge ${look}`} style={state === 'running' ? { border: '1px solid var(--rest)' } : undefined}>
      <span aria-hidden="true">{glyph}</span>
      {t(`state.${state}`)}
      {state === 'running' && ` ${format.percent(scan.progress.percent)}`}
    </span>
  );
}
