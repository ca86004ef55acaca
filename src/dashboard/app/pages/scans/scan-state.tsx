import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { stateOf } from './scan.rules';

/** Looks of the states. Completed is neutral: its results may be good or bad. */
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

/** State of a scan as icon and word, with the progress of a running one. */
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
