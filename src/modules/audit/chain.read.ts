import type { KeyObject } from 'node:crypto';
import type { EntityManager } from '../../platform/database/database.js';
import type { Owner } from '../../platform/database/owner.js';
import type { Connection } from '../../platform/database/statement.js';
import { storedEntries, trailContains } from './chain.sql.js';
import { readEvents } from './event-digest.read.js';
import { RecordedDigests, verifyEvents, type EventVerification } from './event-verification.js';
import { entryText, type StoredEntry } from './entry-text.rules.js';
import { signedHeads } from './head.sql.js';
import { openHead, type AuditHead } from './signed-head.rules.js';
import { verifyTrail, type Chain, type TextEntry } from './trail-verification.js';

const ROWS_AT_ONCE = 2_000;

/** A verified trail, and the security events of which it has digests; null where they were not given. */
export type VerifiedTrail = Chain & { events: EventVerification | null };

/** Heads for a verification: those that were signed, and the notes whose signature is not valid. */
export interface OpenedHeads {
  heads: AuditHead[];
  forged: string[];
}

/** The heads of signed notes about one tenant. */
export function openHeads(tenantId: string, notes: readonly string[], publicKeys: readonly KeyObject[]): OpenedHeads {
  const opened = notes.map((note) => ({ note, head: openHead(note, publicKeys) }));
  const heads = opened.flatMap(({ head }) => (head?.tenantId === tenantId ? [head] : []));
  return { heads, forged: opened.flatMap(({ note, head }) => (head === null ? [note] : [])) };
}

/** Entries of a tenant after a number, oldest first, read a part at a time. */
export async function* readEntries(
  connection: Connection,
  tenantId: string,
  after = 0,
  entries: typeof storedEntries = storedEntries,
): AsyncGenerator<StoredEntry, void, undefined> {
  for (let last = after; ;) {
    const found = await entries.all(connection, { tenantId, after: last, limit: ROWS_AT_ONCE });
    yield* found;
    if (found.length < ROWS_AT_ONCE) return;
    last = found.at(-1)?.sequence ?? last;
  }
}

/**
 * Verifies a tenant's trail: reads its rows and computes everything here, because functions of the database belong to
 * its owner. The security events that are stored are compared with the trail's digests. Without heads from elsewhere, a trail that was truncated or rewritten as a whole is still valid.
 * @param heads signed heads from the object store, a file or a receiver
 */
export async function verifyChain(
  owner: Owner,
  tenantId: string,
  heads: readonly AuditHead[] = [],
): Promise<VerifiedTrail> {
  const { client } = owner;
  await owner.bind(tenantId);
  const recorded = new RecordedDigests();
  // Retention deletes events while this reads.
  await client.query('begin isolation level repeatable read read only');
  try {
    const chain = await verifyTrail(tenantId, recorded.of(textsOf(readEntries(client, tenantId))), heads);
    return { ...chain, events: await verifyEvents(recorded, readEvents(client, tenantId)) };
  } finally {
    await client.query('commit');
  }
}

/** Whether a recorded head is still in the trail, so that the trail has only grown since. */
export async function contains(owner: Owner, tenantId: string, hash: string): Promise<boolean> {
  await owner.bind(tenantId);
  return (await trailContains.only(owner.client, { tenantId, hash })).contains;
}

/** Notes of the signed heads that the database has of a tenant, oldest first. */
export async function readHeadNotes(connection: Connection | EntityManager, tenantId: string): Promise<string[]> {
  return (await signedHeads.all(connection, { tenantId })).map(({ note }) => note);
}

/** Entries with the texts of their hashes. */
async function* textsOf(entries: AsyncIterable<StoredEntry>): AsyncGenerator<TextEntry> {
  for await (const entry of entries) {
    const { sequence, hash, previousHash } = entry;
    yield { sequence, hash, previousHash, text: entryText(entry) };
  }
}
