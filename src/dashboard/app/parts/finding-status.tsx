import { useTranslation } from 'react-i18next';
import { ACCEPTED_BAND, BAND_OF_STATUS, type Band } from './band.rules';
import { Sign } from './sign';

const BANDS = {
  fail: BAND_OF_STATUS.fail,
  pass: BAND_OF_STATUS.pass,
  not_applicable: BAND_OF_STATUS.not_applicable,
  unknown: { name: 'none', glyph: '?' },
  accepted: ACCEPTED_BAND,
} as const satisfies Record<string, Band>;

interface FindingStatusProps {
  status: Exclude<keyof typeof BANDS, 'accepted'>;
  /** Whether an exception in force accepts it. */
  isAccepted: boolean;
}

/** Status of a finding as sign and word. */
export function FindingStatus({ status, isAccepted }: FindingStatusProps) {
  const { t } = useTranslation('findings');
  const shown = isAccepted ? 'accepted' : status;
  return (
    <span className="badge">
      <Sign {...BANDS[shown]} />
      {t(`status.${shown}`)}
    </span>
  );
}
