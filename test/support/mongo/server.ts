import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { answer, Collections } from './commands.js';
import { takeMessages, writeAnswer } from './wire.js';

/** A stand-in for a MongoDB server; see README.md for what it is and is not. */
export class MongoServer {
  private readonly collections = new Collections();
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private port = 0;

  /** Known once it was started; every start after the first listens on the same port. */
  get url(): string {
    return `mongodb://127.0.0.1:${this.port}/jobs`;
  }

  async start(): Promise<void> {
    this.server = createServer((socket) => this.serve(socket)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Cuts every connection and listens no more. */
  async stop(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = null;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Loses everything, as a server without a disk does when it restarts. */
  forget(): void {
    this.collections.clear();
  }

  private serve(socket: Socket): void {
    let pending = Buffer.alloc(0);
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (data: Buffer) => {
      const { messages, rest } = takeMessages(Buffer.concat([pending, data]));
      pending = Buffer.from(rest);
      for (const message of messages) socket.write(writeAnswer(message, answer(this.collections, message.command)));
    });
  }
}
