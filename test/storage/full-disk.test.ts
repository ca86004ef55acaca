import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAppError } from '../../src/graphql/errors.js';
import { DiskObjectStore } from '../../src/platform/storage/disk-object-store.js';

/** More than any disk has. */
const ALL_SPACE = Number.MAX_SAFE_INTEGER;

describe('a disk with less free space than the reserve', () => {
  let root: string;

  beforeAll(async () => {
    root = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'full-'));
    await new DiskObjectStore(root).put('a/kept', Buffer.from('kept'));
  });
  afterAll(() => rm(root, { recursive: true }));

  it('stores no object, and leaves no part of one', async () => {
    const store = new DiskObjectStore(root, ALL_SPACE);
    expect(await store.hasRoom()).toBe(false);
    await expect(store.put('a/new', Buffer.from('new'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 300,
    });
    expect(await readdir(join(root, 'a'))).toEqual(['kept']);
  });

  it('still reads and deletes what is there', async () => {
    const store = new DiskObjectStore(root, ALL_SPACE);
    expect(await store.exists('a/kept')).toBe(true);
    const chunks = await (await store.get('a/kept')).toArray();
    expect(Buffer.concat(chunks as Buffer[]).toString()).toBe('kept');
    await store.delete('a/kept');
    expect(await store.exists('a/kept')).toBe(false);
  });

  it('is no matter where the free space is more than the reserve', async () => {
    const store = new DiskObjectStore(root, 1);
    expect(await store.hasRoom()).toBe(true);
    await store.put('a/new', Buffer.from('new'));
    expect(await store.exists('a/new')).toBe(true);
  });
});

describe('a source that ends with ENOSPC', () => {
  it('is reported as a full storage', async () => {
    const root = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'full-'));
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    async function* content(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from('x'));
      throw full;
    }
    await expect(new DiskObjectStore(root).put('a/b', content())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await rm(root, { recursive: true });
  });
});

describe('PostgreSQL on a full disk', () => {
  it('is UNAVAILABLE with a time to try again, not INTERNAL', () => {
    const full = Object.assign(new Error('could not extend file'), { code: '53100' });
    expect(toAppError(new Error('cannot store', { cause: full }))).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'the disk of the database is full',
      retryAfterSeconds: 300,
    });
  });
});
