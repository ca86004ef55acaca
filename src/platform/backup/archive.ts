import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack, type Extract, type Pack } from 'tar-stream';

const CHUNK_BYTES = 4 * 1024 * 1024;
const SUM = 'sha256';

type Entry = Extract extends AsyncIterable<infer Each> ? Each : never;

/** Size and hash of a part. */
export interface PartSum {
  bytes: number;
  sha256: string;
}

/** The file is not a backup, or was damaged. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
}

/**
 * Writes named parts into one gzipped tar file as a stream. Their sizes are not known in advance, so each part is a
 * folder of numbered chunks (`<part>/0`, `<part>/1`, …) and a file with its SHA-256 (`<part>/sha256`).
 */
export class ArchiveWriter {
  private readonly tar: Pack = pack();
  private readonly written: Promise<void>;
  private failure: Error | null = null;
  private onFailure: (err: Error) => void = () => undefined;

  constructor(path: string) {
    const sink = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    this.written = pipeline(this.tar, createGzip({ level: 6 }), sink);
    // A full disk ends the pipeline, and then no entry is ever taken.
    this.written.catch((err: unknown) => {
      this.failure = err instanceof Error ? err : new Error(String(err));
      this.onFailure(this.failure);
    });
  }

  async part(name: string, content: AsyncIterable<Buffer>): Promise<PartSum> {
    const hash = createHash('sha256');
    let bytes = 0;
    let count = 0;
    for await (const chunk of inChunks(content)) {
      hash.update(chunk);
      bytes += chunk.length;
      await this.entry(`${name}/${count++}`, chunk);
    }
    const sha256 = hash.digest('hex');
    await this.entry(`${name}/${SUM}`, Buffer.from(sha256));
    return { bytes, sha256 };
  }

  json(name: string, value: unknown): Promise<PartSum> {
    return this.part(name, once(Buffer.from(JSON.stringify(value, null, 2))));
  }

  async finish(): Promise<void> {
    this.tar.finalize();
    await this.written;
  }

  /** Aborts the archive; the file is unusable. */
  async abandon(): Promise<void> {
    this.tar.destroy();
    await this.written.catch(() => undefined);
  }

  private entry(name: string, content: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.onFailure = reject;
      if (this.failure) reject(this.failure);
      else this.tar.entry({ name, size: content.length }, (err) => (err ? reject(err) : resolve())).end(content);
    });
  }
}

/** A part of an archive; read `content` to its end before the next. */
export interface Part {
  name: string;
  /** @throws {DamagedBackup} at its end, when its hash differs from the recorded one */
  content: AsyncGenerator<Buffer>;
}

/**
 * Parts of an archive in their order.
 * @throws {DamagedBackup} when the file is not an archive, was truncated, or was changed
 */
export async function* readArchive(path: string): AsyncGenerator<Part> {
  const source = createReadStream(path);
  const tar = extract();
  const read = pipeline(source, createGunzip(), tar);
  read.catch(() => undefined);
  try {
    const entries = tar[Symbol.asyncIterator]();
    for (;;) {
      const next = await nextOf(entries);
      if (next.done === true) break;
      const entry = next.value;
      const [, name] = /^(.+)\/0$/s.exec(entry.header.name) ?? [];
      if (name === undefined) throw new DamagedBackup(`${entry.header.name} is not expected here`);
      yield { name, content: contentOf(name, entry, entries) };
    }
    await read;
  } catch (err) {
    throw asDamage(err);
  } finally {
    source.destroy();
    tar.destroy();
  }
}

/** Converts errors of gzip and tar, which mean a damaged file; those of the disk stay unchanged. */
function asDamage(err: unknown): unknown {
  const { code } = err as { code?: unknown };
  if (err instanceof DamagedBackup || (typeof code === 'string' && /^E[A-Z]+$/.test(code))) return err;
  return new DamagedBackup('the file cannot be read to its end', { cause: err });
}

async function nextOf(entries: AsyncIterator<Entry>): Promise<IteratorResult<Entry>> {
  try {
    return await entries.next();
  } catch (err) {
    throw asDamage(err);
  }
}

async function* contentOf(name: string, first: Entry, entries: AsyncIterator<Entry>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let entry = first;
  for (let chunk = 1; ; chunk++) {
    for await (const bytes of bytesOf(entry)) {
      hash.update(bytes);
      yield bytes;
    }
    const next = await nextOf(entries);
    if (next.done === true) throw new DamagedBackup(`${name} ends early`);
    entry = next.value;
    if (entry.header.name === `${name}/${SUM}`) break;
    if (entry.header.name !== `${name}/${chunk}`) throw new DamagedBackup(`${name} is not whole`);
  }
  const expected = (await collect(bytesOf(entry))).toString();
  if (hash.digest('hex') !== expected) throw new DamagedBackup(`${name} has not the hash that it was written with`);
}

async function* bytesOf(entry: Entry): AsyncGenerator<Buffer> {
  const read = entry[Symbol.asyncIterator]();
  for (;;) {
    let next;
    try {
      next = await read.next();
    } catch (err) {
      throw asDamage(err);
    }
    if (next.done === true) return;
    yield next.value as Buffer;
  }
}

/** All bytes of a part that is known to be small. */
export async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Chunks of some 4 MiB; one empty chunk for no content. */
async function* inChunks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  let isEmpty = true;
  for await (const bytes of content) {
    pending.push(bytes);
    size += bytes.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(pending);
    isEmpty = false;
    pending = [];
    size = 0;
  }
  if (size > 0 || isEmpty) yield Buffer.concat(pending);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
