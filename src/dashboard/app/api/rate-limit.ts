import { ApolloLink } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { OperationTypeNode } from 'graphql';
import { catchError, defer, finalize, mergeMap, of, switchMap, throwError, timer, type Observable } from 'rxjs';

/** How often a query is sent again, and how long it waits where the service does not say or says more. */
const ATTEMPTS = 5;
const DEFAULT_SECONDS = 5;
const MAX_SECONDS = 60;

/** Queries that wait because the service had too many requests. */
export class RateLimit {
  private waiting = 0;
  private readonly watchers = new Set<() => void>();

  /** Whether a query waits. */
  readonly isWaiting = (): boolean => this.waiting > 0;

  /** Calls `changed` after every change of `isWaiting`. @returns a function that stops it */
  readonly watch = (changed: () => void): (() => void) => {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  };

  /** Emits after a time. */
  wait(seconds: number): Observable<unknown> {
    return defer(() => {
      this.count(1);
      return timer(seconds * 1_000).pipe(finalize(() => this.count(-1)));
    });
  }

  private count(change: 1 | -1): void {
    this.waiting += change;
    for (const changed of this.watchers) changed();
  }
}

/**
 * Sends a query that was refused with 429 again when the service says that it may, so that the page keeps what it shows until then.
 * Mutations are refused as before: whoever made one decides about it.
 */
export function waitingOutRateLimit(limit: RateLimit): ApolloLink {
  return new ApolloLink((operation, forward) => {
    if (operation.operationType !== OperationTypeNode.QUERY) return forward(operation);
    const send = (attempt: number): Observable<ApolloLink.Result> => {
      const again = () =>
        limit.wait(secondsOf(operation.getContext().response)).pipe(switchMap(() => send(attempt + 1)));
      return defer(() => forward(operation)).pipe(
        catchError((error: unknown) =>
          attempt < ATTEMPTS && ServerError.is(error) && error.statusCode === 429 ? again() : throwError(() => error),
        ),
        mergeMap((result) => (attempt < ATTEMPTS && isRefused(result) ? again() : of(result))),
      );
    };
    return send(0);
  });
}

function isRefused({ errors }: ApolloLink.Result): boolean {
  return errors?.some(({ extensions }) => extensions?.code === 'RATE_LIMITED') ?? false;
}

function secondsOf(response: unknown): number {
  const stated = response instanceof Response ? Number(response.headers.get('retry-after') ?? NaN) : NaN;
  return Number.isFinite(stated) ? Math.min(Math.max(stated, 1), MAX_SECONDS) : DEFAULT_SECONDS;
}
