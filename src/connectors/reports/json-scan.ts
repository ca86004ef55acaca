const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/**
 * Finds the end of one JSON value across chunks: it follows only strings and the depth of brackets, about 1 ns per byte.
 * The parser of the bytes decides whether they are valid JSON.
 */
export class ValueScan {
  /** Members of all objects so far. */
  members = 0;
  private depth = 0;
  private inString = false;
  private isEscaped = false;
  private isScalar = false;
  private hasBegun = false;

  /** Index after the last byte of the value, or -1 when the value continues in the next chunk. */
  endIn(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length) {
      if (this.inString) {
        at = this.stringEnd(chunk, at);
        if (at === -1 || this.depth === 0) return at;
        continue;
      }
      const byte = chunk[at];
      if (byte === QUOTE && !this.isScalar) this.inString = true;
      else if (byte === 0x7b || byte === 0x5b) this.depth++;
      else if (byte === 0x7d || byte === 0x5d) {
        if (this.depth === 0) return at; // the container's end also ends a number in it
        if (--this.depth === 0) return at + 1;
      } else if (this.depth === 0) {
        if (this.hasBegun && isDelimiter(byte)) return at;
        this.isScalar = true;
      } else if (byte === COLON) this.members++;
      this.hasBegun = true;
      at++;
    }
    return -1;
  }

  /** Index after the closing quote, or -1 when the string continues in the next chunk. */
  private stringEnd(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      if (this.isEscaped) this.isEscaped = false;
      else if (chunk[at] === BACKSLASH) this.isEscaped = true;
      else if (chunk[at] === QUOTE) {
        this.inString = false;
        return at + 1;
      }
    }
    return -1;
  }
}

/** Whether JSON allows `byte` between tokens. */
export function isWhite(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDelimiter(byte: number | undefined): boolean {
  return byte === COMMA || isWhite(byte);
}
