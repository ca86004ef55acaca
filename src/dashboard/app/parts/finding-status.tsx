import { useTranslation } from 'react-i18next';

const BANDS = {
  fail: { glyph: '✕', band: 'band-failed' },
  pass: { glyph: '✓', band: 'band-passed' },
  not_applicable: { glyph: '', band: 'band-na' },
  unknown: { glyph: '?', band: 'band-none' },
} as const;

interface FindingStatusProps {
  status: keyof typeof BANDS;
  /** Whether an exception in force accepts it. */
  isAccepted: boolean;
}

/** Badge of a finding: sign and word on its colour. */
export function FindingStatus({ status, isAccepted }: FindingStatusProps) {
  const { t } = useTranslation('findings');
  const { glyph, band } = isAccepted ? { glyph: '○', band: 'band-na' } : BANDS[status];
  return (
    <span className={`badge ${band}`}>
      {glyph !== '' && <span aria-hidden="true">{glyph}</span>}
      {isAccepted ? t('status.accepted') : t(`status.${status}`)}
    </span>
  );
}
