import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Content, StoredObject } from './object-store.js';

const GZIP_LEVEL = 5;

/** Pass-through stream of an object's bytes into a store, which compresses on request, counts and hashes. */
export class HashingReader {
  /** Error of the source, if it ended early, whatever error the store reports. */
  failure: { error: unknown } | null = null;
  private readonly hash = createHash('sha256');
  private passedBytes = 0;

  constructor(
    private readonly content: Content,
    private readonly isCompressed: boolean,
    private readonly onBytes: (count: number) => void = () => undefined,
  ) {}

  /** The bytes to store; to be read once. Generators, not streams, which would buffer more. */
  async *bytes(): AsyncGenerator<Buffer> {
    for await (const chunk of this.isCompressed ? this.compressed() : this.source()) {
      this.hash.update(chunk);
      this.passedBytes += chunk.length;
      this.onBytes(chunk.length);
      yield chunk;
    }
  }

  /** Size and hash; call it once, at the end. */
  stored(): StoredObject {
    return { size: this.passedBytes, sha256: this.hash.digest('hex') };
  }

  private compressed(): AsyncIterable<Buffer> {
    // A failure of the source destroys the stream with it, and so reaches who reads it.
    return pipeline(this.source(), createGzip({ level: GZIP_LEVEL }), () => undefined);
  }

  private async *source(): AsyncGenerator<Buffer> {
    try {
      if (Buffer.isBuffer(this.content)) yield this.content;
      else yield* this.content;
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}
