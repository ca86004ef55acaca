import { HOUR, MINUTE, SECOND } from '../../platform/clock.js';
import type { Backoff } from '../../platform/queue/backoff.rules.js';
import { describeKind, type SecurityEventKind } from '../security-events/security-event-kinds.js';

/** Waits between attempts to send a batch: doubled from 30 seconds to an hour, ±20 %. Our choice. */
export const PUSH_BACKOFF: Backoff = {
  gapsMs: [30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE, 16 * MINUTE, 32 * MINUTE, HOUR],
  jitter: 0.2,
};

/** Facility of syslog: security and authorization. Source: RFC 5424, 6.2.1. */
const FACILITY = 10;
/** Severities of syslog by those of OCSF. */
const SEVERITIES = { 1: 6, 2: 5, 3: 4, 4: 3 } as const;

/**
 * A message of syslog (RFC 5424) in the frame of RFC 5425: its length, a space, the message. The text is ASCII, so that receivers need
 * no agreement about encodings.
 * @param host name of the sender; @param line OCSF as JSON
 */
export function syslogFrame(
  { kind, at }: { kind: SecurityEventKind; at: Date },
  { host, line }: { host: string; line: string },
): string {
  const priority = FACILITY * 8 + SEVERITIES[describeKind(kind).severity];
  const text = line.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const message = `<${priority}>1 ${at.toISOString()} ${host} crosswalk - ${kind.slice(0, 32)} - ${text}`;
  return `${message.length} ${message}`;
}

/** Key of a batch in a bucket: the same for the same batch, so that a repetition overwrites it. */
export function batchKey(prefix: string, { first, last, at }: { first: number; last: number; at: Date }): string {
  const [day = ''] = at.toISOString().split('T');
  const number = (sequence: number) => String(sequence).padStart(12, '0');
  return `${prefix}${day.replaceAll('-', '/')}/${number(first)}-${number(last)}.ndjson.gz`;
}
