const DAY_MS = 86_400_000;
/** What expires within so many days expires soon. Our choice. */
export const SOON_DAYS = 30;

/** How it stands with the expiry of an artifact. */
export type Expiry = 'never' | 'expired' | 'soon' | 'later';

/** @param expiresAt RFC 3339; null where it never does */
export function expiryOf(expiresAt: string | null, now: Date): Expiry {
  if (expiresAt === null) return 'never';
  const ms = new Date(expiresAt).getTime() - now.getTime();
  if (ms <= 0) return 'expired';
  return ms < SOON_DAYS * DAY_MS ? 'soon' : 'later';
}

/** The bounds of "soon": from now until so many days later, RFC 3339. */
export function soonFrom(now: Date): { now: string; soon: string } {
  return { now: now.toISOString(), soon: new Date(now.getTime() + SOON_DAYS * DAY_MS).toISOString() };
}

/** The filter of the service for what expires when. */
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
