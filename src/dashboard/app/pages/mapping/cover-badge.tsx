import { useTranslation } from 'react-i18next';
import type { Band } from '../../parts/band.rules';
import { Sign } from '../../parts/sign';
import type { Cover } from './pair.rules';

const BANDS = {
  full: { name: 'passed', glyph: '✓' },
  part: { name: 'fair', glyph: '◐' },
  none: { name: 'none', glyph: '○' },
} as const satisfies Record<Cover, Band>;

/** Coverage of a control, as sign and word. */
export function CoverBadge({ cover }: { cover: Cover }) {
  const { t } = useTranslation('mapping');
  return (
    <span className="badge">
      <Sign {...BANDS[cover]} />
      {t(`cover.${cover}`)}
    </span>
  );
}
