import type { Socket } from 'node:net';
import { Agent, fetch as undiciFetch, type RequestInit, type Response } from 'undici';
import { addressesOf, isAllowed, type ClientIdentity, type SafeFetchOptions } from './allowed-addresses.js';
import { openSocket } from './open-socket.js';
import { parseTarget, type Target } from './target.js';

/** For a name, a connection and its handshake together. Milliseconds. */
const CONNECT_TIMEOUT_MS = 15_000;

/**
 * The way out for whatever talks to addresses that a tenant chose: every record of a name has to be public, and the
 * connection goes to one of the very addresses that were looked at. Unlike `SafeFetch`, connections are used again.
 */
export class GuardedNetwork {
  private readonly agent: Agent;

  constructor(private readonly options: SafeFetchOptions) {
    this.agent = new Agent({
      connect: ({ protocol, hostname, port }, connected) => {
        const isTls = protocol === 'https:';
        const host = hostname.replace(/^\[|\]$/g, '');
        this.connect({ host, port: Number(port) || (isTls ? 443 : 80), isTls }).then(
          (socket) => connected(null, socket),
          (err: unknown) => connected(err as Error, null),
        );
      },
      allowH2: false,
    });
  }

  /** Whether plain `http:` addresses are let through: in tests and closed networks only. */
  get allowsHttp(): boolean {
    return this.options.allowsPrivate;
  }

  /**
   * As the standard's, but follows no redirect unless told to, and goes only where the guard lets it.
   * @throws {TypeError} as the standard's; `cause` is a `SafeFetchError` where the guard refused
   */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    parseTarget(url, { allowsHttp: this.allowsHttp });
    return undiciFetch(url, { ...init, redirect: init.redirect ?? 'manual', dispatcher: this.agent });
  }

  /**
   * A connection to a host, secured where `isTls`.
   * @throws {SafeFetchError} name_unresolved, address_refused, connection_failed, tls_failed
   */
  async connect({ host, port, isTls }: { host: string; port: number; isTls: boolean }): Promise<Socket> {
    const scheme = isTls ? 'https' : 'http';
    const bracketed = host.includes(':') ? `[${host}]` : host;
    const target: Target = parseTarget(`${scheme}://${bracketed}:${String(port)}/`, { allowsHttp: true });
    const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
    const addresses = await addressesOf(target, this.options, signal);
    return openSocket(target, {
      addresses,
      isAllowed: (address) => isAllowed(address, this.options),
      ca: this.options.ca,
      identity: this.options.identity,
      signal,
    });
  }

  /** The same network, trusting these certificates (PEM) instead of the usual: a cluster's own authority. */
  trusting(ca: string): GuardedNetwork {
    return new GuardedNetwork({ ...this.options, ca });
  }

  /** The same network, showing this certificate to servers that ask for one. */
  identifiedBy(identity: ClientIdentity): GuardedNetwork {
    return new GuardedNetwork({ ...this.options, identity });
  }

  /** Closes the connections that are kept. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }
}
