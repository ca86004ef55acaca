import { isLoopback } from '../platform/loopback.rules.js';

/** How the address of a backing service asks for TLS, and by which options an operator has decided otherwise. */
interface TlsOption {
  /** Option that is added where the operator has decided nothing. */
  asked: readonly [name: string, value: string];
  /** Options that decide it; with any of them the address stays as it is. */
  deciding: readonly string[];
  /** Options whose first value turns it off. */
  off: readonly (readonly [name: string, value: string])[];
}

const POSTGRES: TlsOption = {
  asked: ['sslmode', 'verify-full'],
  deciding: ['sslmode', 'ssl', 'sslrootcert'],
  off: [
    ['sslmode', 'disable'],
    ['ssl', '0'],
    ['ssl', 'false'],
  ],
};
const MONGODB: TlsOption = {
  asked: ['tls', 'true'],
  deciding: ['tls', 'ssl'],
  off: [
    ['tls', 'false'],
    ['ssl', 'false'],
  ],
};
const SMTP: TlsOption = {
  asked: ['requireTLS', 'true'],
  deciding: ['requireTLS', 'ignoreTLS'],
  off: [
    ['ignoreTLS', 'true'],
    ['requireTLS', 'false'],
  ],
};

/** By scheme. The others (`smtps`, `mongodb+srv`) encrypt by themselves. */
const TLS_OPTIONS: Readonly<Record<string, TlsOption>> = {
  postgres: POSTGRES,
  postgresql: POSTGRES,
  mongodb: MONGODB,
  smtp: SMTP,
};

/** Scheme, user with `@`, hosts, path and options of an address that may name several hosts, which a URL cannot. */
const ADDRESS = /^([a-z+]+):\/\/(?:[^/?@]*@)?([^/?]*)((?:\/[^?]*)?)(?:\?(.*))?$/is;

/**
 * Address of a PostgreSQL, MongoDB or SMTP server, with the option by which its client asks for TLS, unless every host is this
 * machine or the address decides it itself (`sslmode=disable`, `tls=false`, `ignoreTLS=true`).
 */
export function encryptedAddress(address: string): string {
  const parts = partsOf(address);
  if (parts === null || isLocal(parts.hosts)) return address;
  const { option, query } = parts;
  if (option.deciding.some((name) => query.has(name))) return address;
  const [name, value] = option.asked;
  return `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`;
}

/** How a connection is protected; for operators. */
export type Encryption = 'TLS' | 'none: this machine' | 'none: turned off in the address';

/** Encryption of the connections to an address that `encryptedAddress` has returned. */
export function encryptionOf(address: string): Encryption {
  const parts = partsOf(address);
  if (parts === null) return 'TLS';
  const { option, query, hosts } = parts;
  if (option.off.some(([name, value]) => query.get(name) === value)) return 'none: turned off in the address';
  const isAsked = option.deciding.some((name) => query.has(name));
  return isAsked || !isLocal(hosts) ? 'TLS' : 'none: this machine';
}

/** Null where the scheme encrypts by itself. */
function partsOf(address: string): { option: TlsOption; hosts: string[]; query: URLSearchParams } | null {
  const [, scheme = '', authority = '', , search = ''] = ADDRESS.exec(address) ?? [];
  const option = TLS_OPTIONS[scheme.toLowerCase()];
  if (!option) return null;
  const query = new URLSearchParams(search);
  // PostgreSQL takes the directory of a socket as an option.
  const host = query.get('host');
  return { option, query, hosts: host === null ? authority.split(',').map(withoutPort) : [host] };
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '');
}

function isLocal(hosts: readonly string[]): boolean {
  return hosts.every((host) => host === '' || host.startsWith('/') || isLoopback(host));
}
