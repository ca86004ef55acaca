/** Tones of states: success is neutral, problems stand out. */
const TONES = {
  good: { glyph: '●', band: '' },
  waiting: { glyph: '◐', band: 'band-fair' },
  bad: { glyph: '✕', band: 'band-failed' },
  ended: { glyph: '○', band: 'band-na' },
} as const;

/** A state as icon and word. */
export function StateWord({ tone, word }: { tone: keyof typeof TONES; word: string }) {
  const { glyph, band } = TONES[tone];
  return (
    <span className={`badge ${band}`} style={tone === 'good' || tone === 'ended' ? { padding: 0 } : undefined}>
      <span aria-hidden="true" style={tone === 'good' ? { color: 'var(--passed)' } : undefined}>
        {glyph}
      </span>
      {word}
    </span>
  );
}
