import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { AppError } from '../../../platform/errors.js';

/** A file of an archive, as its manifest lists it. */
export interface ArchivedFile {
  path: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/**
 * A zip file that is written while it is read, one entry after the other: memory holds no entry. Library: yazl. An entry that fails
 * fails the archive.
 */
export class ZipWriter {
  readonly files: ArchivedFile[] = [];
  /** Bytes of the archive. */
  readonly output: Readable;
  private readonly zip = new ZipFile();
  private readonly gone = new AbortController();

  /**
   * @param modifiedAt time that every entry has
   * @param isGone whether whoever asked for the archive waits for it no more: what it is made of is read no further
   */
  constructor(
    private readonly modifiedAt: Date,
    private readonly isGone: () => boolean = () => false,
  ) {
    // Read as it is: behind another stream an error would wait for bytes that never come.
    const { outputStream } = this.zip;
    if (!(outputStream instanceof Readable)) throw new Error('the zip is no stream of this process');
    this.output = outputStream;
    this.output.once('close', () => this.gone.abort());
    this.zip.on('error', (err: Error) => this.fail(err));
  }

  /** Adds a file. Resolves when it has been read to its end; rejects where it cannot be, and when nobody reads the archive any more. */
  async add(path: string, content: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256');
    const { isGone } = this;
    let bytes = 0;
    const counted = async function* () {
      for await (const chunk of content) {
        if (isGone()) throw new AppError('UNAVAILABLE', 'the connection has ended');
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    const source = Readable.from(counted(), { objectMode: false });
    this.zip.addReadStream(source, path, { mtime: this.modifiedAt, mode: 0o100644 });
    try {
      await finished(source, { signal: this.gone.signal });
    } finally {
      // Where nobody reads the archive any more, nobody reads the source to its end.
      source.destroy();
    }
    this.files.push({ path, bytes, sha256: hash.digest('hex') });
  }

  addText(path: string, text: string): Promise<void> {
    return this.add(path, Readable.from([Buffer.from(text)]));
  }

  /** Ends the archive after its last entry. */
  finish(): void {
    this.zip.end();
  }

  /** Fails who reads the archive. */
  fail(err: Error): void {
    this.output.destroy(err);
  }
}
