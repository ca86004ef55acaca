import { createClient, type SubscribePayload } from 'graphql-ws';
import { MINUTE, SECOND } from '../../platform/clock.js';
import { DemoError } from './demo-error.js';
import { printable } from './text.js';

/** Timeout of a silent subscription; a healthy scan sends something sooner. */
const IDLE_MS = 2 * MINUTE;
const RETRIES = 3;

interface Listening {
  address: string;
  token: string | null;
  signal: AbortSignal;
}

/**
 * The data of each event of a subscription (graphql-ws protocol), until the service ends it.
 * @throws {DemoError} when it is refused, breaks off, or nothing happens for two minutes
 */
export async function* subscribe({ address, token, signal }: Listening, payload: SubscribePayload): AsyncGenerator {
  const client = createClient({
    url: `${address.replace(/^http/, 'ws')}/graphql`,
    connectionParams: { Authorization: `Bearer ${token ?? ''}` },
    retryAttempts: RETRIES,
  });
  try {
    const events = client.iterate(payload);
    for (;;) {
      const next = await within(events.next(), signal);
      if (next.done) return;
      const [error] = next.value.errors ?? [];
      if (error) throw new DemoError(`the live feed failed: ${printable(error.message)}`);
      yield next.value.data;
    }
  } finally {
    await client.dispose();
  }
}

/** Resolves with `event`; rejects on a timeout, when the demo is stopped, or when the socket closes. */
async function within<T>(event: Promise<T>, signal: AbortSignal): Promise<T> {
  const quiet = new DemoError(`the live feed was silent for ${IDLE_MS / SECOND} s`);
  const { promise: over, reject } = Promise.withResolvers<never>();
  const idle = setTimeout(() => reject(quiet), IDLE_MS);
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([event, over]);
  } catch (err) {
    if (err instanceof DemoError) throw err;
    throw new DemoError(`the live feed was interrupted: ${reasonOf(err)}`);
  } finally {
    clearTimeout(idle);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Text of a failure of graphql-ws, which rejects with the close event of the socket, with GraphQL errors, or with an
 * error.
 */
function reasonOf(err: unknown): string {
  const first: unknown = Array.isArray(err) ? err[0] : err;
  if (first instanceof Error) return printable(first.message);
  if (typeof first !== 'object' || first === null) return String(first);
  if ('code' in first && 'reason' in first)
    return `closed with ${String(first.code)} ${printable(String(first.reason))}`;
  return 'message' in first ? printable(String(first.message)) : 'for no stated reason';
}
