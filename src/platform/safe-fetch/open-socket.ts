import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ClientIdentity } from './allowed-addresses.js';
import { SafeFetchError } from './safe-fetch-error.js';
import type { Target } from './target.js';

/** Limit of addresses that are tried. */
const ADDRESSES_MAX = 4;
const CONNECT_TIMEOUT_MS = 5_000;

export interface OpenSocketOptions {
  /** Checked addresses; tried in this order until one answers. */
  addresses: readonly string[];
  /** Checks the address that the socket is really connected to. */
  isAllowed: (address: string) => boolean;
  /** Certificates to trust instead of the default authorities. */
  ca?: string | undefined;
  /** Client certificate for a server that requests one. */
  identity?: ClientIdentity | undefined;
  signal: AbortSignal;
}

/**
 * Connection to one of the addresses, and to no other: the socket gets an address, never a name.
 * @throws {SafeFetchError} connection_failed, tls_failed, address_refused
 */
export async function openSocket(target: Target, options: OpenSocketOptions): Promise<Socket> {
  let failure: unknown;
  for (const address of options.addresses.slice(0, ADDRESSES_MAX)) {
    try {
      return await openTo(address, target, options);
    } catch (err) {
      options.signal.throwIfAborted();
      if (err instanceof SafeFetchError) throw err;
      failure = err;
    }
  }
  throw new SafeFetchError('connection_failed', 'cannot connect', { cause: failure });
}

async function openTo(address: string, target: Target, options: OpenSocketOptions): Promise<Socket> {
  const { isAllowed, signal } = options;
  const socket = connect({ host: address, port: target.port, noDelay: true });
  // Whoever waits for the socket reports its errors; one that comes while nobody waits must not end the process.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]) });
    if (socket.remoteAddress === undefined || !isAllowed(socket.remoteAddress)) {
      throw new SafeFetchError('address_refused', 'the address is not public');
    }
    return target.isTls ? await secure(socket, target, options) : socket;
  } catch (err) {
    socket.destroy();
    throw err;
  }
}

async function secure(
  socket: Socket,
  { host, isAddress }: Target,
  { ca, identity, signal }: OpenSocketOptions,
): Promise<Socket> {
  const secured = connectTls({
    socket,
    host,
    // The server name indication takes host names only, no addresses (RFC 6066).
    ...(isAddress ? {} : { servername: host }),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Explicit, so that no environment variable can turn it off.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    ...(identity ? { cert: identity.certificate, key: identity.key } : {}),
  });
  secured.on('error', () => undefined);
  try {
    await once(secured, 'secureConnect', { signal });
    return secured;
  } catch (err) {
    secured.destroy();
    signal.throwIfAborted();
    throw new SafeFetchError('tls_failed', `no secure connection: ${tlsReason(err)}`, { cause: err });
  }
}

/** A known error code of OpenSSL or Node.js (`CERT_HAS_EXPIRED`); nothing else of the error. */
function tlsReason(err: unknown): string {
  const { code } = err as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{3,60}$/.test(code) ? code : 'the handshake failed';
}
