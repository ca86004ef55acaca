import { parse } from 'bowser';

/** Limit of a stored `User-Agent`. Characters. */
const USER_AGENT_LENGTH_MAX = 400;
/** The first product of a `User-Agent` (RFC 9110, section 10.1.5): `curl/8.5.0`. */
const PRODUCT = /^([\w!#$%&'*+.^`|~-]+)/;

/** A `User-Agent` as it is stored: without control characters, cut to 400 characters; null for none. */
export function storedUserAgent(userAgent: string | null): string | null {
  const text = (userAgent ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim();
  return text === '' ? null : text.slice(0, USER_AGENT_LENGTH_MAX);
}

/** Browser and system of a `User-Agent` (`Firefox on Linux`), else its program (`curl`); null for none. */
export function deviceOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const { browser, os } = parse(userAgent);
  const system = os.name ?? null;
  const isBrowser = userAgent.startsWith('Mozilla/') && browser.name !== undefined;
  const program = isBrowser ? browser.name : PRODUCT.exec(userAgent)?.[1];
  if (!program) return null;
  return system === null ? program : `${program} on ${system}`;
}
