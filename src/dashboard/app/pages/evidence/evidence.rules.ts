import { DAY_MS } from '../../parts/calendar.rules.js';
import { SOON_MS } from '../../parts/soon.rules.js';

/** Expiry state of an artifact. */
export type Expiry = 'never' | 'expired' | 'soon' | 'later';

/** Expiry state. @param expiresAt RFC 3339; null for none */
export function expiryOf(expiresAt: string | null, now: Date): Expiry {
  if (expiresAt === null) return 'never';
  const ms = new Date(expiresAt).getTime() - now.getTime();
  if (ms <= 0) return 'expired';
  return ms < SOON_MS ? 'soon' : 'later';
}

/** How long what scans stored counts as in date. Source: `schema/contract/status.md`, "Score". */
const SCAN_FRESH_MS = 30 * DAY_MS;

/** Until when what a scan stored counts as in date, and whether that is past. @param collectedAt RFC 3339 */
export function freshnessOf(collectedAt: string, now: Date): { until: string; isPast: boolean } {
  const until = new Date(new Date(collectedAt).getTime() + SCAN_FRESH_MS);
  return { until: until.toISOString(), isPast: until.getTime() <= now.getTime() };
}

const COUNTS = /^(\d+) controls: (\d+) pass, (\d+) fail, (\d+) not decided by tests\.$/;

/** Counts of controls in the description of what a scan stored; null where it says something else. */
export function scanCounts(description: string | null): { pass: number; fail: number; undecided: number } | null {
  const found = COUNTS.exec(description ?? '');
  if (found === null) return null;
  const [, , pass, fail, undecided] = found.map(Number);
  return { pass: pass ?? 0, fail: fail ?? 0, undecided: undecided ?? 0 };
}

/** Arguments of the service for an expiry state. */
export function expiryFilter(
  expiry: 'soon' | 'expired' | undefined,
  { now, soon }: { now: string; soon: string },
): { expiresFrom?: string; expiresBefore?: string } {
  if (expiry === undefined) return {};
  return expiry === 'soon' ? { expiresFrom: now, expiresBefore: soon } : { expiresBefore: now };
}
