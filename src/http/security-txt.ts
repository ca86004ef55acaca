import type { Middleware } from 'koa';
import { DAY, type Clock } from '../platform/clock.js';
import type { PublicUrl } from '../platform/public-url.js';

const PATH = '/.well-known/security.txt';
/** How long a reader may rely on the text. RFC 9116 recommends less than a year. */
const VALID_MS = 90 * DAY;

interface SecurityTxtOptions {
  /** Where to report vulnerabilities, `mailto:…` or `https://…`; null means that the path is unknown. */
  contact: string | null;
  publicUrl: PublicUrl;
  clock: Clock;
}

/** `GET /.well-known/security.txt` (RFC 9116), where the operator has named a contact. */
export function securityTxtRoute({ contact, publicUrl, clock }: SecurityTxtOptions): Middleware {
  return async (ctx, next) => {
    if (contact === null || ctx.path !== PATH || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      await next();
      return;
    }
    const expires = new Date(clock.now().getTime() + VALID_MS);
    expires.setUTCHours(0, 0, 0, 0);
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, de',
      `Canonical: ${publicUrl.href}${PATH}`,
      '',
    ].join('\n');
  };
}
