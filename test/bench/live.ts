import { once } from 'node:events';
import { WebSocket } from 'ws';
import { notification } from '../../src/platform/pubsub/notifications.js';
import { SCAN_TOPIC } from '../../src/modules/scans/scan-queue.js';
import { createKey } from '../support/api-keys.js';
import type { Target } from './measure.js';
import type { Bench } from './setup.js';
import { table } from './table.js';

/** Sockets of one organization, which may have 200 in a process, and subscriptions on each. */
const SOCKETS = 200;
const SUBSCRIPTIONS = 5;
/** Keys that open them: a key may have 200 subscriptions. */
const KEYS = 5;
/** Sockets that are opened at once: more look-ups of one caller would wait than the service lets wait. */
const OPENED_AT_ONCE = 4;
const ROUNDS = 40;
const WARM_UP_ROUNDS = 5;
/** Target for the time to the last message, in times of the plain broadcast. */
const TIMES_RAW_MAX = 1.5;
const CHANGES = 'subscription { scansChanged { id status totalControls passedControls failedControls } }';

/** Open subscriptions of one target. */
interface Audience {
  target: Target;
  sockets: WebSocket[];
  /** Messages since the last event. */
  received: number;
  onReceived: () => void;
  /** Milliseconds from the change to the last message, of each round. */
  lastMs: number[];
  cpuMs: number;
}

/**
 * Times a change of a scan until the last of 1,000 subscriptions has its message, at the service and at a plain
 * broadcast of the same over `ws`, in turn.
 */
export async function notifySubscribers({ service, raw, database, admin }: Bench): Promise<void> {
  const { rows } = await database.query<{ id: string; tenantId: string }>(
    'select id, tenant_id as "tenantId" from scans limit 1',
  );
  const [scan] = rows;
  if (!scan) throw new Error('the demo was not scanned');
  const message = { topic: SCAN_TOPIC, ...scan };
  const keys = await Promise.all(Array.from({ length: KEYS }, async () => (await createKey(admin)).key));
  const audiences = [await gather(service, '/graphql', keys), await gather(raw, '/live', [raw.token])];
  const [first, second] = audiences;
  if (!first || !second) return;
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const audience of round % 2 === 0 ? [first, second] : [second, first]) {
      const isWarm = round >= WARM_UP_ROUNDS;
      const before = (await audience.target.child.usage()).cpuMs;
      // Both hear of every change: who is not measured is waited for, too.
      const everybody = Promise.all(audiences.map((each) => arrival(each)));
      const startedAt = performance.now();
      const measured = arrival(audience).then(() => performance.now() - startedAt);
      await database.query('select pg_notify($1, $2)', notification(message));
      const lastMs = await measured;
      await everybody;
      if (!isWarm) continue;
      audience.lastMs.push(lastMs);
      audience.cpuMs += (await audience.target.child.usage()).cpuMs - before;
    }
  }
  print(audiences);
  for (const { sockets } of audiences) for (const socket of sockets) socket.terminate();
}

async function gather(target: Target, path: string, tokens: readonly string[]): Promise<Audience> {
  const audience: Audience = { target, sockets: [], received: 0, onReceived: () => undefined, lastMs: [], cpuMs: 0 };
  while (audience.sockets.length < SOCKETS) {
    const token = tokens[audience.sockets.length % tokens.length] ?? '';
    const opened = Array.from({ length: OPENED_AT_ONCE }, () => open(audience, path, token));
    audience.sockets.push(...(await Promise.all(opened)));
  }
  return audience;
}

async function open(audience: Audience, path: string, token: string): Promise<WebSocket> {
  const { baseUrl } = audience.target;
  const socket = new WebSocket(baseUrl.replace('http', 'ws') + path, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${token}` } }));
  await once(socket, 'message');
  const snapshots = Promise.withResolvers<undefined>();
  let messages = 0;
  socket.on('message', (data: Buffer) => {
    if (!data.includes('"type":"next"') || data.includes('"errors"')) snapshots.reject(new Error(data.toString()));
    messages += 1;
    if (messages === SUBSCRIPTIONS) snapshots.resolve(undefined);
    audience.received += 1;
    audience.onReceived();
  });
  for (let id = 0; id < SUBSCRIPTIONS; id += 1)
    socket.send(JSON.stringify({ type: 'subscribe', id: String(id), payload: { query: CHANGES } }));
  await snapshots.promise;
  return socket;
}

/** Resolves when every subscription has one more message. */
function arrival(audience: Audience): Promise<void> {
  audience.received = 0;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const before = audience.onReceived;
  audience.onReceived = () => {
    before();
    if (audience.received === SOCKETS * SUBSCRIPTIONS) resolve(undefined);
  };
  return promise.then(() => {
    audience.onReceived = () => undefined;
  });
}

function print(audiences: readonly Audience[]): void {
  const medians = audiences.map(({ lastMs }) => lastMs.toSorted((a, b) => a - b)[Math.floor(lastMs.length / 2)] ?? NaN);
  const rows = audiences.map(({ target, lastMs, cpuMs }, index) => [
    target.who,
    (medians[index] ?? NaN).toFixed(1),
    Math.max(...lastMs).toFixed(1),
    (cpuMs / lastMs.length).toFixed(1),
  ]);
  const [ours = NaN, theirs = NaN] = medians;
  process.stdout.write(
    `\n${SOCKETS * SUBSCRIPTIONS} subscriptions of ${SOCKETS} sockets: change of a scan to the last message\n` +
      table(['', 'median ms', 'longest ms', 'CPU ms'], rows) +
      `  × plain broadcast: ${(ours / theirs).toFixed(2)} (should be at most ${TIMES_RAW_MAX})\n`,
  );
}
