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
