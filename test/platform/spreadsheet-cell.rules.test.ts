import { describe, expect, it } from 'vitest';
import { csvOf } from '../../src/dashboard/app/parts/csv.rules.js';
import { csvText } from '../../src/platform/spreadsheet-cell.rules.js';

const STARTS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const BEFORE = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  'x;',
  'x; ',
  'x\t',
  'x\n',
  'x\r\n',
  '"',
  'x"',
  'x";',
  "x';",
  'x;"',
  'x; "" ',
  'x","',
  ';',
  ';;',
  '\t;',
];
/** What people could type, with a formula in it. */
const HOSTILE = STARTS.flatMap((start) => BEFORE.map((before) => `${before}${start}1+1`));

/**
 * Cells as a lenient reader sees them that ends cells at `separator`: a quote anywhere begins or ends a quoted part, a separator or line
 * break outside of one ends the cell.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const char of text.replaceAll('""', '\u0000')) {
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted || (char !== separator && char !== '\r' && char !== '\n')) cell += char;
    else {
      cells.push(cell);
      cell = '';
    }
  }
  return [...cells, cell];
}

describe.each([
  ['reports', (texts: string[]) => `${texts.map(csvText).join(',')}\r\n`],
  ['the dashboard', (texts: string[]) => csvOf([texts])],
])('CSV of %s', (_of, write) => {
  it.each([',', ';', '\t'])('has no cell that begins a formula where %j ends cells', (separator) => {
    for (const text of HOSTILE) {
      const line = write(['first', text, 'last']);
      for (const cell of cellsOf(line, separator))
        expect(cell, JSON.stringify(line)).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
    }
  });

  it('puts every text in quotes, doubles quotes within, and leaves harmless texts alone', () => {
    expect(write(['a', 'b "c"; d', '5-3', ''])).toBe('"a","b ""c""; d","5-3",""\r\n');
  });
});
