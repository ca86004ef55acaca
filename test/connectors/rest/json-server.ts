import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Told {
  /** @default 200 */
  status?: number;
  headers?: Record<string, string | string[]>;
  /** Sent as JSON; a text and bytes as they are. */
  body?: unknown;
}

/** A web service on a port of its own, which answers in JSON what the test decides. */
export class JsonServer {
  readonly asked: Asked[] = [];
  /** Taken before the service itself is asked, one for each request. */
  readonly next: Told[] = [];

  /** Known once it has started. */
  origin = '';

  private constructor(private readonly server: Server) {}

  static async start(answer: (asked: Asked) => Told): Promise<JsonServer> {
    const server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const asked: Asked = {
          method: req.method ?? '',
          url: new URL(req.url ?? '/', json.origin),
          headers: req.headers,
          body: Buffer.concat(chunks).toString(),
        };
        json.asked.push(asked);
        const { status = 200, headers = {}, body = '' } = json.next.shift() ?? answer(asked);
        res.writeHead(status, { 'content-type': 'application/json', ...headers });
        res.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
      });
    });
    const json = new JsonServer(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    json.origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    return json;
  }

  /** `GET /api/v1/brands` of every request so far, without queries. */
  get paths(): string[] {
    return this.asked.map(({ method, url }) => `${method} ${url.pathname}`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
