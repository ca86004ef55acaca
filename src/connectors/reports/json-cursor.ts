import { isWhite, ValueScan } from './json-scan.js';

/** Result of `peek` after the last byte. */
export const END = -1;

/** The bytes of one JSON value and how many members its objects have; `isCut` when the file ends within it, `isTooLarge` when it exceeds the limit. */
interface CapturedValue {
  bytes: Buffer;
  members: number;
  isCut: boolean;
  isTooLarge: boolean;
}

/** Position in a stream of bytes, which is read chunk by chunk. */
export class JsonCursor {
  private chunk: Buffer = Buffer.alloc(0);
  private at = 0;

  constructor(
    private readonly source: AsyncIterator<Buffer>,
    private chunkOffset: number,
  ) {}

  /** Offset in the file. Bytes. */
  get offset(): number {
    return this.chunkOffset + this.at;
  }

  /** The next byte that is not white space, without consuming it, or `END`. */
  async peek(): Promise<number> {
    for (;;) {
      while (this.at < this.chunk.length && isWhite(this.chunk[this.at])) this.at++;
      const byte = this.chunk[this.at];
      if (byte !== undefined) return byte;
      if (!(await this.fill())) return END;
    }
  }

  /** Consumes the byte that `peek` returned. */
  pass(): void {
    this.at++;
  }

  /** Consumes one value and returns its bytes, of which it holds hardly more than `bytesMax`. */
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
      if (end !== -1 || isTooLarge) {
        return { bytes: Buffer.concat(parts), members: scan.members, isCut, isTooLarge };
      }
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
