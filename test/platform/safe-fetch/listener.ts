import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Server that counts its connections. */
export class Listener {
  /** Local address of each connection. */
  readonly connections: string[] = [];

  private constructor(
    readonly server: Server,
    readonly port: number,
  ) {}

  static async on(server: Server, where: { host: string; port?: number }): Promise<Listener> {
    server.listen({ host: where.host, port: where.port ?? 0 });
    await once(server, 'listening');
    const listener = new Listener(server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => listener.connections.push(socket.localAddress ?? ''));
    return listener;
  }

  async close(): Promise<void> {
    if ('closeAllConnections' in this.server) (this.server as { closeAllConnections(): void }).closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
