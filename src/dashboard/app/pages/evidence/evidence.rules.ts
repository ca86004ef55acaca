const DAY_MS = 86_400_000;
/** Number of days before its expiry from which an artifact expires soon. Our choice. */
export const SOON_DAYS = 30;

/** Expiry state of an artifact. */
export type Expiry = 'never' | 'expired' | 'soon' | 'later';

/** Expiry state. @param expiresAt RFC 3339; null for none */
export function expiryOf(expiresAt: string | null, now: Date): Expiry {
  if (expiresAt === null) return 'never';
  const ms = new Date(expiresAt).getTime() - now.getTime();
  if (ms <= 0) return 'expired';
  return ms < SOON_DAYS * DAY_MS ? 'soon' : 'later';
}

/** Range of "soon": from now to `SOON_DAYS` later, RFC 3339. */
export function soonFrom(now: Date): { now: string; soon: string } {
  return { now: now.toISOString(), soon: new Date(now.getTime() + SOON_DAYS * DAY_MS).toISOString() };
}

/** Arguments of the service for an expiry state. */
export function expiryFilter(
  expiry: 'soon' | 'expired' | undefined,
  { now, soon }: { now: string; soon: string },
): { expiresFrom?: string; expiresBefore?: string } {
  if (expiry === undefined) return {};
  return expiry === 'soon' ? { expiresFrom: now, expiresBefore: soon } : { expiresBefore: now };
}

/** Bytes as lower-case hexadecimal. */
export function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
