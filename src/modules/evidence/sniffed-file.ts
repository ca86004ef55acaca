import { contentTypeOf, SNIFFED_BYTES } from './content-type.rules.js';

/** Pass-through of a file's bytes that copies their beginning, to determine the media type. */
export class SniffedFile {
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private sizeBytes = 0;

  constructor(private readonly file: AsyncIterable<Buffer>) {}

  /** The file's bytes, as they arrive. */
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

  /** The media type; call it after the last chunk. */
  contentType(): Promise<string> {
    return contentTypeOf(Buffer.concat(this.head), this.sizeBytes <= SNIFFED_BYTES);
  }
}
