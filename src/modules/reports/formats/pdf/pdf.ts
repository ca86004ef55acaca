import PDFDocument from 'pdfkit';
import type { ReportDocument } from '../../document/document.js';
import { yieldToEventLoop } from '../yield-to-event-loop.js';
import { drawSection } from './blocks.js';
import { drawCover } from './cover.js';
import { Fonts } from './fonts.js';
import { COLOURS, Flow, PAGE, STYLES, TEXT_WIDTH } from './page.js';

/** A PDF with cover, bookmarks and numbered pages. It comes as a stream. */
export function writePdf(document: ReportDocument): PDFKit.PDFDocument {
  const { words } = document;
  const doc = new PDFDocument({
    size: 'A4',
    // Everything is placed by us; pdfkit's own margins would begin pages.
    margin: 0,
    bufferPages: true,
    lang: words.language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `${document.title}: ${document.subject}`,
      Author: document.organization,
      Subject: words.text('page.subject', { subject: document.subject }),
      Creator: 'Crosswalk',
      Producer: 'Crosswalk',
      CreationDate: document.generatedAt,
      ModDate: document.generatedAt,
    },
  });
  draw(doc, document).catch((err: unknown) => doc.destroy(err as Error));
  return doc;
}

async function draw(doc: PDFKit.PDFDocument, document: ReportDocument): Promise<void> {
  const flow = new Flow(doc, await Fonts.load(doc, JSON.stringify(document)));
  doc.outline.addItem(document.title);
  drawCover(flow, document);
  await flow.newPage();
  for (const section of document.sections) await drawSection(flow, document.words, section);
  const { count } = doc.bufferedPageRange();
  for (let page = 1; page < count; page += 1) {
    doc.switchToPage(page);
    drawMargins(flow, document, document.words.text('page.number', { page: page + 1, pages: count }));
    if (page % 20 === 0) await yieldToEventLoop();
  }
  doc.end();
}

function drawMargins(flow: Flow, document: ReportDocument, number: string): void {
  const { doc, setter } = flow;
  const style = { ...STYLES.small, size: 7.5 };
  const right = (text: string, y: number) => {
    const [line] = setter.lines(text, TEXT_WIDTH / 2, style);
    if (line) setter.draw(line, PAGE.left + TEXT_WIDTH - line.width, y, style);
  };
  flow.at(document.organization, PAGE.left, 30, style, TEXT_WIDTH / 2);
  right(`${document.title}: ${document.subject}`, 30);
  for (const y of [46, PAGE.height - 46]) {
    doc
      .moveTo(PAGE.left, y)
      .lineTo(PAGE.left + TEXT_WIDTH, y)
      .lineWidth(0.5)
      .stroke(COLOURS.line);
  }
  const generated = document.words.text('page.generated', { moment: document.words.moment(document.generatedAt) });
  flow.at(generated, PAGE.left, PAGE.height - 38, style);
  right(number, PAGE.height - 38);
}
