import { useTranslation } from 'react-i18next';
import type { Band } from '../../parts/band.rules';
import { Sign } from '../../parts/sign';
import type { Cover } from './pair.rules';

const BANDS = {
  full: { name: 'passed', glyph: '✓' },
  part: { name: 'part', glyph: '' },
  none: { name: 'none', glyph: '–' },
} as const satisfies Record<Cover, Band>;

/** Coverage of a control, as sign and words. */
export function CoverBadge({ cover }: { cover: Cover }) {
  const { t } = useTranslation('mapping');
  return (
    <span className="badge">
      <Sign {...BANDS[cover]} />
      {t(`covered.${cover}`)}
    </span>
  );
}
