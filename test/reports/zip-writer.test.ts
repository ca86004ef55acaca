import { describe, expect, it } from 'vitest';
import { ZipWriter } from '../../src/modules/reports/package/zip-writer.js';
import { filesOfZip } from './zip-reader.js';

const AT = new Date('2026-03-31T12:00:00Z');
const MIB = Buffer.alloc(2 ** 20, 'x');

async function* times(count: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) yield await Promise.resolve(MIB);
}

async function bytesOf({ output }: ZipWriter): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of output) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('a zip that is written while it is read', () => {
  it('has every entry in its order, with size and hash', async () => {
    const zip = new ZipWriter(AT);
    const bytes = bytesOf(zip);
    await zip.addText('first.txt', 'abc');
    await zip.add('folder/größe.bin', times(3));
    zip.finish();
    const files = filesOfZip(await bytes);
    expect([...files.keys()]).toEqual(['first.txt', 'folder/größe.bin']);
    expect(files.get('folder/größe.bin')).toHaveLength(3 * 2 ** 20);
    // SHA-256 of "abc": FIPS 180-2, appendix B.1.
    expect(zip.files[0]).toEqual({
      path: 'first.txt',
      bytes: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
  });

  it('ends its source when nobody reads it any more', async () => {
    const zip = new ZipWriter(AT);
    const added = zip.add('endless', times(Infinity));
    const reader = zip.output[Symbol.asyncIterator]();
    await reader.next();
    await reader.return?.();
    await expect(added).rejects.toThrow();
  });

  it('reads no further, and fails, once nobody waits for it', async () => {
    let read = 0;
    const counted = async function* () {
      for await (const chunk of times(1_000)) {
        read += 1;
        yield chunk;
      }
    };
    const zip = new ZipWriter(AT, () => read > 3);
    const bytes = bytesOf(zip);
    const added = zip.add('large', counted());
    added.catch((err: unknown) => zip.fail(err as Error));
    await expect(added).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(bytes).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(read).toBe(4);
  });

  it('fails its reader with the error of a source', async () => {
    const zip = new ZipWriter(AT);
    const failing = async function* () {
      yield await Promise.resolve(MIB);
      throw new Error('the store is gone');
    };
    const bytes = bytesOf(zip);
    await zip.add('file', failing()).catch((err: unknown) => zip.fail(err as Error));
    await expect(bytes).rejects.toThrow('the store is gone');
  });
});
