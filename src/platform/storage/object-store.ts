import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const GZIP_LEVEL = 5;

/** What was stored: size in bytes and the SHA-256 (hexadecimal) of exactly those bytes. */
export interface StoredObject {
  size: number;
  sha256: string;
}

/** What is stored: bytes at once or as they come. */
export type Content = Buffer | AsyncIterable<Buffer>;

/** Keeps objects by key. Keys are paths with `/`, the tenant's id first; objects are never changed. */
export interface ObjectStore {
  /**
   * Stores all of `content` or nothing: the key exists only after the last byte is safe. A failing source fails it.
   * @param isCompressed true to store it gzipped; size and hash are then those of the compressed bytes. @default false
   */
  put(key: string, content: Content, isCompressed?: boolean): Promise<StoredObject>;
  /** @throws {Error} when there is no such object */
  get(key: string): Promise<Readable>;
  exists(key: string): Promise<boolean>;
  /** No error where there is none. */
  delete(key: string): Promise<void>;
}

/** Objects as files below one directory. Written beside, flushed, then renamed into place. */
export class DiskObjectStore implements ObjectStore {
  constructor(private readonly root: string) {}

  async put(key: string, content: Content, isCompressed = false): Promise<StoredObject> {
    const path = this.path(key);
    const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
    await mkdir(dirname(path), { recursive: true });
    try {
      const stored = await this.write(partial, content, isCompressed);
      await rename(partial, path);
      return stored;
    } catch (err) {
      await rm(partial, { force: true });
      throw err;
    }
  }

  async get(key: string): Promise<ReadStream> {
    const path = this.path(key);
    await stat(path);
    return createReadStream(path);
  }

  async exists(key: string): Promise<boolean> {
    return stat(this.path(key)).then(
      () => true,
      () => false,
    );
  }

  async delete(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  private async write(path: string, content: Content, isCompressed: boolean): Promise<StoredObject> {
    const hash = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    const source = Buffer.isBuffer(content) ? [content] : content;
    const sink = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(source, isCompressed ? createGzip({ level: GZIP_LEVEL }) : new PassThrough(), measure, sink);
    return { size, sha256: hash.digest('hex') };
  }

  private path(key: string): string {
    const path = normalize(join(this.root, key));
    if (!path.startsWith(this.root + sep)) throw new Error('an object key left its store');
    return path;
  }
}
