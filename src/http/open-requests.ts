import { AsyncResource } from 'node:async_hooks';
import type { Context } from 'koa';
import { isSuspension } from '../graphql/credential-watch.js';
import { SECOND } from '../platform/clock.js';
import type { ServiceState } from './state.js';

/** Age from which a request is looked at, and interval of looking. Our choice: sockets and event streams end in as many seconds. */
const LOOK_MS = 2 * SECOND;

/** A request of a known caller that is not over. */
export interface OpenRequest<C> {
  /** What its client has sent, by which the caller was found. */
  credential: string;
  /** Looks up the caller again; null where the credential is no longer valid. */
  recheck: () => Promise<C | null>;
  /** Whether it may not go on as what is found, null for nobody. */
  mustEnd: (found: C | null) => boolean;
  /** Ends its connection. */
  end: () => void;
}

interface Opened extends OpenRequest<unknown> {
  since: number;
}

/**
 * The requests of known callers that are not over. Who is asking is found out at their heads, and their clients decide how long the rest
 * takes: the connection of one whose credential is withdrawn or changed meanwhile is ended. A credential is looked up once in each look,
 * however many of its requests are open.
 */
export class OpenRequests {
  private readonly open = new Set<Opened>();
  private isLooking = false;
  /** In the context of the process: that of the request which came first is in the scope of its caller. */
  private readonly lookLater = AsyncResource.bind(() => {
    setTimeout(() => void this.look(), this.everyMs).unref();
  });

  constructor(private readonly everyMs = LOOK_MS) {}

  /** Watches a request until the returned function is called. */
  watch<C>(request: OpenRequest<C>): () => void {
    const opened = { ...request, since: performance.now() } as Opened;
    this.open.add(opened);
    if (!this.isLooking) {
      this.isLooking = true;
      this.lookLater();
    }
    return () => this.open.delete(opened);
  }

  private async look(): Promise<void> {
    const before = performance.now() - this.everyMs;
    const long = [...this.open].filter(({ since }) => since <= before);
    await Promise.all(
      [...Map.groupBy(long, ({ credential }) => credential).values()].map((same) => this.endIfOver(same)),
    );
    this.isLooking = this.open.size > 0;
    if (this.isLooking) this.lookLater();
  }

  /** Ends requests of one credential that may not go on. Where the database is unavailable the next look decides. */
  private async endIfOver(requests: readonly Opened[]): Promise<void> {
    const [first] = requests;
    if (!first) return;
    try {
      const found = await first.recheck();
      this.endAll(requests.filter(({ mustEnd }) => mustEnd(found)));
    } catch (err) {
      if (isSuspension(err)) this.endAll(requests);
    }
  }

  /** Ends those that have not ended by themselves meanwhile: their connections may carry other requests by now. */
  private endAll(requests: readonly Opened[]): void {
    for (const request of requests) if (this.open.delete(request)) request.end();
  }
}

/** Watches the request of a context until its answer has been sent or its client has gone. */
export function watchRequest<C>(ctx: Context, requests: OpenRequests, request: OpenRequest<C>): void {
  // It has gone while its caller was looked up: its end has been announced.
  if (ctx.res.closed || ctx.req.socket.destroyed) return;
  const unwatch = requests.watch(request);
  (ctx.state as ServiceState).unwatch = unwatch;
  ctx.res.once('close', unwatch);
}
