import type { ObjectOwner } from '../../feature/object-owner.js';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '../../platform/storage/object-store.js';

const FOLDER = 'audit-heads';
const DIGITS = 12;

/** Signed heads: needed for ever, whatever the database says. */
export const headObjects: ObjectOwner = {
  folder: FOLDER,
  counted: 'audit',
  inUse: (_em, _tenantId, keys) => Promise.resolve(keys),
};

/** Key of the head of some number of entries; in the order of their numbers. */
export function headKeyOf(tenantId: string, size: number): string {
  return `${tenantId}/${FOLDER}/${String(size).padStart(DIGITS, '0')}.txt`;
}

/** Note of the head with the most entries that the object store has of a tenant; null where it has none. */
export async function readNewestNote(objects: ObjectStore, tenantId: string): Promise<string | null> {
  let newest: string | null = null;
  for await (const page of objects.list(`${tenantId}/${FOLDER}/`)) newest = page.at(-1)?.key ?? newest;
  return newest === null ? null : (await buffer(await objects.get(newest))).toString('utf8');
}

/** Notes of the signed heads that the object store has of a tenant, oldest first. */
export async function readStoredNotes(objects: ObjectStore, tenantId: string): Promise<string[]> {
  const notes: string[] = [];
  for await (const page of objects.list(`${tenantId}/${FOLDER}/`)) {
    for (const { key } of page) notes.push((await buffer(await objects.get(key))).toString('utf8'));
  }
  return notes;
}
