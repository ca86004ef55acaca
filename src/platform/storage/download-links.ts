import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { MINUTE, SECOND, type Clock } from '../clock.js';

/** Life of a download link. Source: schema/README.md, "Evidence". */
const LINK_LIFETIME_MS = 15 * MINUTE;

/** Time-limited addresses of stored objects: who holds one needs no token. */
export class DownloadLinks {
  private readonly key: Buffer;

  constructor(
    secretKey: Buffer,
    private readonly publicUrl: string,
    private readonly clock: Clock,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', secretKey, '', 'crosswalk download links', 32));
  }

  /** `{public url}/files/{key}?expires={seconds since the epoch}&name={file name}&signature={hex}`. */
  urlOf(key: string, fileName: string): string {
    const expires = String(Math.floor((this.clock.now().getTime() + LINK_LIFETIME_MS) / SECOND));
    const query = new URLSearchParams({ expires, name: fileName, signature: this.sign(key, fileName, expires) });
    return `${this.publicUrl}/files/${key.split('/').map(encodeURIComponent).join('/')}?${query.toString()}`;
  }

  /** What an address is worth: `valid`, `expired` (signed by us, but too old) or `forged`. */
  check(link: { key: string; fileName: string; expires: string; signature: string }): 'valid' | 'expired' | 'forged' {
    const expected = Buffer.from(this.sign(link.key, link.fileName, link.expires), 'hex');
    const given = Buffer.from(link.signature, 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
    return Number(link.expires) * SECOND > this.clock.now().getTime() ? 'valid' : 'expired';
  }

  private sign(key: string, fileName: string, expires: string): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify([key, fileName, expires]))
      .digest('hex');
  }
}
