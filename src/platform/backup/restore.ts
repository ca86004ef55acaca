import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { ObjectStore } from '../storage/object-store.js';
import { DamagedBackup, collect, readArchive, type Part } from './archive.js';
import {
  FORMAT_VERSION,
  HEADER,
  HeaderShape,
  MANIFEST,
  ManifestShape,
  ObjectsSum,
  type Header,
  type Manifest,
} from './manifest.js';
import { continueSequences, copyIn, openForFilling, readTables } from './tables.js';

/** A backup that was read completely and is intact. */
export interface Verified {
  header: Header;
  manifest: Manifest;
}

/**
 * Reads a whole backup and verifies every hash, without changing anything.
 * @throws {DamagedBackup} when it is not a backup, or damaged
 */
export async function verifyBackup(path: string): Promise<Verified> {
  await refuseForeign(path);
  let header: Header | null = null;
  let manifest: Manifest | null = null;
  const tables: { name: string; bytes: number; sha256: string }[] = [];
  const objects = new ObjectsSum();
  for await (const part of readArchive(path)) {
    if (manifest) throw new DamagedBackup('there is more after its end');
    if (part.name === HEADER) header = await readHeader(part);
    else if (!header) throw notABackup();
    else if (part.name === MANIFEST) manifest = await readManifest(part);
    else if (part.name.startsWith('tables/')) tables.push({ name: nameOf(part), ...(await sumOf(part)) });
    else if (part.name.startsWith('objects/')) objects.add(nameOf(part), await sumOf(part));
    else throw new DamagedBackup(`it has a part that is not known: ${part.name}`);
  }
  if (!header) throw notABackup();
  if (!manifest) throw new DamagedBackup('it ends early');
  const declared = manifest.tables.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
  if (JSON.stringify(declared) !== JSON.stringify(tables))
    throw new DamagedBackup('its tables differ from those in its manifest');
  if (JSON.stringify(manifest.objects) !== JSON.stringify(objects.total()))
    throw new DamagedBackup('its objects differ from those in its manifest');
  return { header, manifest };
}

/**
 * Fills empty tables, which must be at the migration of the backup, in one transaction: rows, sequences, and then every
 * foreign key is checked.
 */
export async function restoreTables(client: Client, path: string, { manifest }: Verified): Promise<void> {
  await client.query('begin');
  try {
    const close = await openForFilling(client);
    const tables = await readTables({ client });
    // The migrations may have written rows of their own.
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for await (const part of readArchive(path)) {
      const declared = part.name.startsWith('tables/')
        ? manifest.tables.find(({ name }) => name === nameOf(part))
        : null;
      if (!declared) {
        await drain(part);
        continue;
      }
      const table = tables.find(({ name }) => name === declared.name);
      if (!table) throw new DamagedBackup(`there is no table ${declared.name}`);
      const rows = await copyIn(client, { ...table, columns: declared.columns }, part.content);
      if (rows !== declared.rows)
        throw new DamagedBackup(`${declared.name} has ${rows} rows and should have ${declared.rows}`);
    }
    await continueSequences(client);
    await close();
    await client.query('commit');
  } catch (err) {
    await client.query('rollback');
    throw err;
  }
}

/** Stores the backup's objects; when one cannot be stored, the new ones are deleted again. */
export async function restoreObjects(objects: ObjectStore, path: string): Promise<void> {
  const added: string[] = [];
  try {
    for await (const part of readArchive(path)) {
      if (!part.name.startsWith('objects/')) {
        await drain(part);
        continue;
      }
      const key = nameOf(part);
      if (!(await objects.exists(key))) added.push(key);
      await objects.put(key, part.content);
    }
  } catch (err) {
    for (const key of added) await objects.delete(key);
    throw err;
  }
}

/** Distinguishes a file that is not a backup from a damaged one. */
async function refuseForeign(path: string): Promise<void> {
  try {
    for await (const part of readArchive(path)) {
      if (part.name === HEADER) return;
      break;
    }
  } catch (err) {
    if (!(err instanceof DamagedBackup)) throw err;
  }
  throw notABackup();
}

async function readHeader(part: Part): Promise<Header> {
  const parsed = HeaderShape.safeParse(await readJson(part));
  if (!parsed.success) throw notABackup();
  if (parsed.data.formatVersion > FORMAT_VERSION)
    throw new DamagedBackup(`it is of format ${parsed.data.formatVersion}, made by a newer version`);
  return parsed.data;
}

async function readManifest(part: Part): Promise<Manifest> {
  const parsed = ManifestShape.safeParse(await readJson(part));
  if (!parsed.success) throw new DamagedBackup('its manifest cannot be read');
  return parsed.data;
}

async function readJson({ content }: Part): Promise<unknown> {
  const text = (await collect(content)).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

async function sumOf({ content }: Part): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function drain(part: Part): Promise<void> {
  await sumOf(part);
}

/** Name without its folder. */
function nameOf({ name }: Part): string {
  return name.slice(name.indexOf('/') + 1);
}

function notABackup(): DamagedBackup {
  return new DamagedBackup('this is no backup of Crosswalk');
}
