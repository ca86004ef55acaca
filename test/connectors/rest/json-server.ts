import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refusals, sendOr, type RefusalForm } from '../refusals/refusals.js';

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

const JSON_TYPE = { 'content-type': 'application/json' };

/** Parameters that select a page or a version, not what is read. */
const PAGING =
  /^(after|limit|page|per_page|continue|pageToken|maxResults|pageSize|api-version|\$skiptoken|\$top|x-.*)$/;

/** `GET /api/v1/policies type=PASSWORD`: a request without its page. */
export function operationOf(method: string, { pathname, searchParams }: URL): string {
  const asked = [...searchParams].filter(([name]) => !PAGING.test(name)).map(([name, value]) => `${name}=${value}`);
  return [method, pathname, ...asked].join(' ');
}

/** HTTP server on a free port that sends the JSON responses of a test. */
export class JsonServer {
  readonly requests: ReceivedRequest[] = [];
  /** Responses that come first, one for each request. */
  readonly next: CannedResponse[] = [];

  /** What it refuses, by operation as `operationOf` names it. */
  readonly refusals = new Refusals();
  /** The provider's form of refusals. */
  refusalForm: RefusalForm = (way) => ({ status: way === 'denied' ? 403 : 500, headers: JSON_TYPE, text: '{}' });

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
        const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
        const way = json.refusals.wayOf(operationOf(request.method, request.url));
        sendOr(res, { status, headers: { ...JSON_TYPE, ...headers }, text }, { way, form: json.refusalForm });
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
