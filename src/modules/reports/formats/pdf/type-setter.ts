import type { FontName, Fonts } from './fonts.js';
import { piecesOf } from './word-pieces.js';

/** How a text is set. Sizes in points. */
export interface TextStyle {
  font: 'regular' | 'bold';
  size: number;
  colour: string;
}

/** A piece of a line in one font. */
interface Run {
  text: string;
  font: FontName;
  width: number;
}

export interface Line {
  runs: Run[];
  width: number;
}

const LEADING = 1.38;
/** Of Noto Sans, in which a line's top is above the baseline by this much of the size. */
const ASCENT = 1.069;
/** Words whose width is remembered: short ones, which come again. All of them are some megabytes. */
const REMEMBERED_MAX = 20_000;
const REMEMBERED_LENGTH_MAX = 32;
/** Characters set until the glyphs of their words, some hundred bytes each, are dropped. */
const SET_MAX = 200_000;
/** Combining marks of one run: of each mark the font library looks for what it stands on, mark by mark. Unicode's stream-safe texts have 30. */
const MARKS_MAX = 32;
const FIRST_MARK = 0x300;
const MARK = /^\p{M}/u;
const REPLACEMENT = '\uFFFD';

/** Breaks texts into lines and draws them, each character in the first font that has it. */
export class TypeSetter {
  private readonly widths = new Map<string, number>();
  private charactersSet = 0;

  constructor(
    private readonly doc: PDFKit.PDFDocument,
    private readonly fonts: Fonts,
  ) {}

  lineHeight({ size }: TextStyle): number {
    return size * LEADING;
  }

  /** The lines of a text in a column of `width` points; words that are wider are broken, blank lines are one. At least one line. */
  lines(text: string, width: number, style: TextStyle): Line[] {
    const paragraphs = text.split('\n').filter((line, at, all) => line.trim() !== '' || all[at - 1]?.trim() !== '');
    return paragraphs.flatMap((paragraph) => this.paragraph(paragraph, width, style));
  }

  /** Draws a line with its top left corner at `x`, `y`. */
  draw({ runs }: Line, x: number, y: number, { size, colour }: TextStyle): void {
    let at = x;
    this.doc.fillColor(colour);
    for (const { text, font, width } of runs) {
      this.count(text);
      this.doc
        .font(font)
        .fontSize(size)
        // One baseline for all fonts of a line.
        .text(text, at, y + size * ((LEADING - 1.362) / 2 + ASCENT), { lineBreak: false, baseline: 'alphabetic' });
      at += width;
    }
  }

  private paragraph(text: string, width: number, style: TextStyle): Line[] {
    const lines: Line[] = [];
    let words = '';
    let used = 0;
    for (const word of text.split(/(?<=[\s/])(?=\S)/u)) {
      for (const piece of piecesOf(word, (text) => this.width(text, style) <= width)) {
        if (words !== '' && used + this.width(piece.trimEnd(), style) > width) {
          lines.push(this.line(words.trimEnd(), style));
          words = '';
          used = 0;
        }
        words += piece;
        used += this.width(piece, style);
      }
    }
    return [...lines, this.line(words.trimEnd(), style)];
  }

  private line(text: string, style: TextStyle): Line {
    return { runs: this.runs(text, style), width: this.width(text, style) };
  }

  private width(text: string, style: TextStyle): number {
    return this.runs(text, style).reduce((sum, run) => sum + run.width, 0);
  }

  private runs(text: string, { font: wanted, size }: TextStyle): Run[] {
    const runs: { text: string; font: FontName }[] = [];
    let marks = 0;
    for (const character of printable(text)) {
      const codePoint = character.codePointAt(0) ?? 0;
      const font = [wanted, 'fallback' as const].find((each) => this.fonts.covers(each, codePoint));
      const last = runs.at(-1);
      const shown = font ? character : REPLACEMENT;
      marks = isMark(character, codePoint) ? marks + 1 : 0;
      const isContinued = last?.font === (font ?? 'fallback') && marks <= MARKS_MAX;
      if (isContinued) last.text += shown;
      else runs.push({ text: shown, font: font ?? 'fallback' });
      if (!isContinued) marks = 0;
    }
    return runs.map((run) => ({ ...run, width: this.measure(run.text, run.font) * size }));
  }

  /** Width at a size of one point: of the words. */
  private measure(text: string, font: FontName): number {
    return text.split(/(?<= )/).reduce((sum, word) => sum + this.measureWord(word, font), 0);
  }

  private measureWord(word: string, font: FontName): number {
    if (word.length > REMEMBERED_LENGTH_MAX) return this.measureGlyphs(word, font);
    const key = `${font} ${word}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    const width = this.measureGlyphs(word, font);
    if (this.widths.size < REMEMBERED_MAX) this.widths.set(key, width);
    return width;
  }

  private measureGlyphs(word: string, font: FontName): number {
    this.count(word);
    return this.doc.font(font).fontSize(100).widthOfString(word) / 100;
  }

  private count({ length }: string): void {
    this.charactersSet += length;
    if (this.charactersSet < SET_MAX) return;
    this.charactersSet = 0;
    this.fonts.forgetWords();
  }
}

/** Without what has no glyph by nature. */
function printable(text: string): string {
  return text.replace(/\s/g, (blank) => (blank === '\u00a0' ? blank : ' ')).replace(/[\p{Cc}\p{Cf}]/gu, '');
}

function isMark(character: string, codePoint: number): boolean {
  return codePoint >= FIRST_MARK && MARK.test(character);
}
