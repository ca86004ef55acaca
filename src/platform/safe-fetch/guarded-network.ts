import type { Socket } from 'node:net';
import { Agent, fetch as undiciFetch, type RequestInit, type Response } from 'undici';
import { addressesOf, isAllowed, type ClientIdentity, type SafeFetchOptions } from './allowed-addresses.js';
import { outsideTurn } from '../outside-turn.js';
import { openSocket } from './open-socket.js';
import { parseTarget, type Target } from './target.js';

/** Timeout of a name lookup, and of a connection with its handshake. Milliseconds. */
const CONNECT_TIMEOUT_MS = 15_000;

interface Connection {
  host: string;
  port: number;
  isTls: boolean;
  signal?: AbortSignal;
}

/**
 * HTTP client and sockets for addresses that a tenant chose: every record of a name must be public, and the connection
 * goes to one of the checked addresses. Unlike `SafeFetch`, connections are reused. It waits outside of the turn of an operation; so must
 * whoever reads what comes (`outsideTurn`).
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

  /** Whether plain `http:` is allowed: in tests and closed networks only. */
  get allowsHttp(): boolean {
    return this.options.allowsPrivate;
  }

  /**
   * `fetch` of the standard, except that it follows no redirect unless requested, and connects to allowed addresses
   * only.
   * @throws {TypeError} as the standard; `cause` is a `SafeFetchError` for a refusal
   */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    parseTarget(url, { allowsHttp: this.allowsHttp });
    return outsideTurn(() =>
      undiciFetch(url, { ...init, redirect: init.redirect ?? 'manual', dispatcher: this.agent }),
    );
  }

  /**
   * Connection to a host, with TLS if `isTls`; within 15 seconds, and before `signal` aborts.
   * @throws {SafeFetchError} name_unresolved, address_refused, connection_failed, tls_failed
   */
  async connect({ host, port, isTls, signal: given }: Connection): Promise<Socket> {
    const scheme = isTls ? 'https' : 'http';
    const bracketed = host.includes(':') ? `[${host}]` : host;
    const target: Target = parseTarget(`${scheme}://${bracketed}:${String(port)}/`, { allowsHttp: true });
    return outsideTurn(async () => {
      const limit = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
      const signal = given ? AbortSignal.any([given, limit]) : limit;
      const addresses = await addressesOf(target, this.options, signal);
      return openSocket(target, {
        addresses,
        isAllowed: (address) => isAllowed(address, this.options),
        ca: this.options.ca,
        identity: this.options.identity,
        signal,
      });
    });
  }

  /** The same network with other trusted certificates (PEM), such as those of a cluster's own authority. */
  trusting(ca: string): GuardedNetwork {
    return new GuardedNetwork({ ...this.options, ca });
  }

  /** The same network with a client certificate. */
  identifiedBy(identity: ClientIdentity): GuardedNetwork {
    return new GuardedNetwork({ ...this.options, identity });
  }

  /** Closes idle connections. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }
}
