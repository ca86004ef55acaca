import { describe, expect, it } from 'vitest';
import type { Fonts } from '../../src/modules/reports/formats/pdf/fonts.js';
import { TypeSetter, type TextStyle } from '../../src/modules/reports/formats/pdf/type-setter.js';

/** A character is a point wide, a mark has no width. */
const STYLE: TextStyle = { font: 'regular', size: 1, colour: '#000000' };

/** A type setter whose font has every character, with the characters that it looked for in the font or measured. */
function setter(width: number) {
  const measured = { characters: 0, forgotten: 0 };
  const doc = {
    font: () => doc,
    fontSize: () => doc,
    widthOfString: (text: string) => {
      measured.characters += text.length;
      return 100 * Array.from(text.replace(/\p{M}/gu, '')).length;
    },
  };
  const fonts = {
    covers: () => (measured.characters += 1) > 0,
    forgetWords: () => (measured.forgotten += 1),
  };
  const made = new TypeSetter(doc as unknown as PDFKit.PDFDocument, fonts as unknown as Fonts);
  return { measured, lines: (text: string) => made.lines(text, width, STYLE) };
}

const linesOf = (text: string) =>
  setter(10)
    .lines(text)
    .map(({ runs }) => runs.map((run) => run.text).join(''));

const MARKS = '\u0301\u0316\u0308\u0327';
/** As many characters, made from a letter that is seldom the same: no width is known from before. */
const made = (length: number, unit: (letter: string) => string) =>
  Array.from({ length: Math.ceil(length / unit('a').length) }, (_, at) =>
    unit(String.fromCodePoint(0x4e00 + ((at * at) % 9_973))),
  ).join('');
const HOSTILE: [string, (length: number) => string][] = [
  ['one letter with thousands of marks', (length) => `Z${MARKS.repeat(length / 4)}`],
  ['letters with 48 marks each', (length) => made(length, (letter) => letter + MARKS.repeat(12))],
  ['letters with six marks each', (length) => made(length, (letter) => letter + MARKS.slice(0, 2).repeat(3))],
  ['one long word', (length) => made(length, (letter) => letter)],
  ['families of emoji', (length) => made(length, (letter) => `${letter}👩‍👩‍👧‍👦`)],
  ['slashes', (length) => made(length, (letter) => `/${letter}`)],
  ['spaces', (length) => `a${' '.repeat(length)}b`],
];

describe('lines of a text', () => {
  describe.each(HOSTILE)('of %s', (_, textOf) => {
    it.each([10, 150])('are found by work in proportion to its length, in a column of %i', (width) => {
      for (const length of [4_900, 9_800, 98_000]) {
        const { measured, lines } = setter(width);
        lines(textOf(length));
        expect(measured.characters / length).toBeLessThan(40);
      }
    });
  });

  it('gives no font more than 33 marks in a row', () => {
    const { lines } = setter(10);
    const runs = lines(`Z${MARKS.repeat(2_000)}`).flatMap((line) => line.runs);
    for (const { text } of runs) expect(/\p{M}+/u.exec(text)?.[0].length ?? 0).toBeLessThanOrEqual(33);
    expect(runs.reduce((sum, { text }) => sum + text.length, 0)).toBe(8_001);
  });

  it('drops the glyphs of words after many of them', () => {
    const { measured, lines } = setter(10);
    for (let word = 0; word < 60_000; word += 1) lines(String(word));
    expect(measured.forgotten).toBeGreaterThan(0);
  });

  it.each([
    ['words that fit', 'one two three', ['one two', 'three']],
    ['a path at its slashes', 'abc/defg/hij', ['abc/defg/', 'hij']],
    ['a long word where the column ends', 'abcdefghijklmnopqrstuvwxyz', ['abcdefghij', 'klmnopqrst', 'uvwxyz']],
    ['a long word after others', 'ab cdefghijklmn', ['ab', 'cdefghijkl', 'mn']],
    ['a long word that words follow', 'abcdefghijkl mn op', ['abcdefghij', 'kl mn op']],
    ['no letter from its marks', 'e\u0301'.repeat(12), ['e\u0301'.repeat(10), 'e\u0301'.repeat(2)]],
    ['no flag in two', '🇩🇪'.repeat(7), ['🇩🇪'.repeat(5), '🇩🇪'.repeat(2)]],
    ['nothing of an empty text', '', ['']],
    ['blank lines as one', 'a\n\n\n\nb', ['a', '', 'b']],
  ])('breaks %s', (_, text, lines) => expect(linesOf(text)).toEqual(lines));
});
