import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A relay before a server whose port changes when it starts again; it can cut connections. */
export class Proxy {
  private readonly open = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    /** Port of the server behind; null while it is away. */
    public target: number | null,
  ) {}

  static async start(target: number): Promise<Proxy> {
    const server = createServer((client) => proxy.relay(client));
    const proxy = new Proxy(server, target);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Cuts every `nth` connection, in the middle of whatever it carries. @returns how many */
  cut(nth: number): number {
    const chosen = [...this.open].filter((_socket, index) => index % nth === 0);
    for (const socket of chosen) socket.destroy();
    return chosen.length;
  }

  async close(): Promise<void> {
    this.cut(1);
    this.server.close();
    await once(this.server, 'close');
  }

  private relay(client: Socket): void {
    if (this.target === null) {
      client.destroy();
      return;
    }
    const server = connect(this.target, '127.0.0.1');
    this.open.add(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.open.delete(client);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
