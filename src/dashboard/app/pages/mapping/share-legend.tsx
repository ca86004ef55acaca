import { useTranslation } from 'react-i18next';
import { ShareBar } from '../../parts/share-bar';

const NOTHING = { full: 0, partial: 0, failed: 0, rest: 0 };
const SIGNS = { full: { ...NOTHING, full: 1 }, part: { ...NOTHING, partial: 1 }, none: { ...NOTHING, rest: 1 } };

/** What the parts of a bar of coverage mean. */
export function ShareLegend() {
  const { t } = useTranslation('mapping');
  return (
    <ul className="mapping-legend" aria-label={t('matrix.legend')}>
      {(['full', 'part', 'none'] as const).map((cover) => (
        <li key={cover}>
          <span aria-hidden="true">
            <ShareBar counts={SIGNS[cover]} label={t(`cover.${cover}`)} />
          </span>
          {t(`cover.${cover}`)}
        </li>
      ))}
    </ul>
  );
}
