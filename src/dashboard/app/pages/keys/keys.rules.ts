import { DAY_MS } from '../../parts/calendar.rules.js';

/** Scopes of keys, in the order of the form. */
export const SCOPES = ['read', 'report', 'scan', 'import', 'evidence', 'assess', 'checks'] as const;

/** Time before its expiry from which a key expires soon. */
const SOON_MS = 14 * DAY_MS;

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked';

/** State of a key: that of the service, or "soon" within 14 days of the expiry. */
export function stateOfKey(key: { status: 'active' | 'expired' | 'revoked'; expiresAt: string }, now: Date): KeyState {
  if (key.status !== 'active') return key.status;
  return new Date(key.expiresAt).getTime() - now.getTime() < SOON_MS ? 'expiring' : 'active';
}

/** Latest expiry date of a new key, `2026-03-01`: 365 days ahead, in UTC. */
export function lastDay(now: Date): string {
  return new Date(now.getTime() + 364 * DAY_MS).toISOString().slice(0, 10);
}

/** Earliest expiry date of a new key, `2026-03-01`, in UTC. */
export function firstDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The end of a day, in UTC. @param day `2026-03-01` */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.000Z`;
}

/** Commands that call REST and GraphQL with a key, for a POSIX shell. */
export function curlWith(key: string, origin: string): string {
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  return [
    `curl -s ${origin}/api/compliance/frameworks ${authorization}`,
    `curl -s ${origin}/graphql ${authorization} \\\n  -H 'Content-Type: application/json' \\\n  -d '{"query":"{ scorecard { overallScore } }"}'`,
  ].join('\n\n');
}
