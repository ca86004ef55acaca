/** A security event as it is stored. */
export interface StoredEvent {
  tenantId: string;
  sequence: number;
  id: string;
  /** UTC to the microsecond without a zone: `2026-11-23T03:04:05.678000`. */
  at: string;
  kind: string;
  outcome: string;
  count: number;
  actorType: string;
  actorId: string | null;
  apiKeyId: string | null;
  sessionId: string | null;
  userId: string | null;
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
  resourceType: string | null;
  resourceId: string | null;
  /** JSON in the spelling of PostgreSQL's `jsonb`. */
  details: string | null;
}

/** What a digest needs of an event. */
export interface TextEvent {
  sequence: number;
  /** See `eventText`. */
  text: string;
}

/**
 * The text of an event that its digest is made of, and its line in a file: an array of its values on one line, beginning with
 * the organization and the number.
 */
export function eventText(event: StoredEvent): string {
  const { tenantId, sequence, id, at, kind, outcome, count, details } = event;
  const { actorType, actorId, apiKeyId, sessionId, userId, address, userAgent, requestId } = event;
  const origin = [actorType, actorId, apiKeyId, sessionId, userId, address, userAgent, requestId];
  const values = [tenantId, sequence, id, at, kind, outcome, count, ...origin, event.resourceType, event.resourceId];
  return `[${[...values.map((value) => JSON.stringify(value)), details ?? 'null'].join(', ')}]`;
}

/** The organization and the number of a line that `eventText` wrote. @throws {Error} for a line of another form */
export function openEventText(text: string): TextEvent & { tenantId: string } {
  const values: unknown = JSON.parse(text);
  if (!Array.isArray(values)) throw new Error('a line is no security event');
  const [tenantId, sequence] = values as unknown[];
  if (typeof tenantId !== 'string' || typeof sequence !== 'number') throw new Error('a line is no security event');
  return { tenantId, sequence, text };
}
