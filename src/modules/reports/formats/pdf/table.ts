import type { Cell, Column, Table } from '../../document/document.js';
import { cellText, codeOf } from '../../document/cell-text.rules.js';
import type { ReportWords } from '../../report-words.rules.js';
import { STATUS_COLOURS } from '../palette.js';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH, type Flow } from './page.js';
import type { Line, TextStyle } from './type-setter.js';

const PAD_X = 5;
const PAD_Y = 4.5;
/** A row is moved to the next page rather than broken unless it is longer than this share of a page. */
const UNBROKEN_MAX = (PAGE.height - PAGE.top - PAGE.bottom) / 2;

interface Placed {
  column: Column;
  x: number;
  width: number;
}

/** Draws a table over as many pages as it takes; each begins with the header. */
export async function drawTable(flow: Flow, words: ReportWords, { columns, rows, empty }: Table): Promise<void> {
  if (rows.length === 0) {
    await flow.text(empty, STYLES.body);
    return;
  }
  const places = placed(flow, columns);
  await flow.need(80);
  drawHeader(flow, places);
  for (const cells of rows) await drawRow(flow, words, { places, cells });
  flow.y += 12;
}

/** Shares of the width, but no column narrower than the longest word of its title. */
function placed({ setter }: Flow, columns: readonly Column[]): Placed[] {
  const total = sum(columns.map(({ width }) => width));
  const least = columns.map(({ title }) =>
    Math.max(...title.split(' ').map((word) => setter.lines(word, TEXT_WIDTH, STYLES.head)[0]?.width ?? 0)),
  );
  const wanted = columns.map(({ width }) => (TEXT_WIDTH * width) / total);
  const minima = least.map((width) => width + 2 * PAD_X + 1);
  const lacking = sum(wanted.map((width, at) => Math.max(0, (minima[at] ?? 0) - width)));
  const spare = sum(wanted.map((width, at) => Math.max(0, width - (minima[at] ?? 0))));
  let x = PAGE.left;
  return columns.map((column, at) => {
    const [share, minimum] = [wanted[at] ?? 0, minima[at] ?? 0];
    // Those with room to spare give to those that lack it, in proportion.
    const width = share <= minimum ? minimum : share - (lacking * (share - minimum)) / Math.max(1, spare);
    const place = { column, x, width };
    x += width;
    return place;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function isRight({ kind }: Column): boolean {
  return kind === 'integer' || kind === 'percent';
}

function drawHeader(flow: Flow, places: readonly Placed[]): void {
  const { doc, setter } = flow;
  const titles = places.map(({ column, width }) => setter.lines(column.title, width - 2 * PAD_X, STYLES.head));
  const lineHeight = setter.lineHeight(STYLES.head);
  const height = Math.max(...titles.map((lines) => lines.length)) * lineHeight + 2 * PAD_Y;
  doc.rect(PAGE.left, flow.y, TEXT_WIDTH, height).fill(COLOURS.panel);
  for (const [index, place] of places.entries()) {
    drawLines(flow, titles[index] ?? [], place, STYLES.head, flow.y + PAD_Y);
  }
  flow.y += height;
  rule(flow, COLOURS.ink, 0.8);
}

async function drawRow(
  flow: Flow,
  words: ReportWords,
  { places, cells }: { places: readonly Placed[]; cells: Cell[] },
): Promise<void> {
  const { setter } = flow;
  const lineHeight = setter.lineHeight(STYLES.cell);
  const texts = places.map(({ column, width }, at) =>
    setter.lines(cellText(words, cells[at] ?? null, column), width - 2 * PAD_X, styleOf(column)),
  );
  let from = 0;
  const longest = Math.max(...texts.map((lines) => lines.length));
  const height = longest * lineHeight + 2 * PAD_Y;
  if (height > flow.left && height <= UNBROKEN_MAX) await nextPage(flow, places);
  while (from < longest) {
    const fitting = Math.floor((flow.left - 2 * PAD_Y) / lineHeight);
    if (fitting < 1) {
      await nextPage(flow, places);
      continue;
    }
    const to = Math.min(longest, from + fitting);
    for (const [at, place] of places.entries()) {
      const lines = (texts[at] ?? []).slice(from, to);
      if (from === 0) drawMark(flow, place, cells[at] ?? null, lines);
      drawLines(flow, lines, place, inkOf(place.column, cells[at] ?? null), flow.y + PAD_Y);
    }
    flow.y += (to - from) * lineHeight + 2 * PAD_Y;
    rule(flow, COLOURS.line, 0.5);
    from = to;
  }
}

async function nextPage(flow: Flow, places: readonly Placed[]): Promise<void> {
  await flow.newPage();
  drawHeader(flow, places);
}

function styleOf({ key }: Column): TextStyle {
  return key === 'control_id' ? STYLES.cellStrong : STYLES.cell;
}

function colourOf({ kind }: Column, cell: Cell) {
  if (kind !== 'status' && kind !== 'severity' && kind !== 'state') return null;
  return STATUS_COLOURS[codeOf(cell)] ?? null;
}

function inkOf(column: Column, cell: Cell): TextStyle {
  const colour = colourOf(column, cell);
  return colour ? { ...STYLES.cellStrong, colour: colour.ink } : styleOf(column);
}

/** A pale ground behind the word. */
function drawMark({ doc, y, setter }: Flow, { column, x }: Placed, cell: Cell, lines: Line[]): void {
  const colour = colourOf(column, cell);
  if (!colour || lines.length === 0) return;
  const width = Math.max(...lines.map((line) => line.width)) * 1.06;
  const height = lines.length * setter.lineHeight(STYLES.cell);
  doc.roundedRect(x + PAD_X - 3.5, y + PAD_Y - 0.5, width + 7, height + 1, 4).fill(colour.ground);
}

function drawLines(flow: Flow, lines: Line[], { column, x, width }: Placed, style: TextStyle, top: number): void {
  const lineHeight = flow.setter.lineHeight(style);
  for (const [index, line] of lines.entries()) {
    const left = isRight(column) ? x + width - PAD_X - line.width : x + PAD_X;
    flow.setter.draw(line, left, top + index * lineHeight, style);
  }
}

function rule({ doc, y }: Flow, colour: string, width: number): void {
  doc
    .moveTo(PAGE.left, y)
    .lineTo(PAGE.left + TEXT_WIDTH, y)
    .lineWidth(width)
    .stroke(colour);
}
