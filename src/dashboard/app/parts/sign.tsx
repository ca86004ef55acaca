import './status.css';
import type { Band } from './band.rules';

/** A glyph on a dot in the colour of a band, for a word beside it; read aloud is the word alone. */
export function Sign({ name, glyph }: Band) {
  return (
    <span className={`sign band-${name}`} aria-hidden="true">
      {glyph}
    </span>
  );
}
