import { contentTypeOf, SNIFFED_BYTES } from './content-type.rules.js';

/** A file that passes through once, of which the beginning is kept to tell its type. */
export class SniffedFile {
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private sizeBytes = 0;

  constructor(private readonly file: AsyncIterable<Buffer>) {}

  /** The file's bytes, as they come. */
  async *chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of this.file) {
      this.sizeBytes += chunk.length;
      const wanted = SNIFFED_BYTES - this.headBytes;
      if (wanted > 0) {
        // A copy: a slice would keep the whole chunk of the socket alive.
        const part = Buffer.from(chunk.subarray(0, wanted));
        this.head.push(part);
        this.headBytes += part.length;
      }
      yield chunk;
    }
  }

  /** Its media type, when it has passed. */
  contentType(): Promise<string> {
    return contentTypeOf(Buffer.concat(this.head), this.sizeBytes <= SNIFFED_BYTES);
  }
}
