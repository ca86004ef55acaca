import { yieldToEventLoop } from '../yield-to-event-loop.js';
import type { Fonts } from './fonts.js';
import { TypeSetter, type TextStyle } from './type-setter.js';

/** A4 in points, with its margins. */
export const PAGE = { width: 595.28, height: 841.89, left: 48, right: 48, top: 64, bottom: 60 };
export const TEXT_WIDTH = PAGE.width - PAGE.left - PAGE.right;

export const COLOURS = {
  ink: '#14213D',
  text: '#1F2933',
  muted: '#52606D',
  line: '#D9DEE5',
  panel: '#F4F6FA',
  accent: '#1D4F91',
  white: '#FFFFFF',
  good: '#0B6B3A',
  bad: '#A61B1B',
  unknown: '#B7791F',
  neutral: '#8794A5',
} as const;

export const STYLES = {
  title: { font: 'bold', size: 20, colour: COLOURS.ink },
  heading: { font: 'bold', size: 12, colour: COLOURS.ink },
  body: { font: 'regular', size: 9.5, colour: COLOURS.text },
  small: { font: 'regular', size: 8, colour: COLOURS.muted },
  cell: { font: 'regular', size: 8, colour: COLOURS.text },
  cellStrong: { font: 'bold', size: 8, colour: COLOURS.text },
  head: { font: 'bold', size: 8, colour: COLOURS.ink },
} satisfies Record<string, TextStyle>;

/** Where on which page the next thing goes. Adds pages as they are needed. */
export class Flow {
  readonly setter: TypeSetter;
  y: number = PAGE.top;

  constructor(
    readonly doc: PDFKit.PDFDocument,
    fonts: Fonts,
  ) {
    this.setter = new TypeSetter(doc, fonts);
  }

  get left(): number {
    return PAGE.height - PAGE.bottom - this.y;
  }

  async newPage(): Promise<void> {
    await yieldToEventLoop();
    joinContent(this.doc);
    this.doc.addPage();
    this.y = PAGE.top;
  }

  /** Begins a page unless `height` points are left on this one. */
  async need(height: number): Promise<void> {
    if (this.left < height) await this.newPage();
  }

  /** Sets a text over the width, line by line, over as many pages as it takes. */
  async text(text: string, style: TextStyle, { indent = 0, after = 4 } = {}): Promise<void> {
    const height = this.setter.lineHeight(style);
    for (const line of this.setter.lines(text, TEXT_WIDTH - indent, style)) {
      await this.need(height);
      this.setter.draw(line, PAGE.left + indent, this.y, style);
      this.y += height;
    }
    this.y += after;
  }

  /** One line at a place of its own; what does not fit `width` is left out. @returns its width */
  at(text: string, x: number, y: number, style: TextStyle, width = TEXT_WIDTH): number {
    const [line] = this.setter.lines(text, width, style);
    if (!line) return 0;
    this.setter.draw(line, x, y, style);
    return line.width;
  }
}

/** What we use of the content of a page of pdfkit; its types do not declare it. */
interface PageContent {
  buffer: Uint8Array[];
}

/** Makes one piece of a page's content, which has a piece for each instruction: they would take ten times its bytes until the end. */
function joinContent({ page }: PDFKit.PDFDocument): void {
  const content = page.content as unknown as PageContent;
  content.buffer = [Buffer.concat(content.buffer)];
}
