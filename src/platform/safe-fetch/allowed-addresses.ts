import { isMetadataAddress, isPublicAddress } from './address.rules.js';
import { resolveLocalName, resolvePublicName, type ResolveName } from './resolver.js';
import { SafeFetchError } from './safe-fetch-error.js';
import type { Target } from './target.js';

/** Options of requests to addresses that a tenant chose. */
export interface SafeFetchOptions {
  /** Allows private addresses, those of metadata services excepted, and plain http. For tests and closed networks. */
  allowsPrivate: boolean;
  /** Resolver of names. @default name servers; the system's resolver where private addresses are allowed */
  resolve?: ResolveName;
  /** Certificates (PEM) to trust instead of the default authorities. */
  ca?: string;
  /** Client certificate for servers that request one. */
  identity?: ClientIdentity;
}

/** A client's certificate, with intermediate certificates, and its key. PEM. */
export interface ClientIdentity {
  certificate: string;
  key: string;
}

/**
 * Every address of a target; all of them may be called.
 * @throws {SafeFetchError} name_unresolved; address_refused when one of them may not
 */
export async function addressesOf(
  { host, isAddress }: Target,
  options: SafeFetchOptions,
  signal: AbortSignal,
): Promise<string[]> {
  const resolve = options.resolve ?? (options.allowsPrivate ? resolveLocalName : resolvePublicName);
  const addresses = isAddress ? [host] : await orAborted(resolve(host), signal);
  if (addresses.length === 0) throw new SafeFetchError('name_unresolved', 'the name does not resolve');
  if (!addresses.every((address) => isAllowed(address, options))) {
    throw new SafeFetchError('address_refused', 'the address is not public');
  }
  return addresses;
}

/** Whether a connection to an address may be used: never to a cloud's metadata service, and to private ones where they are allowed. */
export function isAllowed(address: string, { allowsPrivate }: SafeFetchOptions): boolean {
  return !isMetadataAddress(address) && (allowsPrivate || isPublicAddress(address));
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
