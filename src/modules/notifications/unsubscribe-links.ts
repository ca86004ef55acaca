import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { DAY, SECOND, type Clock } from '../../platform/clock.js';
import type { PublicUrl } from '../../platform/public-url.js';

/** Path of the addresses that unsubscribe from a rule. */
export const UNSUBSCRIBE_PATH = '/notifications/unsubscribe/';
/** Time for which the address in a mail works. Our choice. */
const LIFETIME_MS = 90 * DAY;
const ID_BYTES = 16;
const TIME_BYTES = 6;
const CLAIM_BYTES = 3 * ID_BYTES + TIME_BYTES;
const SIGNATURE_BYTES = 32;

/** The receiver and the rule that an address unsubscribes from. */
export interface UnsubscribeClaim {
  tenantId: string;
  ruleId: string;
  userId: string;
}

/** Signed addresses that unsubscribe one person from one rule, without a log-in (RFC 8058). They give no other right. */
export class UnsubscribeLinks {
  private readonly keys: readonly Buffer[];

  /** @param previousKeys accepted until the addresses expire, never used to sign */
  constructor(
    secretKey: Buffer,
    previousKeys: readonly Buffer[],
    private readonly options: { publicUrl: PublicUrl; clock: Clock },
  ) {
    this.keys = [secretKey, ...previousKeys].map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', 'crosswalk notification links', 32)),
    );
  }

  urlOf({ tenantId, ruleId, userId }: UnsubscribeClaim): string {
    const expires = Buffer.alloc(TIME_BYTES);
    expires.writeUIntBE(Math.floor((this.options.clock.now().getTime() + LIFETIME_MS) / SECOND), 0, TIME_BYTES);
    const claim = Buffer.concat([...[tenantId, ruleId, userId].map(bytesOf), expires]);
    const [key = Buffer.alloc(0)] = this.keys;
    return `${this.options.publicUrl.href}${UNSUBSCRIBE_PATH}${Buffer.concat([claim, sign(key, claim)]).toString('base64url')}`;
  }

  /** What an address unsubscribes; `expired` for one of ours that is too old, null for any other. */
  read(token: string): UnsubscribeClaim | 'expired' | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== CLAIM_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null;
    const claim = bytes.subarray(0, CLAIM_BYTES);
    const signature = bytes.subarray(CLAIM_BYTES);
    if (!this.keys.some((key) => timingSafeEqual(sign(key, claim), signature))) return null;
    const expires = claim.readUIntBE(3 * ID_BYTES, TIME_BYTES) * SECOND;
    if (expires <= this.options.clock.now().getTime()) return 'expired';
    const idAt = (index: number) => idOf(claim.subarray(index * ID_BYTES, (index + 1) * ID_BYTES));
    return { tenantId: idAt(0), ruleId: idAt(1), userId: idAt(2) };
  }
}

function sign(key: Buffer, claim: Buffer): Buffer {
  return createHmac('sha256', key).update(claim).digest();
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
