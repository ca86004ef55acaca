import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../support/eventually.js';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/** Response of a receiver; one that does not end it hangs. */
export type Behaviour = (res: ServerResponse, request: Received, index: number) => void;

export const answers =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (res) =>
    void res.writeHead(status, headers).end(body);

/** A receiver of webhooks on its own port. */
export class Receiver {
  readonly received: Received[] = [];
  /** Number of open requests, and its maximum so far. */
  open = 0;
  openMost = 0;

  private constructor(
    private readonly server: Server,
    public behaviour: Behaviour,
  ) {}

  static async start(behaviour: Behaviour = answers(204), host = '127.0.0.1'): Promise<Receiver> {
    const server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => receiver.receive(req.url ?? '', req.headers, Buffer.concat(chunks).toString(), res));
    });
    const receiver = new Receiver(server, behaviour);
    server.listen(0, host);
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `http://${address}:${port}/hook`;
  }

  /** The first `count` requests, once they have been received. */
  async first(count: number, timeoutMs?: number): Promise<Received[]> {
    return eventually(
      async () => (this.received.length >= count ? this.received.slice(0, count) : null),
      timeoutMs ?? 15_000,
    );
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private receive(path: string, headers: IncomingHttpHeaders, body: string, res: ServerResponse): void {
    const request = { path, headers, body, at: Date.now() };
    this.received.push(request);
    this.open += 1;
    this.openMost = Math.max(this.openMost, this.open);
    res.once('close', () => (this.open -= 1));
    this.behaviour(res, request, this.received.length - 1);
  }
}
