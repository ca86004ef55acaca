import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Refusals, sendOr, type Way } from '../refusals/refusals.js';
import { operationOf } from '../rest/json-server.js';
import { AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from '../authority.js';

export const TOKEN = 'token-of-the-reader';

type Item = Record<string, unknown>;

/** A response that replaces the usual one, once. */
interface Interlude {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** The part of the Kubernetes API over HTTPS that the connector reads: paged lists, one config map, refusals. */
export class ApiServer {
  /** Path and query of each request, in order. */
  readonly requests: string[] = [];
  /** What it refuses, by operation as `operationOf` names it. */
  readonly refusals = new Refusals();
  /** Items of lists by path. */
  readonly lists = new Map<string, { kind: string; items: Item[] }>();
  kubeletConfig: Item | null = null;
  /** Paths that the caller may not read. */
  readonly forbidden = new Set<string>();
  /** Responses to the next requests of a path. */
  readonly interludes = new Map<string, Interlude[]>();
  /** Limit of items in a page, whatever the client allows. */
  pageSizeMax = 500;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ApiServer> {
    const server = createServer({
      cert: SERVER_CERTIFICATE,
      key: SERVER_KEY,
      ca: AUTHORITY,
      requestCert: true,
      rejectUnauthorized: false,
    });
    const api = new ApiServer(server);
    server.on('request', (req, res) => {
      api.answer(req, res);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return api;
  }

  get url(): string {
    return `https://localhost:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Number of requests of a path. */
  count(path: string): number {
    return this.requests.filter((each) => each.startsWith(`${path}?`) || each === path).length;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(req: IncomingMessage, res: ServerResponse): void {
    const url = new URL(req.url ?? '/', this.url);
    this.requests.push(req.url ?? '');
    const way = this.refusals.wayOf(operationOf(req.method ?? '', url));
    const interlude = this.interludes.get(url.pathname)?.shift();
    if (interlude) send(res, interlude);
    else if (way === 'denied' || way === 'failing') send(res, refusal(way === 'denied' ? 403 : 500, way));
    else if (!isKnown(req)) send(res, refusal(401, 'Unauthorized'));
    else if (req.method !== 'GET') send(res, refusal(405, 'MethodNotAllowed'));
    else if (this.forbidden.has(url.pathname)) send(res, refusal(403, 'Forbidden'));
    else this.read(url, res, way);
  }

  private read(url: URL, res: ServerResponse, way: Way | null): void {
    const list = this.lists.get(url.pathname);
    if (list) send(res, { status: 200, body: this.page(list, url) }, way);
    else if (url.pathname === '/api/v1/namespaces/kube-system/configmaps/kubelet-config' && this.kubeletConfig) {
      send(res, { status: 200, body: { apiVersion: 'v1', kind: 'ConfigMap', ...this.kubeletConfig } }, way);
    } else send(res, refusal(404, 'NotFound'));
  }

  /** The token of the next page is the number of items sent, as text. */
  private page({ kind, items }: { kind: string; items: Item[] }, url: URL) {
    const limit = Math.min(Number(url.searchParams.get('limit') ?? this.pageSizeMax), this.pageSizeMax);
    const from = Number(url.searchParams.get('continue') ?? 0);
    const rest = items.length - from - limit;
    const metadata = rest > 0 ? { continue: String(from + limit), remainingItemCount: rest } : {};
    return {
      apiVersion: 'v1',
      kind,
      metadata: { resourceVersion: '7', ...metadata },
      items: items.slice(from, from + limit),
    };
  }
}

function isKnown(req: IncomingMessage): boolean {
  const isCertified = req.socket instanceof TLSSocket && req.socket.authorized;
  return isCertified || req.headers.authorization === `Bearer ${TOKEN}`;
}

/** An error as the API server formats it. */
export function refusal(code: number, reason: string, metadata: Record<string, unknown> = {}): Interlude {
  return { status: code, body: { apiVersion: 'v1', kind: 'Status', metadata, status: 'Failure', reason, code } };
}

function send(res: ServerResponse, { status, headers = {}, body }: Interlude, way: Way | null = null): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  const wire = { status, headers: { 'content-type': 'application/json', ...headers }, text };
  sendOr(res, wire, { way, form: () => wire });
}
