import { createHash } from 'node:crypto';

/** An entry as it is stored. */
export interface StoredEntry {
  tenantId: string;
  sequence: number;
  id: string;
  /** UTC to the microsecond without a zone: `2026-11-23T03:04:05.678000`. */
  at: string;
  actorType: string;
  actorId: string | null;
  apiKeyId: string | null;
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
  action: string;
  resourceType: string;
  resourceId: string | null;
  /** JSON in the spelling of PostgreSQL's `jsonb`. */
  before: string | null;
  /** JSON in the spelling of PostgreSQL's `jsonb`. */
  after: string | null;
  previousHash: string;
  hash: string;
}

/** An entry as the lines of an export have it. */
export interface ExportedEntry {
  sequence: number;
  id: string;
  at: string;
  actor: { type: string; id: string | null; api_key_id: string | null };
  address: string | null;
  user_agent: string | null;
  request_id: string | null;
  action: string;
  resource_type: string;
  resource_id: string | null;
  before: unknown;
  after: unknown;
  previous_hash: string;
  hash: string;
  /** The text whose SHA-256 is `hash`. */
  text: string;
}

/** Hash before the first entry. */
export const NO_HASH = '0'.repeat(64);

/**
 * The text whose SHA-256 is the hash of an entry: an array of its values, beginning with the hash before it, in the
 * spelling of PostgreSQL's `jsonb`, as `audit_hash()` in the database builds it. The agent stands at the end of entries
 * that have one.
 */
export function entryText(entry: Omit<StoredEntry, 'hash'>): string {
  const { previousHash, tenantId, sequence, id, at, actorType, actorId, apiKeyId, address, requestId } = entry;
  const { action, resourceType, resourceId, before, after, userAgent } = entry;
  const origin = [actorType, actorId, apiKeyId, address, requestId, action, resourceType, resourceId];
  const values = [
    ...[previousHash, tenantId].map(spelt),
    String(sequence),
    ...[id, at, ...origin].map(spelt),
    before ?? 'null',
    after ?? 'null',
    ...(userAgent === null ? [] : [spelt(userAgent)]),
  ];
  return `[${values.join(', ')}]`;
}

/** SHA-256 of an entry's text, hexadecimal. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** One line of an export, without the line break. */
export function exportLine(entry: StoredEntry): string {
  return JSON.stringify(exportedEntry(entry));
}

/** An entry as the lines of an export have it. */
function exportedEntry(entry: StoredEntry): ExportedEntry {
  return { ...readableEntry(entry), text: entryText(entry) };
}

function readableEntry(entry: StoredEntry): Omit<ExportedEntry, 'text'> {
  return {
    sequence: entry.sequence,
    id: entry.id,
    at: `${entry.at}Z`,
    actor: { type: entry.actorType, id: entry.actorId, api_key_id: entry.apiKeyId },
    address: entry.address,
    user_agent: entry.userAgent,
    request_id: entry.requestId,
    action: entry.action,
    resource_type: entry.resourceType,
    resource_id: entry.resourceId,
    before: parsed(entry.before),
    after: parsed(entry.after),
    previous_hash: entry.previousHash,
    hash: entry.hash,
  };
}

/**
 * Whether the readable values of an exported line are those of its text, so that nobody reads one thing and verifies
 * another.
 */
export function isReadableTrue({ text, ...readable }: ExportedEntry): boolean {
  let values: unknown;
  try {
    values = JSON.parse(text) as unknown;
  } catch {
    return false;
  }
  const { previous_hash: previousHash, sequence, id, at, actor, address, request_id: requestId } = readable;
  const { action, resource_type: type, resource_id: resourceId, before, after, user_agent: agent } = readable;
  const origin = [actor.type, actor.id, actor.api_key_id, address, requestId, action, type, resourceId, before, after];
  const moment = at.replace(/Z$/, '');
  const tenantId: unknown = Array.isArray(values) ? values[1] : null;
  const expected = [previousHash, tenantId, sequence, id, moment, ...origin, ...(agent === null ? [] : [agent])];
  return JSON.stringify(values) === JSON.stringify(expected);
}

/** `jsonb` escapes what JSON.stringify escapes, in the same way; lone surrogates, which differ, cannot be stored. */
function spelt(value: string | null): string {
  return JSON.stringify(value);
}

function parsed(value: string | null): unknown {
  return value === null ? null : (JSON.parse(value) as unknown);
}
