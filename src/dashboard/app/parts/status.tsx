import { useTranslation } from 'react-i18next';
import { BAND_OF_STATUS, bandOf, type ShownStatus } from './band.rules';
import { useFormat } from './format';

/** A status as sign and word, on its colour. */
export function Status({ status }: { status: ShownStatus }) {
  const { t } = useTranslation('common');
  const { name, glyph } = BAND_OF_STATUS[status];
  return (
    <span className={`badge band-${name}`}>
      {glyph !== '' && <span aria-hidden="true">{glyph}</span>}
      {t(`status.${status}`)}
    </span>
  );
}

/** A score as sign and percentage, on its colour. @param percent 0–100; null is not assessed */
export function Score({ percent }: { percent: number | null }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const { name, glyph } = bandOf(percent);
  return (
    <span className={`badge band-${name}`}>
      <span aria-hidden="true">{glyph}</span>
      {percent === null ? t('status.not_assessed') : format.percent(percent)}
    </span>
  );
}
