import { styleText } from 'node:util';
import { fit } from './draw.js';

const WIDTH_DEFAULT = 100;
const WIDTH_MAX = 110;
const WIDTH_MIN = 60;
const MARGIN = '  ';

type Style = Extract<Parameters<typeof styleText>[0], string>;

/** A terminal, or a file or pipe in its place. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/**
 * Output of the demo. On a terminal it has colors (unless NO_COLOR is set) and one redrawn line; elsewhere it is plain
 * text.
 */
export class Screen {
  private liveLength = 0;

  constructor(private readonly output: Output) {}

  /** Number of usable columns, without margins. 56..106 */
  get width(): number {
    const columns = this.output.columns ?? WIDTH_DEFAULT;
    return Math.max(WIDTH_MIN, Math.min(columns, WIDTH_MAX)) - 2 * MARGIN.length;
  }

  /** Whether a line can be redrawn. */
  get isLive(): boolean {
    return this.output.isTTY === true;
  }

  /**
   * `content` in a style where the output shows styles. Measure and truncate before: style sequences count as
   * characters.
   */
  paint(style: Style | Style[], content: string): string {
    return styleText(style, content, { stream: this.output });
  }

  /** Prints lines with a margin. */
  print(...lines: string[]): void {
    this.endLive();
    for (const line of lines) this.output.write(line === '' ? '\n' : `${MARGIN}${line}\n`);
  }

  title(content: string): void {
    this.print('', this.paint('bold', content), '');
  }

  heading(content: string): void {
    const rule = '─'.repeat(Math.max(0, this.width - content.length - 1));
    this.print('', `${this.paint(['bold', 'cyan'], content)} ${this.paint('dim', rule)}`, '');
  }

  /** Prints a completed step, and the part of the public interface that performed it. */
  step(content: string, by: string): void {
    const room = this.width - 2;
    const isOneLine = content.length + by.length + 2 <= room;
    this.clearLive();
    this.print(
      `${this.paint('green', '✓')} ${isOneLine ? content.padEnd(room - by.length) + this.paint('dim', by) : content}`,
      ...(isOneLine ? [] : [`  ${this.paint('dim', by)}`]),
    );
  }

  done(content: string): void {
    this.print('', `${this.paint(['bold', 'green'], '✓')} ${this.paint('bold', content)}`, '');
  }

  /** Draws `content` after a colored `head` over the last drawn line; where lines cannot be redrawn, prints it. */
  live(content: string, head = ''): void {
    if (!this.isLive) {
      this.print(head + content);
      return;
    }
    const rest = fit(content, this.width - head.length);
    const length = MARGIN.length + head.length + rest.length;
    const blank = ' '.repeat(Math.max(0, this.liveLength - length));
    this.output.write(`\r${MARGIN}${this.paint('cyan', head)}${rest}${blank}`);
    this.liveLength = length;
  }

  /** Ends the redrawn line and continues below it. */
  endLive(): void {
    if (this.liveLength > 0) this.output.write('\n');
    this.liveLength = 0;
  }

  private clearLive(): void {
    if (this.liveLength > 0) this.output.write(`\r${' '.repeat(this.liveLength)}\r`);
    this.liveLength = 0;
  }
}
