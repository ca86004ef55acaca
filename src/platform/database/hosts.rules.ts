/** Host and port of a server. */
export interface Host {
  host: string;
  port: number;
}

const DEFAULT_PORT = 5_432;
/** Parameter under which all hosts of an address travel in a URL that `URL` can parse. */
const HOSTS = 'hosts';
/** Up to the hosts, the hosts, and the rest. */
const PARTS = /^([a-z]+:\/\/(?:[^/?@]*@)?)([^/?]*)(.*)$/is;

/**
 * A connection URL of libpq with several hosts (`postgres://user@a:5432,b:5432/name?target_session_attrs=read-write`) as one that `URL`
 * can parse: with its first host, and all of them as a parameter. Others stay as they are.
 * @throws {Error} for a `target_session_attrs` that would not lead to the server that writes
 */
export function withHosts(address: string): string {
  const [, head = '', authority = '', rest = ''] = PARTS.exec(address) ?? [];
  const hosts = authority.split(',');
  const attributes = new URLSearchParams(rest.split('?')[1]).get('target_session_attrs');
  if (attributes !== null && attributes !== 'read-write' && attributes !== 'primary') {
    throw new Error('target_session_attrs must be read-write or primary: the service writes');
  }
  if (hosts.length < 2) return address;
  if (hosts.some((host) => host === '')) throw new Error('a host is empty');
  const url = new URL(`${head}${hosts[0] ?? ''}${rest}`);
  url.searchParams.set(HOSTS, hosts.join(','));
  return url.href;
}

/** Hosts of a URL that `withHosts` has returned, in their order; empty for a URL with one. */
export function hostsOf(url: string): Host[] {
  const hosts = new URL(url).searchParams.get(HOSTS);
  return hosts === null ? [] : hosts.split(',').map(hostOf);
}

function hostOf(text: string): Host {
  const { hostname, port } = new URL(`postgres://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? DEFAULT_PORT : Number(port) };
}

/** A URL of several hosts with one of them alone. */
export function atHost(url: string, { host, port }: Host): string {
  const one = new URL(url);
  one.searchParams.delete(HOSTS);
  one.host = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return one.href;
}
