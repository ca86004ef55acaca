import type { ReactNode } from 'react';
import { BAND_OF_STATUS, type Band } from './band.rules';
import { Sign } from './sign';

/** Tones of states: success is neutral, problems stand out. */
const TONES = {
  good: BAND_OF_STATUS.passed,
  waiting: { name: 'fair', glyph: '!' },
  warning: { name: 'fair', glyph: '!' },
  bad: BAND_OF_STATUS.failed,
  open: { name: 'none', glyph: '' },
  active: { name: 'none', glyph: '◐' },
  ended: { name: 'none', glyph: '–' },
} as const satisfies Record<string, Band>;

/** A state as sign and word. */
export function StateWord({ tone, word }: { tone: keyof typeof TONES; word: ReactNode }) {
  return (
    <span className="badge">
      <Sign {...TONES[tone]} />
      {word}
    </span>
  );
}
