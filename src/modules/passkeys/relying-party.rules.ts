import { isIP } from 'node:net';

/** This service towards authenticators. Source: Web Authentication Level 3, sections 4 and 13.4.9. */
export interface RelyingParty {
  /** Host of the public address, to which every passkey is bound. */
  rpId: string;
  /** The one origin whose pages may use them. */
  origin: string;
}

/** Why an address cannot have passkeys, for people. */
export interface NoRelyingParty {
  reason: string;
}

/**
 * The relying party of a public address. Browsers accept a domain over https, and localhost over http as well; an
 * address without a domain has none.
 * @param href `https://crosswalk.example`
 */
export function relyingPartyOf(href: string): RelyingParty | NoRelyingParty {
  const { hostname, origin, protocol } = new URL(href);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return { reason: `passkeys need a domain, and the host of PUBLIC_URL is an IP address (${hostname})` };
  if (protocol !== 'https:' && !isLocal) return { reason: `passkeys need https, and PUBLIC_URL is ${origin}` };
  return { rpId: hostname, origin };
}
