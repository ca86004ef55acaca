import { createClient as createSocketClient } from 'graphql-ws';
import { createClient as createStreamClient } from 'graphql-sse';
import WebSocket from 'ws';
import type { Client } from '../support/client.js';

/** One event that a subscriber receives. */
export interface LiveEvent<T> {
  data?: T | null;
  errors?: readonly { message: string; extensions?: { code?: string } }[];
}

export interface Live {
  /** The events of one subscription; the loop ends when the server completes it. */
  subscribe<T>(query: string, variables?: Record<string, unknown>): AsyncIterableIterator<LiveEvent<T>>;
  close(): Promise<void>;
}

/** The two transports of subscriptions, each with its usual client library. */
export const TRANSPORTS: Record<string, (client: Client) => Live> = { 'graphql-ws': overSocket, SSE: overStream };

export function overSocket({ baseUrl, token }: Client): Live {
  const client = createSocketClient({
    url: `${baseUrl.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${token ?? ''}` },
    retryAttempts: 0,
  });
  return {
    subscribe: <T>(query: string, variables: Record<string, unknown> = {}) =>
      client.iterate<T>({ query, variables }) as AsyncIterableIterator<LiveEvent<T>>,
    close: async () => {
      await client.dispose();
    },
  };
}

export function overStream({ baseUrl, token }: Client): Live {
  const client = createStreamClient({
    url: `${baseUrl}/graphql/stream`,
    headers: { Authorization: `Bearer ${token ?? ''}` },
    retryAttempts: 0,
  });
  return {
    subscribe: <T>(query: string, variables: Record<string, unknown> = {}) =>
      client.iterate<T>({ query, variables }) as AsyncIterableIterator<LiveEvent<T>>,
    close: async () => {
      client.dispose();
      return Promise.resolve();
    },
  };
}

/** Every event until the server completes the subscription. */
export async function allOf<T>(events: AsyncIterable<LiveEvent<T>>): Promise<LiveEvent<T>[]> {
  const all: LiveEvent<T>[] = [];
  for await (const event of events) all.push(event);
  return all;
}
