import { Readable } from 'node:stream';

/**
 * Body of buffers that are sent one after the other without a copy: what is cached is large and shared, and a copy of
 * it for each response keeps the collector busier than the rest of a small request. The caller sets the length.
 */
export class JoinedBytes extends Readable {
  constructor(private readonly pieces: readonly Buffer[]) {
    super();
  }

  get byteCount(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0);
  }

  override _read(): void {
    for (const piece of this.pieces) this.push(piece);
    this.push(null);
  }
}
