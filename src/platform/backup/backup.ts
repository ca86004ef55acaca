import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Owner } from '../database/owner.js';
import { migrationNames } from '../database/owner.sql.js';
import type { ObjectStore } from '../storage/object-store.js';
import { ArchiveWriter } from './archive.js';
import { FORMAT_VERSION, HEADER, MANIFEST, ObjectsSum, type Header, type Manifest } from './manifest.js';
import { copyOut, readRowOwners, readTables } from './tables.js';

export interface BackupOptions {
  owner: Owner;
  objects: ObjectStore;
  /** Path of the file, which must not exist. */
  path: string;
  productVersion: string;
  secretKeyId: string;
  now: Date;
}

/**
 * Writes all data of a service into one file: the rows of one moment, then the objects, which never change and exist
 * before their rows. The service may run meanwhile. Memory is bounded; the file exists only when it is complete.
 */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { owner, path } = options;
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
  const archive = new ArchiveWriter(partial);
  try {
    await owner.client.query('begin isolation level repeatable read read only');
    await archive.json(HEADER, await readHeader(options));
    const tables = await writeTables(owner, archive);
    await owner.client.query('commit');
    const manifest = { tables, objects: await writeObjects(options.objects, archive) };
    await archive.json(MANIFEST, manifest);
    await archive.finish();
    await rename(partial, path);
    return manifest;
  } catch (err) {
    await archive.abandon();
    await rm(partial, { force: true });
    throw err;
  }
}

async function readHeader({ owner, productVersion, secretKeyId, now }: BackupOptions): Promise<Header> {
  const migrations = await migrationNames.all(owner.client);
  return {
    format: 'crosswalk-backup',
    formatVersion: FORMAT_VERSION,
    productVersion,
    createdAt: now.toISOString(),
    migrations: migrations.map(({ name }) => name),
    secretKeyId,
  };
}

async function writeTables(owner: Owner, archive: ArchiveWriter): Promise<Manifest['tables']> {
  const owners = await readRowOwners(owner);
  const written: Manifest['tables'] = [];
  for (const table of await readTables(owner)) {
    let rows = 0;
    const sum = await archive.part(
      `tables/${table.name}`,
      copyOut(owner, table, owners, (more) => (rows += more)),
    );
    written.push({ name: table.name, columns: table.columns, rows, ...sum });
  }
  return written;
}

async function writeObjects(objects: ObjectStore, archive: ArchiveWriter): Promise<Manifest['objects']> {
  const sum = new ObjectsSum();
  for await (const page of objects.list('')) {
    for (const { key } of page) {
      const content = await open(objects, key);
      if (content) sum.add(key, await archive.part(`objects/${key}`, content));
    }
  }
  return sum.total();
}

/** Opens an object; null for one that was deleted since it was listed: its rows had been deleted before. */
async function open(objects: ObjectStore, key: string): Promise<Readable | null> {
  try {
    return await objects.get(key);
  } catch (err) {
    if (await objects.exists(key)) throw err;
    return null;
  }
}
