import { Readable } from 'node:stream';

/** Largest piece that is written at once: a client that reads slowly is seen to read. */
const PIECE_BYTES = 64 * 1024;

/**
 * Body of buffers that are sent one after the other without a copy: what is cached is large and shared, and a copy of
 * it for each response keeps the collector busier than the rest of a small request. The caller sets the length.
 */
export class JoinedBytes extends Readable {
  private readonly rest: Iterator<Buffer, undefined>;

  constructor(private readonly pieces: readonly Buffer[]) {
    super({ highWaterMark: PIECE_BYTES });
    this.rest = smallPieces(pieces);
  }

  get byteCount(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0);
  }

  override _read(): void {
    for (;;) {
      const next = this.rest.next();
      if (!this.push(next.done ? null : next.value) || next.done) return;
    }
  }
}

/** The bytes of some buffers, in pieces of 64 KiB at most, without a copy. */
export function* smallPieces(pieces: readonly Buffer[]): Generator<Buffer, undefined> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += PIECE_BYTES) yield piece.subarray(at, at + PIECE_BYTES);
}
