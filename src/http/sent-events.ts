import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { resultText } from '../graphql/result-text.js';

const NO_RESULT: ExecutionResult = {};
/** The event that the library writes around it. */
const NO_RESULT_EVENT = 'event: next\ndata: {}\n\n';

/** The events of one stream, whose results may have been made into text for another subscriber. */
export class SentEvents {
  /** Texts of results that are about to be written. */
  private readonly texts: string[] = [];

  /** @param onWrite called with the number of bytes of each piece that is written to `res` */
  constructor(res: ServerResponse, onWrite: (bytes: number) => void) {
    const write = res.write.bind(res) as (...args: unknown[]) => boolean;
    res.write = ((given: unknown, ...others: unknown[]) => {
      const piece = given === NO_RESULT_EVENT ? this.nextEvent() : given;
      if (typeof piece === 'string' || piece instanceof Uint8Array) onWrite(Buffer.byteLength(piece));
      return write(piece, ...others);
    }) as typeof res.write;
  }

  /** What the library is to write an event around in place of a result. */
  replace(result: ExecutionResult): ExecutionResult {
    const text = resultText(result);
    if (text === null) return result;
    this.texts.push(text);
    return NO_RESULT;
  }

  private nextEvent(): string {
    return `event: next\ndata: ${this.texts.shift() ?? '{}'}\n\n`;
  }
}
