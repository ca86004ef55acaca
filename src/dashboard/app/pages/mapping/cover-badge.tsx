import { useTranslation } from 'react-i18next';
import type { Cover } from './pair.rules';

const LOOKS = {
  full: { band: 'passed', glyph: '✓' },
  part: { band: 'fair', glyph: '◐' },
  none: { band: 'none', glyph: '○' },
} as const satisfies Record<Cover, object>;

/** Coverage of a control, as icon and word. */
export function CoverBadge({ cover }: { cover: Cover }) {
  const { t } = useTranslation('mapping');
  const { band, glyph } = LOOKS[cover];
  return (
    <span className={`badge band-${band}`}>
      <span aria-hidden="true">{glyph}</span>
      {t(`cover.${cover}`)}
    </span>
  );
}
