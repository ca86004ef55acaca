/** Longest piece of a word. UTF-16 code units; no column has room for as many visible characters. */
const PIECE_MAX = 512;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A word in pieces that are as long as `fits` allows, each of one grapheme at least and of 512 code units at most. Broken between
 * graphemes, and within one that is longer than a piece may be. A piece of *n* code units is looked for in texts of O(*n* log *n*) of
 * them together, so that the cost of a word grows with its length.
 */
export function piecesOf(word: string, fits: (text: string) => boolean): string[] {
  if (word.length <= PIECE_MAX && fits(word.trimEnd())) return [word];
  const ends = breaks(word);
  const pieces: string[] = [];
  let from = 0;
  for (let first = 0; first < ends.length;) {
    const last = lastThatFits(ends, first, (end) => end - from <= PIECE_MAX && fits(word.slice(from, end)));
    const end = ends[last] ?? word.length;
    pieces.push(word.slice(from, end));
    from = end;
    first = last + 1;
  }
  return pieces;
}

/** Ends of its graphemes, and places within those that are too long for a piece. */
function breaks(word: string): number[] {
  const ends: number[] = [];
  for (const { segment, index } of graphemes.segment(word)) {
    const end = index + segment.length;
    if (segment.length > PIECE_MAX) ends.push(...placesWithin(word, index, end));
    ends.push(end);
  }
  return ends;
}

function placesWithin(word: string, from: number, to: number): number[] {
  const places: number[] = [];
  let at = from + PIECE_MAX;
  while (at < to) {
    // Not between the halves of a character.
    if ((word.codePointAt(at - 1) ?? 0) > 0xffff) at -= 1;
    places.push(at);
    at += PIECE_MAX;
  }
  return places;
}

/** Index of the last end from `first` on that fits, `first` where none does: steps that double, then halves. */
function lastThatFits(ends: readonly number[], first: number, fits: (end: number) => boolean): number {
  const fitsAt = (index: number) => fits(ends[index] ?? 0);
  let good = first;
  let step = 1;
  while (good + step < ends.length && fitsAt(good + step)) {
    good += step;
    step *= 2;
  }
  let bad = Math.min(good + step, ends.length);
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (fitsAt(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
