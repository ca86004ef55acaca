import { isIP } from 'node:net';
import { SafeFetchError } from './safe-fetch-error.js';

const URL_CHARS_MAX = 2_048;

/** A parsed URL to call. */
export interface Target {
  /** Scheme, host and port. */
  origin: string;
  isTls: boolean;
  /** Name in lower case without a final dot, or an IP address without brackets. */
  host: string;
  isAddress: boolean;
  port: number;
  /** Path and query. */
  path: string;
}

/**
 * Parses a URL strictly. Errors that the URL standard corrects silently (white space, backslashes, a missing slash) are
 * refused, because two parsers could correct them differently; numeric notations of an IPv4 address become that
 * address.
 * @param allowsHttp whether `http:` is allowed
 * @throws {SafeFetchError} url_refused
 */
export function parseTarget(text: string, { allowsHttp }: { allowsHttp: boolean }): Target {
  if (text.length > URL_CHARS_MAX) throw refused(`may have at most ${URL_CHARS_MAX} characters`);
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) || /[\s\\\p{C}]/u.test(text)) throw refused('is not a URL');
  if (!URL.canParse(text)) throw refused('is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:')) {
    throw refused(allowsHttp ? 'must begin with https:// or http://' : 'must begin with https://');
  }
  // The URL parser drops an empty user name; the `@` is still in the text.
  if (/^[^/?#]*@/.test(text.slice(text.indexOf('//') + 2))) throw refused('may not have a user or a password');
  if (text.includes('#')) throw refused('may not have a fragment');
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  if (port === 0) throw refused('may not have port 0');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '') throw refused('has no host');
  return { origin: url.origin, isTls, host, isAddress: isIP(host) !== 0, port, path: url.pathname + url.search };
}

function refused(message: string): SafeFetchError {
  return new SafeFetchError('url_refused', message);
}
