import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BrowserExchange } from '../../context.js';
import { DAY, SECOND, type Clock } from '../../platform/clock.js';

/** Time for which a browser counts as known after its last log-in: that of a known address. Our choice. */
const LIFETIME_MS = 90 * DAY;
const ID_BYTES = 16;
const TIME_BYTES = 6;
const CLAIM_BYTES = ID_BYTES + TIME_BYTES;
const MAC_BYTES = 32;

/**
 * Browsers that have logged in to an account, by a cookie: `{id, end, HMAC of both and the account}`. It says nothing of the
 * account, opens nothing and is stored nowhere: what is guessed with it is counted apart from what strangers guess. Source: OWASP,
 * Slow Down Online Guessing Attacks with Device Cookies.
 */
export class KnownDevices {
  private readonly keys: readonly Buffer[];

  /** @param previousKeys accepted until the cookies end, never used to make one */
  constructor(
    secretKey: Buffer,
    previousKeys: readonly Buffer[],
    private readonly clock: Clock,
  ) {
    this.keys = [secretKey, ...previousKeys].map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', 'crosswalk known devices', MAC_BYTES)),
    );
  }

  /** Id of a browser that has logged in to the account; null for any other. @param account its key, see `accountKey` */
  idOf(browser: BrowserExchange | null, account: string): string | null {
    const value = browser?.cookie('device') ?? '';
    const bytes = Buffer.from(value, 'base64url');
    if (bytes.length !== CLAIM_BYTES + MAC_BYTES || bytes.toString('base64url') !== value) return null;
    const claim = bytes.subarray(0, CLAIM_BYTES);
    const mac = bytes.subarray(CLAIM_BYTES);
    if (!this.keys.some((key) => timingSafeEqual(macOf(key, claim, account), mac))) return null;
    const ends = claim.readUIntBE(ID_BYTES, TIME_BYTES) * SECOND;
    return ends <= this.clock.now().getTime() ? null : claim.toString('hex', 0, ID_BYTES);
  }

  /** Sets the cookie after a log-in. A browser that is known keeps its id, so that all its cookies have one counter. */
  remember(browser: BrowserExchange, account: string): void {
    const known = this.idOf(browser, account);
    const id = known === null ? randomBytes(ID_BYTES) : Buffer.from(known, 'hex');
    const ends = Buffer.alloc(TIME_BYTES);
    ends.writeUIntBE(Math.floor((this.clock.now().getTime() + LIFETIME_MS) / SECOND), 0, TIME_BYTES);
    const claim = Buffer.concat([id, ends]);
    const [key = Buffer.alloc(0)] = this.keys;
    const value = Buffer.concat([claim, macOf(key, claim, account)]).toString('base64url');
    browser.setCookie('device', value, LIFETIME_MS);
  }
}

/** The claim has one length, so that no other claim and account are the same text. */
function macOf(key: Buffer, claim: Buffer, account: string): Buffer {
  return createHmac('sha256', key).update(claim).update(account, 'utf8').digest();
}
