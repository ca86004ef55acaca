import { useTranslation } from 'react-i18next';
import { BAND_OF_STATUS, bandOf, type ShownStatus } from './band.rules';
import { useFormat } from './format';

/** Badge of a control status: icon and word on its color. */
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

/** Badge of a score: icon and percentage on its color. @param percent 0–100; null for not assessed */
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
