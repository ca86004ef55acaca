import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server received. */
export interface ReceivedRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A response that the server sends. */
export interface CannedResponse {
  /** @default 200 */
  status?: number;
  headers?: Record<string, string | string[]>;
  /** Sent as JSON; text and bytes unchanged. */
  body?: unknown;
}

/** HTTP server on a free port that sends the JSON responses of a test. */
export class JsonServer {
  readonly requests: ReceivedRequest[] = [];
  /** Responses that come first, one for each request. */
  readonly next: CannedResponse[] = [];

  /** Origin, available after the start. */
  origin = '';

  private constructor(private readonly server: Server) {}

  static async start(answer: (request: ReceivedRequest) => CannedResponse): Promise<JsonServer> {
    const server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const request: ReceivedRequest = {
          method: req.method ?? '',
          url: new URL(req.url ?? '/', json.origin),
          headers: req.headers,
          body: Buffer.concat(chunks).toString(),
        };
        json.requests.push(request);
        const { status = 200, headers = {}, body = '' } = json.next.shift() ?? answer(request);
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
    return this.requests.map(({ method, url }) => `${method} ${url.pathname}`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
