import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface TrackerRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** JSON, null without a body. */
  body: unknown;
}

export interface TrackerAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What a server does with the next request instead: another answer, or it carries the request out and is not heard of. */
export type Disturbance = TrackerAnswer | 'is carried out and not answered';

/** A tracker over HTTP. It stores every request, and a test may disturb the next ones that match. */
export abstract class TrackerServer {
  readonly requests: TrackerRequest[] = [];
  /** Time before each answer. Milliseconds. */
  delayMs = 0;
  private readonly disturbances: { matches: (request: TrackerRequest) => boolean; disturbance: Disturbance }[] = [];
  private before: { matches: (request: TrackerRequest) => boolean; work: () => Promise<unknown> } | null = null;
  private readonly server: Server;

  protected constructor() {
    this.server = createServer((req, res) => {
      void text(req).then((body) => {
        const url = new URL(req.url ?? '/', 'http://tracker');
        const { method = '', headers } = req;
        const json: unknown = body === '' ? null : JSON.parse(body);
        void this.take({ method, path: url.pathname, query: url.searchParams, headers, body: json }, res);
      });
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Disturbs the next request of a method and a path. */
  disturb(method: string, path: RegExp, disturbance: Disturbance): void {
    const matches = (request: TrackerRequest) => request.method === method && path.test(request.path);
    this.disturbances.push({ matches, disturbance });
  }

  /** Does something before the next request of a method and a path is looked at. */
  beforeNext(method: string, path: RegExp, work: () => Promise<unknown>): void {
    const matches = (request: TrackerRequest) => request.method === method && path.test(request.path);
    this.before = { matches, work };
  }

  /** Requests of a method, by their paths. */
  paths(method: string): string[] {
    return this.requests.filter((request) => request.method === method).map(({ path }) => path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  protected abstract answer(request: TrackerRequest): TrackerAnswer;
  protected abstract isAuthorized(headers: IncomingHttpHeaders): boolean;

  /** Resolves at the end of the delay, or when the connection is closed. */
  private async delay(res: ServerResponse): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.delayMs);
      res.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private async take(request: TrackerRequest, res: ServerResponse): Promise<void> {
    this.requests.push(request);
    if (this.delayMs > 0) await this.delay(res);
    if (res.destroyed) return;
    const { before } = this;
    if (before?.matches(request) === true) {
      this.before = null;
      await before.work();
    }
    const at = this.disturbances.findIndex(({ matches }) => matches(request));
    const [disturbed] = at === -1 ? [] : this.disturbances.splice(at, 1);
    if (disturbed?.disturbance === 'is carried out and not answered') {
      this.answer(request);
      res.destroy();
      return;
    }
    const {
      status,
      body,
      headers = {},
    } = disturbed?.disturbance ??
    (this.isAuthorized(request.headers) ? this.answer(request) : { status: 401, body: { message: 'Bad credentials' } });
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(body === undefined ? undefined : JSON.stringify(body));
  }
}
