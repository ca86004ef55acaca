import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.js';
import { failpoint } from '../failpoints.js';
import type { ByteRange } from './object-reference.rules.js';
import { ObjectMissing, type Content, type ListedObject, type ObjectStore, type StoredObject } from './object-store.js';
import { HashingReader } from './hashing-reader.js';
import { MinorCollector } from './minor-collector.js';

const PARTIAL = '.partial';
const PAGE = 1_000;
const TRIES_MAX = 5;

/** Object store of files below one directory. Files are written under a temporary name, flushed, then renamed. */
export class DiskObjectStore implements ObjectStore {
  private readonly collector = new MinorCollector();

  /** @param reserveBytes free space that is left to others on the same disk, such as a database. @default 0 */
  constructor(
    private readonly root: string,
    private readonly reserveBytes = 0,
  ) {}

  /** Whether the disk has more free space than the reserve. */
  async hasRoom(): Promise<boolean> {
    if (this.reserveBytes === 0) return true;
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.root);
    return bavail * bsize > this.reserveBytes;
  }

  async put(key: string, content: Content, isCompressed = false): Promise<StoredObject> {
    if (!(await this.hasRoom())) throw storageFull();
    const path = this.path(key);
    const partial = `${path}.${randomBytes(6).toString('hex')}${PARTIAL}`;
    const file = await this.create(partial);
    try {
      await failpoint('object.write.before', key);
      const reader = new HashingReader(content, isCompressed, (count) => this.collector.passed(count));
      await pipeline(reader.bytes(), file.createWriteStream({ flush: true }));
      await failpoint('object.rename.before', key);
      await rename(partial, path);
      await failpoint('object.write.after', key);
      return reader.stored();
    } catch (err) {
      await rm(partial, { force: true });
      if (isFull(err)) throw storageFull(err);
      throw isDiskFault(err) ? unavailable(err) : err;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.path(key)).catch((err: unknown) => {
      throw isMissing(err) ? new ObjectMissing(key, err) : unavailable(err);
    });
    return file.createReadStream(range);
  }

  async sizeOf(key: string): Promise<number> {
    const found = await stat(this.path(key)).catch((err: unknown) => {
      throw isMissing(err) ? new ObjectMissing(key, err) : unavailable(err);
    });
    return found.size;
  }

  async exists(key: string): Promise<boolean> {
    return stat(this.path(key)).then(
      () => true,
      (err: unknown) => {
        if (isMissing(err)) return false;
        throw unavailable(err);
      },
    );
  }

  async delete(key: string): Promise<void> {
    const path = this.path(key);
    await failpoint('object.delete.before', key);
    await rm(path, { force: true });
    await failpoint('object.delete.after', key);
    await this.removeEmpty(dirname(path));
  }

  async *list(prefix: string): AsyncGenerator<ListedObject[]> {
    let page: ListedObject[] = [];
    for await (const path of this.walk(this.directory(prefix))) {
      const key = this.key(path);
      if (!key.startsWith(prefix) || key.endsWith(PARTIAL)) continue;
      const found = await stat(path).catch(() => null);
      if (found) page.push({ key, modifiedAt: found.mtime, size: found.size });
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  async discardUnfinished(prefix: string, before: Date): Promise<number> {
    let count = 0;
    for await (const path of this.walk(this.directory(prefix))) {
      if (!path.endsWith(PARTIAL) || !this.key(path).startsWith(prefix)) continue;
      const found = await stat(path).catch(() => null);
      if (!found || found.mtime >= before) continue;
      await rm(path, { force: true });
      await this.removeEmpty(dirname(path));
      count += 1;
    }
    return count;
  }

  /** Creates a file and its directories, which a concurrent delete may be removing. */
  private async create(path: string): Promise<FileHandle> {
    for (let attempt = 1; ; attempt++) {
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        return await open(path, 'wx', 0o600);
      } catch (err) {
        if (isFull(err)) throw storageFull(err);
        if (!isMissing(err) || attempt === TRIES_MAX) throw unavailable(err);
      }
    }
  }

  /** Removes empty directories, from `directory` upwards. */
  private async removeEmpty(directory: string): Promise<void> {
    for (let at = directory; at.startsWith(this.root + sep); at = dirname(at)) {
      const isGone = await rmdir(at).then(
        () => true,
        () => false,
      );
      if (!isGone) return;
    }
  }

  /** Every file below `directory`, in the order of the keys. */
  private async *walk(directory: string): AsyncGenerator<string> {
    const entries = await readdir(directory, { withFileTypes: true }).catch((err: unknown): Dirent[] => {
      if (isMissing(err)) return [];
      throw unavailable(err);
    });
    // A directory's name counts with its slash, as in the key.
    const named = entries.map((entry) => ({ entry, name: entry.name + (entry.isDirectory() ? '/' : '') }));
    named.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { entry } of named) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) yield* this.walk(path);
      else if (entry.isFile()) yield path;
    }
  }

  /** The deepest directory that contains every key with this prefix. */
  private directory(prefix: string): string {
    return join(this.root, prefix.slice(0, prefix.lastIndexOf('/') + 1), '.');
  }

  private key(path: string): string {
    return path.slice(this.root.length + 1).replaceAll(sep, '/');
  }

  private path(key: string): string {
    const path = normalize(join(this.root, key));
    if (!path.startsWith(this.root + sep)) throw new Error('an object key left its store');
    return path;
  }
}

function isMissing(err: unknown): boolean {
  const { code } = err as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}

/** Whether the disk or a quota of it is full. */
function isFull(err: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((err as NodeJS.ErrnoException).code ?? '');
}

/** Whether the disk is broken; errors of a source have no such codes. */
function isDiskFault(err: unknown): boolean {
  return ['EIO', 'EROFS', 'EACCES', 'EMFILE'].includes((err as NodeJS.ErrnoException).code ?? '');
}

function unavailable(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'the object store does not answer, try again', { cause, retryAfterSeconds: 10 });
}

/** Nothing of the object is stored, and everything else stays. */
function storageFull(cause?: unknown): AppError {
  const message = 'the storage of the service is full, nothing was changed: the operator has to make room';
  return new AppError('UNAVAILABLE', message, { cause, retryAfterSeconds: 300 });
}
