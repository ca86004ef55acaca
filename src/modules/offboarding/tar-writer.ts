import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';

/** A file of an archive, as its manifest lists it. */
export interface ArchivedFile {
  path: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/**
 * Writes a gzipped tar file of plain files, which every `tar` reads. A tar needs the size of a file before its content: each one is
 * written beside the archive first. Library: tar-stream, which the backup uses too.
 */
export class TarWriter {
  readonly files: ArchivedFile[] = [];
  private readonly tar: Pack = pack();
  private readonly written: Promise<void>;

  constructor(private readonly path: string) {
    const sink = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    this.written = pipeline(this.tar, createGzip({ level: 6 }), sink);
    this.written.catch(() => undefined);
  }

  /** Adds a file. */
  async add(path: string, content: AsyncIterable<string | Buffer>): Promise<void> {
    const spool = `${this.path}.part`;
    const hash = createHash('sha256');
    try {
      const hashed = async function* () {
        for await (const bytes of content) {
          hash.update(bytes);
          yield bytes;
        }
      };
      await pipeline(hashed, createWriteStream(spool, { flags: 'w', mode: 0o600 }));
      const { size: bytes } = await stat(spool);
      const entry = this.tar.entry({ name: path, size: bytes });
      // A full disk fails the archive, after which no entry is ever taken.
      await Promise.race([pipeline(createReadStream(spool), entry), this.written]);
      this.files.push({ path, bytes, sha256: hash.digest('hex') });
    } finally {
      await rm(spool, { force: true });
    }
  }

  addText(path: string, text: string): Promise<void> {
    return this.add(path, toIterable(text));
  }

  async finish(): Promise<void> {
    this.tar.finalize();
    await this.written;
  }

  /** Removes what was written. */
  async abandon(): Promise<void> {
    this.tar.destroy();
    await this.written.catch(() => undefined);
    await rm(this.path, { force: true });
  }
}

async function* toIterable(text: string): AsyncGenerator<string> {
  yield text;
}
