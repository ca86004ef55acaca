import { DAY_MS } from '../../parts/calendar.rules.js';
import { csvOf as writeCsv } from '../../parts/csv.rules.js';

/** A field that differs between two states of an object. */
export interface Change {
  /** Names of the fields on the path, joined by dots: `settings.timezone`. */
  path: string;
  /** Undefined where the field did not exist. */
  before: unknown;
  /** Undefined where the field was removed. */
  after: unknown;
}

/**
 * Differences between two states, field by field, in their order. Nested objects are compared by field, lists as a
 * whole. A created or deleted object differs in all of its fields.
 */
export function changesOf(before: unknown, after: unknown): Change[] {
  return differences(isObject(before) ? before : {}, isObject(after) ? after : {}, '');
}

function differences(before: Members, after: Members, prefix: string): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    const path = `${prefix}${name}`;
    if (isObject(was) && isObject(is)) return differences(was, is, `${path}.`);
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ path, before: was, after: is }];
  });
}

type Members = Record<string, unknown>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON value in one line: texts without quotes, lists separated by commas. @param value undefined returns a dash */
export function shortOf(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return value.length === 0 ? '–' : value.map(String).join(', ');
  }
  return JSON.stringify(value);
}

/** Date of a moment in a time zone: `2026-03-01`. */
export function dayOf(moment: string, timeZone: string): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(moment));
}

/** First moment of a day in a time zone. @param day `2026-03-01` @returns ISO 8601, in UTC */
export function startOf(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  // The offset before and after a change of clocks may differ: what the first try finds is tried once more.
  const first = midnight - offsetMs(midnight, timeZone);
  return new Date(midnight - offsetMs(first, timeZone)).toISOString();
}

/** Offset of a time zone from UTC at a moment. Milliseconds. */
function offsetMs(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment);
  return Date.parse(`${parts.replace(' ', 'T')}Z`) - Math.floor(moment / 1_000) * 1_000;
}

/** The next day, or another at a distance of `days`. @param day `2026-03-01` */
export function dayBeside(day: string, days: 1 | -1): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** An audit entry in an export. */
export interface ExportedEntry {
  sequence: number;
  at: string;
  actor: { type: string; id: string | null; name: string | null; apiKeyId: string | null };
  action: string;
  resourceType: string;
  resourceId: string | null;
  before: unknown;
  after: unknown;
  address: string | null;
  requestId: string | null;
  hash: string;
  previousHash: string;
}

/** Audit entries as CSV (RFC 4180), with `before` and `after` as JSON. */
export function csvOf(entries: readonly ExportedEntry[]): string {
  const header = [
    ...['sequence', 'at', 'actor_type', 'actor_id', 'actor_name', 'api_key_id', 'action', 'resource_type'],
    ...['resource_id', 'before', 'after', 'address', 'request_id', 'hash', 'previous_hash'],
  ];
  const rows = entries.map(({ actor, ...entry }) => [
    ...[entry.sequence, entry.at, actor.type, actor.id, actor.name, actor.apiKeyId, entry.action, entry.resourceType],
    ...[entry.resourceId, json(entry.before), json(entry.after), entry.address, entry.requestId],
    ...[entry.hash, entry.previousHash],
  ]);
  return writeCsv([header, ...rows]);
}

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
