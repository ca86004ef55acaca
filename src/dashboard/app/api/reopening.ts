import type { Client, Sink } from 'graphql-ws';

/**
 * Client whose subscriptions outlast a close that `graphql-ws` takes for final, whatever `shouldRetry` says: 4429 beyond the quota of
 * requests, 4500 of a service in trouble. They subscribe again after a while; errors of an operation still end it.
 * @param waitMs delay before each further attempt. Milliseconds.
 */
export function reopening(client: Client, waitMs: () => number): Client {
  const subscribe: Client['subscribe'] = (payload, sink: Sink<never>) => {
    let release: () => void = () => undefined;
    const open = () => {
      release = client.subscribe(payload, {
        next: (value: never) => sink.next(value),
        complete: () => sink.complete(),
        error: (error) => {
          if (!(error instanceof CloseEvent)) {
            sink.error(error);
            return;
          }
          const timer = setTimeout(open, waitMs());
          release = () => {
            clearTimeout(timer);
            sink.complete();
          };
        },
      });
    };
    open();
    return () => release();
  };
  return { ...client, subscribe };
}
