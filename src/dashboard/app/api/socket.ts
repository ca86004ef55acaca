import { createClient, type Client } from 'graphql-ws';
import { languageHeader } from '../i18n';
import type { SessionStore } from '../session-store';
import { reopening } from './reopening';

/** Whether changes arrive by subscription or by polling. */
export type Liveness = 'live' | 'delayed';

/** WebSocket of the page with its state. */
export interface Socket {
  client: Client;
  liveness: () => Liveness;
  /** Calls `changed` after every change of the liveness. @returns a function that stops it */
  watch: (changed: () => void) => () => void;
  /** Reconnects with the current token. */
  renew: () => void;
}

const RETRY_MS_MAX = 15_000;
/** Delay after a close that the library takes for final. The quota of requests is one of a minute; pages do not all come back at once. */
const REOPEN_MS = { min: 60_000, spread: 5_000 };

/** Creates the socket. It connects for the first subscription, and reconnects without a limit. */
export function createSocket(sessions: SessionStore): Socket {
  const url = new URL('/graphql', window.location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  let liveness: Liveness = 'live';
  const watchers = new Set<() => void>();
  const become = (next: Liveness) => {
    if (next === liveness) return;
    liveness = next;
    for (const changed of watchers) changed();
  };
  const client = createClient({
    url: url.href,
    connectionParams: async () => ({ ...(await sessions.headers()), ...languageHeader() }),
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (retries) => wait(Math.min(500 * 2 ** retries, RETRY_MS_MAX)),
    // The server asks too, but a network that is gone answers nobody.
    keepAlive: 10_000,
    on: {
      connected: () => become('live'),
      closed: (event) => {
        // 1000: nothing is subscribed to any more.
        if (!(event instanceof CloseEvent && event.code === 1000)) become('delayed');
      },
    },
  });
  return {
    client: reopening(client, () => REOPEN_MS.min + Math.random() * REOPEN_MS.spread),
    liveness: () => liveness,
    watch: (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    renew: () => client.terminate(),
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
