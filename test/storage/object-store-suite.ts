import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { ObjectMissing, type ListedObject, type ObjectStore } from '../../src/platform/storage/object-store.js';

const MB = 2 ** 20;
const TENANT = '00000000-0000-4000-8000-00000000000a';

/** An empty store under test. */
export interface StoreUnderTest {
  store: ObjectStore;
  /** Number of writes that have begun and neither ended nor been cleaned up. */
  countUnfinished: () => Promise<number>;
  close: () => Promise<void>;
}

/** Defines the tests of every object store. */
export function describeObjectStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let stage: StoreUnderTest;
    let store: ObjectStore;
    beforeAll(async () => {
      stage = await open();
      store = stage.store;
    });
    afterAll(() => stage.close());

    const read = async (key: string) => buffer(await store.get(key));
    const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

    it.each([
      ['nothing', 0],
      ['a byte', 1],
      ['somewhat more than a part', 6 * MB + 1],
      ['several parts', 16 * MB],
    ])('returns %s unchanged, with size and hash', async (what, size) => {
      const content = randomBytes(size);
      const key = `${TENANT}/same/${what.replaceAll(' ', '-')}`;
      expect(await store.put(key, inPieces(content))).toEqual({ size, sha256: sha256(content) });
      expect((await read(key)).equals(content)).toBe(true);
    });

    it('overwrites an object with equal bytes', async () => {
      const content = Buffer.from('at once');
      expect(await store.put(`${TENANT}/once`, content)).toEqual({ size: 7, sha256: sha256(content) });
      expect((await read(`${TENANT}/once`)).toString()).toBe('at once');
    });

    it('returns the size, and a part of an object', async () => {
      const key = `${TENANT}/part`;
      await store.put(key, Buffer.from('0123456789'));
      expect(await store.sizeOf(key)).toBe(10);
      expect((await buffer(await store.get(key, { start: 2, end: 4 }))).toString()).toBe('234');
      expect((await buffer(await store.get(key, { start: 9, end: 9 }))).toString()).toBe('9');
      await expect(store.sizeOf(`${TENANT}/missing`)).rejects.toThrow(ObjectMissing);
    });

    it('compresses on request, and returns size and hash of the stored bytes', async () => {
      const stored = await store.put(`${TENANT}/text.gz`, inPieces(Buffer.alloc(MB, 'a')), true);
      const content = await read(`${TENANT}/text.gz`);
      expect(stored).toEqual({ size: content.length, sha256: sha256(content) });
      expect(content.length).toBeLessThan(MB / 10);
      expect(gunzipSync(content).equals(Buffer.alloc(MB, 'a'))).toBe(true);
    });

    it.each([
      ['at once', 0],
      ['in its first part', MB],
      ['after several parts', 12 * MB],
    ])('stores nothing of a source that fails %s, and throws its error', async (when, size) => {
      const key = `${TENANT}/failing/${when.replaceAll(' ', '-')}`;
      const failure = new Error('the source broke');
      const broken = async function* () {
        yield* inPieces(randomBytes(size));
        throw await Promise.resolve(failure);
      };
      await expect(store.put(key, broken())).rejects.toBe(failure);
      expect(await store.exists(key)).toBe(false);
      expect(await stage.countUnfinished()).toBe(0);
    });

    it('does not show an object before its last byte', async () => {
      const key = `${TENANT}/slow`;
      const gate = Promise.withResolvers<undefined>();
      const begun = Promise.withResolvers<undefined>();
      const slow = async function* () {
        yield* inPieces(randomBytes(6 * MB));
        begun.resolve(undefined);
        await gate.promise;
        yield Buffer.from('end');
      };
      const put = store.put(key, slow());
      await begun.promise;
      expect(await store.exists(key)).toBe(false);
      expect((await listed(store, key)).length).toBe(0);
      gate.resolve(undefined);
      await put;
      expect(await store.exists(key)).toBe(true);
    });

    it('reports a missing object, and deletes one without an error', async () => {
      const key = `${TENANT}/never`;
      expect(await store.exists(key)).toBe(false);
      await expect(store.get(key)).rejects.toThrow(ObjectMissing);
      await store.delete(key);
      await store.put(key, Buffer.from('x'));
      await store.delete(key);
      expect(await store.exists(key)).toBe(false);
      await expect(store.get(key)).rejects.toThrow(ObjectMissing);
    });

    it('lists the keys of a prefix in order, with the time and the size of each', async () => {
      const since = Date.now() - 60_000;
      const keys = ['a/2/y', 'a/2/x', 'a-1', 'a/10', 'a/1', 'a.b', 'ab', 'b'].map((key) => `${TENANT}/list/${key}`);
      for (const key of keys) await store.put(key, Buffer.from(key));
      const all = await listed(store, `${TENANT}/list/`);
      expect(all.map(({ key }) => key)).toEqual(keys.toSorted());
      const [first] = all;
      expect(first?.modifiedAt.getTime()).toBeGreaterThan(since);
      expect(all.map(({ size }) => size)).toEqual(keys.toSorted().map((key) => key.length));
      const below = await listed(store, `${TENANT}/list/a/`);
      expect(below.map(({ key }) => key)).toEqual(
        ['a/1', 'a/10', 'a/2/x', 'a/2/y'].map((key) => `${TENANT}/list/${key}`),
      );
      expect(await listed(store, `${TENANT}/list/c/`)).toEqual([]);
    });

    it('lists more than a page, each once', async () => {
      const keys = Array.from({ length: 1_050 }, (_, no) => `${TENANT}/many/${String(no).padStart(5, '0')}`);
      for (let at = 0; at < keys.length; at += 50) {
        await Promise.all(keys.slice(at, at + 50).map((key) => store.put(key, Buffer.from('x'))));
      }
      expect((await listed(store, `${TENANT}/many/`)).map(({ key }) => key)).toEqual(keys);
      const sizes: number[] = [];
      for await (const page of store.list(`${TENANT}/many/`)) sizes.push(page.length);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    });

    it('stores and deletes neighbors concurrently', async () => {
      const rounds = Array.from({ length: 40 }, async (_, no) => {
        await store.put(`${TENANT}/crowd/${no % 4}/${no}`, Buffer.from(String(no)));
        if (no % 2 === 0) await store.delete(`${TENANT}/crowd/${no % 4}/${no}`);
      });
      await Promise.all(rounds);
      expect(await listed(store, `${TENANT}/crowd/`)).toHaveLength(20);
    });
  });
}

/** Chunks of different sizes, like those of a socket. */
async function* inPieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 60_001) {
    yield await Promise.resolve(content.subarray(at, at + 60_001));
  }
}

async function listed(store: ObjectStore, prefix: string): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  for await (const page of store.list(prefix)) found.push(...page);
  return found;
}
