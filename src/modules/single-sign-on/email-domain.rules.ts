import { domainToASCII } from 'node:url';
import { accountKey } from '../auth/account-key.rules.js';

/** Length of a domain name (RFC 1035, 2.3.4), less the label of the record. */
const DOMAIN_LENGTH_MAX = 230;
/** Labels of letters, digits and hyphens, two at least, and no number at the end: addresses are no domains. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Canonical form of a domain, lower case and in the ASCII form of IDNA (RFC 5891); null for what is none. */
export function domainKey(text: string): string | null {
  const ascii = domainToASCII(text.trim().replace(/\.$/, '')).toLowerCase();
  return ascii.length <= DOMAIN_LENGTH_MAX && DOMAIN.test(ascii) ? ascii : null;
}

/** Domain of an e-mail address, in canonical form; null where it has none. Subdomains are domains of their own. */
export function domainOf(email: string): string | null {
  const key = accountKey(email);
  const at = key.lastIndexOf('@');
  return at <= 0 ? null : domainKey(key.slice(at + 1));
}

/** Name of the TXT record that proves a domain: underscored, below the domain (RFC 8552). */
export function recordName(domain: string): string {
  return `_crosswalk-challenge.${domain}`;
}

/** Text of the record. */
export function recordText(token: string): string {
  return `crosswalk-domain-verification=${token}`;
}
