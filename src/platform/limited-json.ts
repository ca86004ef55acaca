import { JSON_LEVELS_MAX } from './json-fault.rules.js';
import { limitedBytes } from './limited-bytes.js';

/** Digits of a number, one after the other. Our choice: a double has some 330, and thousands take a parser of large integers seconds. */
const DIGITS_MAX = 400;

/** Bytes of a text. Our choice: files in answers have half of it, and what looks for words in it takes a tenth of a second. */
const TEXT_MAX = 2 ** 20;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [ZERO, NINE] = [0x30, 0x39];

/** JSON that costs more to parse than its length says. Each reader says so in its own words. */
export class TooMuchToParse extends Error {
  constructor() {
    super('more values, levels, digits or text than are parsed');
  }
}

/**
 * All bytes of a JSON answer of somebody else, up to a limit of bytes and of what they cost to parse: values, of which each object and
 * array is two, levels, digits of a number, and bytes of a text. Counted while they come, so that nobody waits for a whole answer to be looked at. A
 * parser finds at most as much: what is no JSON it reads to the fault.
 * Requests are charged by the number of their values, and counted whole by `valuesIn`.
 * @throws {TooManyBytes}
 * @throws {TooMuchToParse} the rest is not read
 */
export function limitedJson(
  source: AsyncIterable<unknown> | null,
  { bytes, values }: { bytes: number; values: number },
): Promise<Buffer> {
  return limitedBytes(source && metered(source, new JsonMeter(values)), bytes);
}

async function* metered(source: AsyncIterable<unknown>, meter: JsonMeter): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    meter.take(chunk as Uint8Array);
    yield chunk as Uint8Array;
  }
}

class JsonMeter {
  private values = 1;
  private levels = 0;
  private digits = 0;
  private text = 0;
  private isInText = false;
  private isEscaped = false;

  constructor(private readonly valuesMax: number) {}

  /** @throws {TooMuchToParse} */
  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.isInText) this.readText(byte);
      else this.read(byte);
    }
    if (this.values > this.valuesMax) throw new TooMuchToParse();
  }

  private readText(byte: number): void {
    this.text += 1;
    if (this.text > TEXT_MAX) throw new TooMuchToParse();
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isInText = false;
  }

  private read(byte: number): void {
    if (byte >= ZERO && byte <= NINE) {
      this.digits += 1;
      if (this.digits > DIGITS_MAX) throw new TooMuchToParse();
      return;
    }
    this.digits = 0;
    if (byte === QUOTE) this.openText();
    else if (byte === COMMA) this.values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.open();
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.levels -= 1;
  }

  private openText(): void {
    this.isInText = true;
    this.text = 0;
  }

  private open(): void {
    this.values += 1;
    this.levels += 1;
    if (this.levels > JSON_LEVELS_MAX) throw new TooMuchToParse();
  }
}
