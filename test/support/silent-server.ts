import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server that accepts every connection and never answers. What it is sent is read: else it would not see a connection end. */
export class SilentServer {
  /** Closes every connection at once instead, so that nobody waits for an answer. */
  hangsUp = false;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      socket.on('error', () => undefined).resume();
      if (this.hangsUp) socket.destroy();
      else this.sockets.add(socket);
    });
  }

  static async start(): Promise<SilentServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SilentServer(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.sockets.size;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}
