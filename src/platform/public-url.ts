import type { AddressInfo, Server } from 'node:net';

/**
 * Address of the service for clients: the configured one, else the one that its server listens on, which is unknown
 * before with port 0. Requests that are answered while the service stops have it still.
 */
export class PublicUrl {
  private listened: string | null = null;

  /** @param configured without a trailing slash; null for the address of the server */
  constructor(private readonly configured: string | null) {}

  /** Sets the server whose address is used when none is configured. */
  follow(server: Server): void {
    server.once('listening', () => (this.listened = urlOf(server)));
  }

  /**
   * Address without a trailing slash.
   * @throws {Error} when none is configured and the server has not listened yet
   */
  get href(): string {
    const href = this.configured ?? this.listened;
    if (href === null)
      throw new Error('the address of the service is not known: set PUBLIC_URL, or PORT to other than 0');
    return href;
  }
}

/** `http://{host}:{port}` of a listening server; null while it does not listen. */
export function urlOf(server: Server): string | null {
  const address = server.address() as AddressInfo | null;
  return address && httpUrl(address.address, address.port);
}

/** Address of a server over HTTP; an IPv6 host is put in brackets. */
export function httpUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
