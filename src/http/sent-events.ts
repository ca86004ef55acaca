import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { NO_RESULT, textOfResult } from '../graphql/result-text.js';

/** The event that the library writes around it. */
const NO_RESULT_EVENT = 'event: next\ndata: {}\n\n';

/** The events of one stream, whose results may have been made into text for another subscriber. */
export class SentEvents {
  /** Text of the result that is about to be written; null where none is. */
  private text: string | null = null;
  private onTaken: () => void = () => undefined;

  /** @param onWrite called with the number of bytes of each piece that is written to `res` */
  constructor(
    private readonly res: ServerResponse,
    onWrite: (bytes: number) => void,
  ) {
    const write = res.write.bind(res) as (...args: unknown[]) => boolean;
    res.write = ((given: unknown, ...others: unknown[]) => {
      const piece = given === NO_RESULT_EVENT ? this.nextEvent() : given;
      if (typeof piece === 'string' || piece instanceof Uint8Array) onWrite(Buffer.byteLength(piece));
      return write(piece, ...others);
    }) as typeof res.write;
  }

  /**
   * What the library is to write an event around in place of a result. Waits for the event before: the library would take one after the
   * other, whatever the client reads.
   */
  async replace(result: ExecutionResult): Promise<ExecutionResult> {
    const made = textOfResult(result);
    if (!made) return result;
    while (this.text !== null && !this.res.destroyed) await this.taken();
    this.text = made.text;
    return NO_RESULT;
  }

  /** Resolves when an event is written, or the client has gone. */
  private taken(): Promise<void> {
    return new Promise((resolve) => {
      this.onTaken = () => {
        this.res.off('close', this.onTaken);
        resolve();
      };
      this.res.once('close', this.onTaken);
    });
  }

  private nextEvent(): string {
    const text = this.text ?? '{}';
    this.text = null;
    this.onTaken();
    return `event: next\ndata: ${text}\n\n`;
  }
}
