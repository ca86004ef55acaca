import { isWhite, ValueScan } from './json-scan.js';

/** What `peek` gives behind the last byte. */
export const END = -1;

/** The bytes of one JSON value; `isCut` when the file ends inside of it, `isTooLarge` when it was given up. */
interface CapturedValue {
  bytes: Buffer;
  isCut: boolean;
  isTooLarge: boolean;
}

/** A position in a stream of bytes, pulled chunk by chunk. */
export class JsonCursor {
  private chunk: Buffer = Buffer.alloc(0);
  private at = 0;

  constructor(
    private readonly source: AsyncIterator<Buffer>,
    private chunkOffset: number,
  ) {}

  /** How far in the file it stands. Bytes. */
  get offset(): number {
    return this.chunkOffset + this.at;
  }

  /** Gives the next byte that is no white space, without passing it, or `END`. */
  async peek(): Promise<number> {
    for (;;) {
      while (this.at < this.chunk.length && isWhite(this.chunk[this.at])) this.at++;
      const byte = this.chunk[this.at];
      if (byte !== undefined) return byte;
      if (!(await this.fill())) return END;
    }
  }

  /** Passes the byte that was seen by `peek`. */
  pass(): void {
    this.at++;
  }

  /** Passes one value and gives its bytes, of which it holds hardly more than `bytesMax`. */
  async capture(bytesMax: number): Promise<CapturedValue> {
    const start = this.offset;
    const scan = new ValueScan();
    const parts: Buffer[] = [];
    for (let isCut = false; ; isCut = !(await this.fill())) {
      const end = isCut ? this.at : scan.endIn(this.chunk, this.at);
      const stop = end === -1 ? this.chunk.length : end;
      parts.push(this.chunk.subarray(this.at, stop));
      this.at = stop;
      const isTooLarge = this.offset - start > bytesMax;
      if (end !== -1 || isTooLarge) return { bytes: Buffer.concat(parts), isCut, isTooLarge };
    }
  }

  private async fill(): Promise<boolean> {
    const next = await this.source.next();
    if (next.done) return false;
    this.chunkOffset += this.chunk.length;
    this.chunk = next.value;
    this.at = 0;
    return true;
  }
}
