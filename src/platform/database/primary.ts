import { EventEmitter } from 'node:events';
import { Client, type ClientConfig } from 'pg';
import { atHost, hostsOf, type Host } from './hosts.rules.js';

/** Time for one of several servers to accept a connection. Milliseconds. */
const CONNECT_MS_MAX = 2_000;
/** SQLSTATE `cannot_connect_now`. */
const CANNOT_CONNECT_NOW = '57P03';

/**
 * The server of several hosts that writes. Whoever connects asks for it, and says when a connection to it is refused or ends; then the
 * hosts are asked again, in their order, once for all who wait. PostgreSQL says with each connection whether it is a standby
 * (`in_hot_standby`, since version 14).
 */
class Primary {
  private known: Host | null = null;
  private search: Promise<Host> | null = null;

  constructor(
    private readonly url: string,
    private readonly hosts: readonly Host[],
  ) {}

  /** @throws the failure of the last host when none of them writes */
  host(): Promise<Host> {
    if (this.known) return Promise.resolve(this.known);
    this.search ??= this.find().finally(() => (this.search = null));
    return this.search;
  }

  /** A connection to it failed or ended. */
  lost(host: Host): void {
    if (this.known === host) this.known = null;
  }

  private async find(): Promise<Host> {
    let failure: unknown;
    for (const host of this.hosts) {
      const client = new HostClient({ connectionString: this.url, connectionTimeoutMillis: CONNECT_MS_MAX });
      client.on('error', () => undefined);
      try {
        await client.connectTo(host);
        return (this.known = host);
      } catch (err) {
        failure = err;
      } finally {
        await client.end().catch(() => undefined);
      }
    }
    throw failure;
  }
}

/** A client that connects to another host than its URL's. */
class HostClient extends Client {
  /** @throws what `connect` throws; an error of a server that cannot be reached for a standby */
  async connectTo({ host, port }: Host): Promise<void> {
    const parameters = new Map<string, string>();
    const { connection } = this as unknown as { connection: EventEmitter };
    connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      parameters.set(status.parameterName, status.parameterValue);
    });
    // Read when it connects, also as the name that the server's certificate must have.
    Object.assign(this, { host, port });
    await super.connect();
    if (parameters.get('in_hot_standby') !== 'on') return;
    throw Object.assign(new Error(`${host}:${port} is a standby`), { code: CANNOT_CONNECT_NOW });
  }
}

/** By connection URL: all clients of a process share what one of them has found. */
const primaries = new Map<string, Primary>();

/** Null for a URL with one host. */
function primaryOf(url: string): Primary | null {
  const hosts = hostsOf(url);
  if (hosts.length === 0) return null;
  const primary = primaries.get(url) ?? new Primary(url, hosts);
  primaries.set(url, primary);
  return primary;
}

/** The class of clients for a connection URL: that of `pg`, or for several hosts one that connects to the server that writes. */
export function clientFor(url: string): typeof Client {
  const primary = primaryOf(url);
  if (!primary) return Client;
  return class extends HostClient {
    override connect(): Promise<Client>;
    override connect(callback: (err: Error | null, client?: Client) => void): void;
    override connect(callback?: (err: Error | null, client?: Client) => void): Promise<Client> | void {
      const connected = this.toPrimary();
      if (!callback) return connected;
      connected.then((client) => callback(null, client), callback);
    }

    private async toPrimary(): Promise<Client> {
      const host = await primary.host();
      // Also of a connection that ends later without having been asked to.
      this.once('error', () => primary.lost(host));
      try {
        await this.connectTo(host);
        return this;
      } catch (err) {
        primary.lost(host);
        await this.end().catch(() => undefined);
        throw err;
      }
    }
  };
}

/** A client of a connection URL, not yet connected. */
export function createClient(config: ClientConfig & { connectionString: string }): Client {
  return new (clientFor(config.connectionString))(config);
}

/** A connection URL with the host alone that writes now, for what is done at once. */
export async function primaryUrl(url: string): Promise<string> {
  const host = await primaryOf(url)?.host();
  return host ? atHost(url, host) : url;
}
