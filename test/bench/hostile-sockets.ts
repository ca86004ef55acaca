import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** A message of the protocol that asks for nothing and is costly to read. */
const PING = JSON.stringify({ type: 'ping', payload: { ignored: Array.from({ length: 21_000 }, () => ({})) } });
const AT_ONCE = 4;
/** Until the next socket, after the service has closed one. */
const PAUSE_MS = 250;

/** A socket without a token that pings as fast as it is answered, and another as soon as it is closed, until the signal. */
export async function flood(baseUrl: string, headers: Record<string, string>, signal: AbortSignal): Promise<void> {
  const address = baseUrl.replace(/^http/, 'ws');
  while (!signal.aborted) {
    const socket = new WebSocket(`${address}/graphql`, 'graphql-transport-ws', { headers });
    const end = () => socket.terminate();
    signal.addEventListener('abort', end, { once: true });
    socket.on('open', () => {
      for (let no = 0; no < AT_ONCE; no += 1) socket.send(PING);
    });
    socket.on('message', () => socket.send(PING));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    signal.removeEventListener('abort', end);
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}
