import type { AddressInfo, Server } from 'node:net';

/**
 * Address at which clients reach the service: the configured one, else the one its server listens on, which port 0 leaves open
 * until then.
 */
export class PublicUrl {
  private server: Server | null = null;

  /** @param configured without a trailing slash; null means the address of the server */
  constructor(private readonly configured: string | null) {}

  /** Names the server whose address counts where none is configured. */
  follow(server: Server): void {
    this.server = server;
  }

  /**
   * Without a trailing slash.
   * @throws {Error} where no address is configured and no server listens
   */
  get href(): string {
    const href = this.configured ?? (this.server && urlOf(this.server));
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

export function httpUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
