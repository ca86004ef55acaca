import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { answer, Collections } from './commands.js';
import { takeMessages, writeAnswer } from './wire.js';

/** Replacement of a MongoDB server; its limits are in README.md. */
export class MongoServer {
  private readonly collections = new Collections();
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private port = 0;

  /** URL, available after the start; later starts use the same port. */
  get url(): string {
    return `mongodb://127.0.0.1:${this.port}/jobs`;
  }

  async start(): Promise<void> {
    this.server = createServer((socket) => this.serve(socket)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Closes every connection and stops listening. */
  async stop(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = null;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Deletes all data, like the restart of a server without a disk. */
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
