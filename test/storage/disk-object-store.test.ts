import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskObjectStore } from '../../src/platform/storage/disk-object-store.js';
import { describeObjectStore } from './object-store-suite.js';

const partialsOf = async (root: string) =>
  (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.partial'));

describeObjectStore('the object store on disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'crosswalk-objects-'));
  return {
    store: new DiskObjectStore(root),
    countUnfinished: async () => (await partialsOf(root)).length,
    close: () => rm(root, { recursive: true }),
  };
});

describe('files of the object store on disk', () => {
  let root: string;
  let store: DiskObjectStore;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'crosswalk-objects-'));
    store = new DiskObjectStore(root);
  });
  afterAll(() => rm(root, { recursive: true }));

  it.each(['../outside', 'a/../../outside', '', '..'])('stay in their directory: %j is refused', async (key) => {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('left its store');
    await expect(store.get(key)).rejects.toThrow('left its store');
    await expect(store.delete(key)).rejects.toThrow('left its store');
  });

  it('leave no empty directory behind', async () => {
    await store.put('t/scans/1/1/a', Buffer.from('a'));
    await store.put('t/scans/2/1/b', Buffer.from('b'));
    await store.delete('t/scans/1/1/a');
    expect(await readdir(join(root, 't/scans'))).toEqual(['2']);
    await store.delete('t/scans/2/1/b');
    expect(await readdir(root)).toEqual([]);
  });

  it('of a dead process are removed when they have not grown for the given time', async () => {
    await store.put('t/whole', Buffer.from('whole'));
    const [old, fresh] = [join(root, 't/old.1.partial'), join(root, 't/fresh.2.partial')];
    await writeFile(old, 'x');
    await writeFile(fresh, 'x');
    const at = new Date('2026-01-31T12:00:00Z');
    await utimes(old, at, new Date(at.getTime() - 1_000));
    await utimes(fresh, at, at);
    expect(await store.discardUnfinished('u/', at)).toBe(0);
    expect(await store.discardUnfinished('t/', at)).toBe(1);
    expect(await partialsOf(root)).toEqual(['t/fresh.2.partial']);
    expect(await store.exists('t/whole')).toBe(true);
  });
});

describe('many files that are stored concurrently', () => {
  const FILES = 20;
  const FILE_BYTES = 12 * 2 ** 20;
  const CHUNK_BYTES = 64 * 1024;

  it('use at most 64 MB of memory, whatever their size', async () => {
    const root = await mkdtemp(join(tmpdir(), 'crosswalk-objects-'));
    const store = new DiskObjectStore(root);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const made = async function* () {
      for (let sent = 0; sent < FILE_BYTES; sent += CHUNK_BYTES) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        // As a socket makes them: each a buffer of its own.
        yield await Promise.resolve(Buffer.from(new ArrayBuffer(CHUNK_BYTES)));
      }
    };
    await Promise.all(Array.from({ length: FILES }, (_, no) => store.put(`t/${no}`, made())));
    await rm(root, { recursive: true });
    expect(most).toBeGreaterThan(CHUNK_BYTES);
    expect(most).toBeLessThan(64 * 2 ** 20);
  });
});
