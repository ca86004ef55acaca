import type { Bar, Block, Figure, Section, Task } from '../../document/document.js';
import type { ReportWords } from '../../report-words.rules.js';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH, type Flow } from './page.js';
import { drawTable } from './table.js';

const FIGURE_HEIGHT = 58;
const GAP = 10;
const BAR_ROW = 21;
const STEP_INDENT = 26;

/** Draws a section, on a page of its own where little is left of this one. */
export async function drawSection(flow: Flow, words: ReportWords, { title, intro, blocks }: Section): Promise<void> {
  await flow.need(190);
  flow.y += 10;
  flow.doc.outline.addItem(title);
  await flow.text(title, STYLES.title, { after: 2 });
  await flow.text(intro, STYLES.body, { after: 10 });
  for (const block of blocks) await drawBlock(flow, words, block);
}

async function drawBlock(flow: Flow, words: ReportWords, block: Block): Promise<void> {
  switch (block.kind) {
    case 'text':
      await drawNote(flow, block.text);
      return;
    case 'figures':
      await flow.need(FIGURE_HEIGHT + GAP);
      drawFigures(flow, block.figures);
      return;
    case 'bars':
      await drawBars(flow, words, block);
      return;
    case 'table':
      if (block.only !== 'sheet') await drawTable(flow, words, block.table);
      return;
    case 'tasks':
      for (const task of block.tasks) await drawTask(flow, task);
      return;
  }
}

async function drawNote(flow: Flow, text: string): Promise<void> {
  const { doc, setter } = flow;
  const lines = setter.lines(text, TEXT_WIDTH - 28, STYLES.body);
  const lineHeight = setter.lineHeight(STYLES.body);
  const height = lines.length * lineHeight + 16;
  await flow.need(height + GAP);
  doc.rect(PAGE.left, flow.y, TEXT_WIDTH, height).fill(COLOURS.panel);
  doc.rect(PAGE.left, flow.y, 3, height).fill(COLOURS.accent);
  for (const [index, line] of lines.entries()) {
    setter.draw(line, PAGE.left + 14, flow.y + 8 + index * lineHeight, STYLES.body);
  }
  flow.y += height + GAP;
}

/** Figures side by side. */
export function drawFigures(flow: Flow, figures: readonly Figure[]): void {
  const width = (TEXT_WIDTH - GAP * (figures.length - 1)) / figures.length;
  for (const [index, { label, value, note, tone }] of figures.entries()) {
    const x = PAGE.left + index * (width + GAP);
    flow.doc.rect(x, flow.y, width, FIGURE_HEIGHT).fill(COLOURS.panel);
    flow.doc.rect(x, flow.y, width, 3).fill(COLOURS[tone]);
    const inner = width - 16;
    flow.at(label, x + 8, flow.y + 9, STYLES.small, inner);
    flow.at(value, x + 8, flow.y + 18, { ...STYLES.title, size: 16 }, inner);
    flow.at(note, x + 8, flow.y + 41, { ...STYLES.small, size: 7.5 }, inner);
  }
  flow.y += FIGURE_HEIGHT + GAP + 4;
}

async function drawBars(
  flow: Flow,
  words: ReportWords,
  { title, bars }: { title: string; bars: readonly Bar[] },
): Promise<void> {
  if (bars.length === 0) return;
  await flow.need(30 + 2 * BAR_ROW);
  await flow.text(title, STYLES.heading, { after: 4 });
  const labelWidth = TEXT_WIDTH * 0.42;
  const trackX = PAGE.left + labelWidth + 10;
  const trackWidth = TEXT_WIDTH * 0.3;
  for (const { label, percent, note } of bars) {
    const lines = flow.setter.lines(label, labelWidth, STYLES.cell);
    const lineHeight = flow.setter.lineHeight(STYLES.cell);
    const height = Math.max(BAR_ROW, lines.length * lineHeight + 8);
    await flow.need(height);
    const middle = flow.y + height / 2;
    for (const [index, line] of lines.entries()) {
      flow.setter.draw(line, PAGE.left, middle + (index - lines.length / 2) * lineHeight, STYLES.cell);
    }
    flow.doc.roundedRect(trackX, middle - 4, trackWidth, 8, 4).fill(COLOURS.line);
    if (percent > 0) {
      flow.doc.roundedRect(trackX, middle - 4, Math.max(8, (trackWidth * percent) / 100), 8, 4).fill(COLOURS.accent);
    }
    flow.at(words.percent(percent), trackX + trackWidth + 10, middle - 5.5, STYLES.cellStrong);
    flow.at(note, trackX + trackWidth + 56, middle - 5.5, STYLES.small);
    flow.y += height;
  }
  flow.y += 10;
}

async function drawTask(flow: Flow, { title, facts, text, steps }: Task): Promise<void> {
  await flow.need(110);
  flow.y += 8;
  await flow.text(title, { ...STYLES.heading, size: 13 }, { after: 2 });
  const line = facts.map(([label, value]) => `${label}: ${value}`).join('   ·   ');
  await flow.text(line, { ...STYLES.small, font: 'bold', colour: COLOURS.accent }, { after: 4 });
  for (const each of text) await flow.text(each, STYLES.body);
  for (const [index, step] of steps.entries()) await drawStep(flow, index + 1, step);
  await flow.need(16);
  flow.doc
    .moveTo(PAGE.left, flow.y + 6)
    .lineTo(PAGE.left + TEXT_WIDTH, flow.y + 6)
    .lineWidth(0.5)
    .stroke(COLOURS.line);
  flow.y += 14;
}

/** A step, its number in the margin, its command on a ground of its own. */
async function drawStep(flow: Flow, number: number, step: Task['steps'][number]): Promise<void> {
  const { title, instruction, command } = step;
  // Its title never stands alone at the end of a page.
  await flow.need(42);
  flow.at(`${number}.`, PAGE.left + 8, flow.y, { ...STYLES.body, font: 'bold' });
  await flow.text(title, { ...STYLES.body, font: 'bold' }, { indent: STEP_INDENT, after: 0 });
  await flow.text(instruction, STYLES.body, { indent: STEP_INDENT, after: 3 });
  if (command !== null) await drawCommand(flow, command);
  flow.y += 3;
}

async function drawCommand(flow: Flow, command: string): Promise<void> {
  const style = { ...STYLES.small, colour: COLOURS.ink };
  const lines = flow.setter.lines(command, TEXT_WIDTH - STEP_INDENT - 12, style);
  const lineHeight = flow.setter.lineHeight(style);
  const height = lines.length * lineHeight + 6;
  await flow.need(height + 2);
  flow.doc.rect(PAGE.left + STEP_INDENT, flow.y, TEXT_WIDTH - STEP_INDENT, height).fill(COLOURS.panel);
  for (const [index, line] of lines.entries()) {
    flow.setter.draw(line, PAGE.left + STEP_INDENT + 6, flow.y + 3 + index * lineHeight, style);
  }
  flow.y += height + 2;
}
