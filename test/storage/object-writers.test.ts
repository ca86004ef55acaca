import { glob, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DECLARATIONS } from '../../src/app/features.js';
import { newId } from '../../src/platform/crypto/uuid.js';
import { CountedObjectStore } from '../../src/modules/storage/counted-object-store.js';
import { DiskObjectStore } from '../../src/platform/storage/disk-object-store.js';

/** Whose objects each place that writes some stores, by the folder of their owner. */
const WRITERS: Readonly<Record<string, string>> = {
  'src/modules/audit/audit-export.ts': 'audit-exports',
  'src/modules/audit/head-signer.ts': 'audit-heads',
  'src/modules/evidence/upload.service.ts': 'evidence',
  'src/modules/imports/import.service.ts': 'imports',
  'src/modules/reports/report.service.ts': 'reports',
  'src/modules/scans/scan-artifacts.ts': 'scans',
  'src/modules/scans/scan-collection.ts': 'scans',
  'src/modules/scans/snapshot-writer.ts': 'scans',
};

/** Those that write no object of an organization into the store of the service. */
const OTHERS: Readonly<Record<string, string>> = {
  'src/modules/security-push/senders.ts': 'a bucket of the organization',
  'src/modules/storage/counted-object-store.ts': 'what counts',
  'src/platform/backup/restore.ts': 'objects whose rows, with their counts, are restored beside them',
};

const OWNERS = DECLARATIONS.flatMap(({ objects }) => objects ?? []);

async function sources(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const path of glob('src/**/*.ts', { exclude: (name) => name === 'dashboard' })) {
    found.set(path, await readFile(path, 'utf8'));
  }
  return found;
}

describe('the places that write objects', () => {
  it('are all known here, with the owner that has them counted', async () => {
    const writers = [...(await sources())].filter(([, text]) => text.includes('.put(')).map(([path]) => path);
    expect(writers.toSorted()).toEqual([...Object.keys(WRITERS), ...Object.keys(OTHERS)].toSorted());
    const folders = OWNERS.map(({ folder }) => folder);
    expect(new Set(Object.values(WRITERS))).toEqual(new Set(folders));
    expect(new Set(folders).size).toBe(folders.length);
  });

  it('reserve room where their owner counts by its rows, and where somebody uploads', async () => {
    const texts = await sources();
    const byRows = new Set(OWNERS.filter(({ counted }) => counted === 'rows').map(({ folder }) => folder));
    for (const [path, folder] of Object.entries(WRITERS)) {
      const isReserving = /[qQ]uota\.reserve\(/.test(texts.get(path) ?? '');
      expect([path, isReserving]).toEqual([path, byRows.has(folder) || folder === 'imports']);
    }
  });

  it('get the store that counts: no feature opens another for the objects of an organization', async () => {
    const opening = [...(await sources())]
      .filter(([path]) => path.startsWith('src/modules/'))
      .filter(([, text]) => /new (Disk|S3)ObjectStore\(|openStorage\(/.test(text))
      .map(([path]) => path);
    expect(opening).toEqual(['src/modules/security-push/senders.ts']);
  });

  it('cannot write what nobody owns', async () => {
    const unreachable = {
      fork: () => {
        throw new Error('nothing is counted');
      },
      within: <T>(_scope: unknown, work: () => T) => work(),
    };
    const store = new CountedObjectStore(new DiskObjectStore('/nonexistent'), unreachable, OWNERS);
    for (const key of [`${newId()}/exports/1`, `${newId()}/evidence-of/1`, 'lost+found', '']) {
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(/nothing owns objects/);
    }
  });
});
