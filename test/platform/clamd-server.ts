import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The EICAR test file, in two parts, so that no scanner takes this file for it. Source: eicar.org. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Server that speaks INSTREAM as clamd(8) describes it, and finds EICAR. */
export class ClamdServer {
  /** Files as they arrived. */
  readonly received: Buffer[] = [];
  /** Answer in place of a verdict; `close` ends the connection without one, `silence` leaves it open. */
  answer: string | null = null;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => void this.serve(socket).catch(() => socket.destroy()));
  }

  static async start(): Promise<ClamdServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ClamdServer(server);
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(socket: Socket): Promise<void> {
    let pending = Buffer.alloc(0);
    const parts: Buffer[] = [];
    let isOpen = false;
    for await (const chunk of socket) {
      pending = Buffer.concat([pending, chunk as Buffer]);
      if (!isOpen) {
        const end = pending.indexOf(0);
        if (end < 0) continue;
        if (pending.subarray(0, end).toString() !== 'zINSTREAM') {
          socket.end('UNKNOWN COMMAND\0');
          return;
        }
        pending = pending.subarray(end + 1);
        isOpen = true;
      }
      while (pending.length >= 4) {
        const length = pending.readUInt32BE(0);
        if (length === 0) {
          this.finish(socket, Buffer.concat(parts));
          return;
        }
        if (pending.length < 4 + length) break;
        parts.push(pending.subarray(4, 4 + length));
        pending = pending.subarray(4 + length);
      }
    }
  }

  private finish(socket: Socket, file: Buffer): void {
    this.received.push(file);
    if (this.answer === 'silence') return;
    if (this.answer === 'close') {
      socket.destroy();
      return;
    }
    const verdict = file.includes(EICAR) ? 'stream: Eicar-Signature FOUND' : 'stream: OK';
    socket.end(`${this.answer ?? verdict}\0`);
  }
}
