const DAY_MS = 86_400_000;
/** A key that ends within this time is pointed out. */
const SOON_MS = 14 * DAY_MS;

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked';

/** The state of a key as the list shows it: the service's, with those told apart that end within 14 days. */
export function stateOfKey(key: { status: 'active' | 'expired' | 'revoked'; expiresAt: string }, now: Date): KeyState {
  if (key.status !== 'active') return key.status;
  return new Date(key.expiresAt).getTime() - now.getTime() < SOON_MS ? 'expiring' : 'active';
}

/** `2026-03-01`, the last of the 365 days that a key may have, in UTC. */
export function lastDay(now: Date): string {
  return new Date(now.getTime() + 364 * DAY_MS).toISOString().slice(0, 10);
}

/** `2026-03-01`, the first day on whose end a key may end, in UTC. */
export function firstDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The end of a day, in UTC. @param day `2026-03-01` */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.000Z`;
}

/** Commands that use a key over both doors, for a POSIX shell. */
export function curlWith(key: string, origin: string): string {
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  return [
    `curl -s ${origin}/api/compliance/frameworks ${authorization}`,
    `curl -s ${origin}/graphql ${authorization} \\\n  -H 'Content-Type: application/json' \\\n  -d '{"query":"{ scorecard { overallScore } }"}'`,
  ].join('\n\n');
}
