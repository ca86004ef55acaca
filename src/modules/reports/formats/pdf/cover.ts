import type { ReportDocument } from '../../document/document.js';
import { drawFigures } from './blocks.js';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH, type Flow } from './page.js';
import type { TextStyle } from './type-setter.js';

const BAND_HEIGHT = 300;
const ORGANIZATION: TextStyle = { font: 'regular', size: 16, colour: '#DCE4F0' };
const TITLE: TextStyle = { font: 'bold', size: 34, colour: COLOURS.white };
const NOTE: TextStyle = { ...STYLES.small, size: 7.5 };
const SUBJECT: TextStyle = { font: 'bold', size: 10.5, colour: '#A9BBD6' };

/** The first page: whose report about what, how it stands, and what it rests on. */
export function drawCover(flow: Flow, document: ReportDocument): void {
  const { doc } = flow;
  doc.rect(0, 0, PAGE.width, BAND_HEIGHT).fill(COLOURS.ink);
  doc.rect(0, BAND_HEIGHT, PAGE.width, 4).fill(COLOURS.accent);
  flow.at('CROSSWALK', PAGE.left, 56, { font: 'bold', size: 10, colour: COLOURS.white });
  const title = flow.setter.lines(document.title, TEXT_WIDTH, TITLE);
  const name = flow.setter.lines(document.organization, TEXT_WIDTH, ORGANIZATION).slice(0, 3);
  let y = BAND_HEIGHT - 40 - name.length * flow.setter.lineHeight(ORGANIZATION);
  for (const [index, line] of name.entries()) {
    flow.setter.draw(line, PAGE.left, y + index * flow.setter.lineHeight(ORGANIZATION), ORGANIZATION);
  }
  y -= 6 + title.length * flow.setter.lineHeight(TITLE);
  for (const [index, line] of title.entries()) {
    flow.setter.draw(line, PAGE.left, y + index * flow.setter.lineHeight(TITLE), TITLE);
  }
  flow.at(document.subject, PAGE.left, y - 18, SUBJECT);
  drawScore(flow, document);
  drawNote(flow, document);
  flow.y = 488;
  drawFigures(flow, document.figures);
  drawFacts(flow, document);
}

/** The scores in words, and all controls as one bar in the order of the figures. */
function drawScore(flow: Flow, { words, assuredScore, score, figures }: ReportDocument): void {
  const label: TextStyle = { ...STYLES.body, size: 11, colour: COLOURS.muted };
  const second = PAGE.left + TEXT_WIDTH / 2;
  flow.at(words.text('score.assured'), PAGE.left, 340, label);
  flow.at(words.percent(assuredScore), PAGE.left, 354, { font: 'bold', size: 44, colour: COLOURS.ink });
  flow.at(words.text('score.compliance'), second, 340, label);
  flow.at(words.percent(score), second, 354, { font: 'bold', size: 44, colour: COLOURS.muted });
  const total = figures.reduce((sum, { number }) => sum + (number ?? 0), 0);
  const y = 440;
  flow.doc.rect(PAGE.left, y, TEXT_WIDTH, 16).fill(COLOURS.line);
  let x = PAGE.left;
  for (const { number, tone } of figures) {
    const width = total === 0 ? 0 : (TEXT_WIDTH * (number ?? 0)) / total;
    if (width > 0) flow.doc.rect(x, y, width, 16).fill(COLOURS[tone]);
    x += width;
  }
}

/** Two lines below the bar. */
function drawNote({ setter }: Flow, { note }: ReportDocument): void {
  if (note === null) return;
  for (const [index, line] of setter.lines(note, TEXT_WIDTH, NOTE).slice(0, 2).entries()) {
    setter.draw(line, PAGE.left, 462 + index * setter.lineHeight(NOTE), NOTE);
  }
}

function drawFacts(flow: Flow, { facts }: ReportDocument): void {
  flow.y += 12;
  for (const [label, value] of facts) {
    flow.at(label, PAGE.left, flow.y, { ...STYLES.body, colour: COLOURS.muted }, 130);
    const lines = flow.setter.lines(value, TEXT_WIDTH - 140, STYLES.body);
    for (const line of lines) {
      flow.setter.draw(line, PAGE.left + 140, flow.y, STYLES.body);
      flow.y += flow.setter.lineHeight(STYLES.body);
    }
    flow.y += 5;
    flow.doc
      .moveTo(PAGE.left, flow.y)
      .lineTo(PAGE.left + TEXT_WIDTH, flow.y)
      .lineWidth(0.5)
      .stroke(COLOURS.line);
    flow.y += 5;
  }
}
