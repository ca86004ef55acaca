import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { SECOND, type Clock } from '../clock.js';
import type { PublicUrl } from '../public-url.js';
import { LINK_LIFETIME_MS, type DownloadLinks } from './download-links.js';

/** URLs signed by the service, for parts of objects and for stores without their own; the path `/files/…` serves them. */
export class SignedLinks implements DownloadLinks {
  private readonly key: Buffer;
  private readonly previousKeys: Buffer[];

  /** @param previousKeys accepted for links until they expire, never used to sign */
  constructor(
    secretKey: Buffer,
    private readonly publicUrl: PublicUrl,
    private readonly clock: Clock,
    previousKeys: readonly Buffer[] = [],
  ) {
    this.key = linkKey(secretKey);
    this.previousKeys = previousKeys.map(linkKey);
  }

  isServedHere(): boolean {
    return true;
  }

  /** `{public url}/files/{reference}?expires={seconds since the epoch}&name={file name}&signature={hex}`. */
  urlOf(key: string, fileName: string, lifetimeMs: number = LINK_LIFETIME_MS): Promise<string> {
    const expires = String(Math.floor((this.clock.now().getTime() + lifetimeMs) / SECOND));
    const query = new URLSearchParams({ expires, name: fileName, signature: sign(this.key, key, fileName, expires) });
    const path = key.split('/').map(encodeURIComponent).join('/');
    return Promise.resolve(`${this.publicUrl.href}/files/${path}?${query.toString()}`);
  }

  /** Validity of a link: `valid`, `expired` (with a valid signature) or `forged`. */
  check(link: { key: string; fileName: string; expires: string; signature: string }): 'valid' | 'expired' | 'forged' {
    const isOurs = [this.key, ...this.previousKeys].some((key) => isSignedBy(key, link));
    if (!isOurs) return 'forged';
    return Number(link.expires) * SECOND > this.clock.now().getTime() ? 'valid' : 'expired';
  }
}

function linkKey(secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'crosswalk download links', 32));
}

function isSignedBy(signingKey: Buffer, link: { key: string; fileName: string; expires: string; signature: string }) {
  const expected = Buffer.from(sign(signingKey, link.key, link.fileName, link.expires), 'hex');
  const given = Buffer.from(link.signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sign(signingKey: Buffer, key: string, fileName: string, expires: string): string {
  return createHmac('sha256', signingKey)
    .update(JSON.stringify([key, fileName, expires]))
    .digest('hex');
}
