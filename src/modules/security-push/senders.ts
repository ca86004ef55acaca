import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { SECOND, type Clock } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { SafeFetchError } from '../../platform/safe-fetch/safe-fetch-error.js';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';
import { S3ObjectStore } from '../../platform/storage/s3-object-store.js';
import type { SecurityEventKind } from '../security-events/security-event-kinds.js';
import { deliveryHeaders } from '../webhooks/signature.rules.js';
import { bucketOf, type DestinationKind, type DestinationSettings } from './destination-kinds.js';
import { batchKey, syslogFrame } from './push.rules.js';

const TIMEOUT_MS = 20 * SECOND;
const READ_BYTES = 1_024;

/** Events of one tenant in their order, each with its line of OCSF. */
export interface EventBatch {
  events: readonly { sequence: number; kind: SecurityEventKind; at: Date; line: string }[];
  /** Number of the attempt to send from this cursor, from 1. */
  attempt: number;
}

/** Where a batch goes. */
export interface OpenDestination {
  address: string;
  settings: DestinationSettings;
  /** Null for a kind without. */
  secret: string | null;
}

/** Failure of a destination; its message is for the administrators of the tenant, and has no secret. */
export class PushFailure extends Error {
  override readonly name = 'PushFailure';
}

export interface SenderOptions {
  fetch: SafeFetch;
  network: GuardedNetwork;
  clock: Clock;
  /** Name of this service in messages of syslog. */
  host: () => string;
  /** Time for one batch, until the destination has it. Milliseconds. @default 20 seconds */
  timeoutMs?: number;
}

/** Sends a batch, until `signal` aborts. @throws {PushFailure} when the destination did not accept all of it in time */
export type Send = (destination: OpenDestination, batch: EventBatch, signal: AbortSignal) => Promise<void>;

/** A sender for each kind of destination, with a deadline from the name lookup to the end of the answer. */
export function senders(options: SenderOptions): Record<DestinationKind, Send> {
  const { timeoutMs = TIMEOUT_MS } = options;
  const inTime =
    (send: SendBatch): Send =>
    async (destination, batch, signal) => {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        await send({ ...options, timeoutMs, signal: ended }, destination, batch);
      } catch (err) {
        throw ended.aborted ? new PushFailure('did not take the events in time') : err;
      }
    };
  return { https: inTime(post), syslog: inTime(log), s3: inTime(store) };
}

/** Options with the signal that ends what is sent. */
type Sending = SenderOptions & { timeoutMs: number; signal: AbortSignal };
type SendBatch = (options: Sending, destination: OpenDestination, batch: EventBatch) => Promise<void>;

/** One signed request with the lines of the batch, as webhooks are signed. */
async function post(
  { fetch, clock, timeoutMs, signal }: Sending,
  { address, secret }: OpenDestination,
  batch: EventBatch,
): Promise<void> {
  const body = linesOf(batch);
  const id = newId();
  const headers = deliveryHeaders({
    event: 'security.events',
    eventId: id,
    deliveryId: id,
    attempt: batch.attempt,
    body,
    secrets: [secret ?? ''],
    at: clock.now(),
  });
  const request = { body, timeoutMs, readBytesMax: READ_BYTES, signal };
  const { status } = await named(
    fetch.post(address, { ...request, headers: { ...headers, 'content-type': 'application/x-ndjson' } }),
  );
  if (status < 200 || status >= 300) throw new PushFailure(`answered ${status}`);
}

/**
 * Messages over one TLS connection, closed in order by both sides. Syslog has no acknowledgement: what a receiver has taken from its
 * socket and loses is lost.
 */
async function log(
  { network, host, signal }: Sending,
  { address, settings }: OpenDestination,
  { events }: EventBatch,
): Promise<void> {
  const url = new URL(`https://${address}/`);
  const trusted = settings.ca === undefined ? network : network.trusting(settings.ca);
  const port = Number(url.port) || 443;
  const at = { host: url.hostname.replace(/^\[|\]$/g, ''), port, isTls: true };
  const socket = await named(trusted.connect({ ...at, signal }));
  try {
    socket.end(events.map((event) => syslogFrame(event, { host: host(), line: event.line })).join(''));
    socket.resume();
    // Of the whole: a receiver that sends something now and then is never idle.
    await finished(socket, { signal });
  } catch {
    throw new PushFailure('the connection broke');
  } finally {
    socket.destroy();
  }
}

/** One object with the lines of the batch, gzipped. */
async function store(
  { network, clock, timeoutMs, signal }: Sending,
  { address, settings, secret }: OpenDestination,
  batch: EventBatch,
): Promise<void> {
  const { endpoint, bucket, prefix } = bucketOf(address);
  const { accessKeyId = '', region = '' } = settings;
  const agents = { httpAgent: guarded(HttpAgent, network, false), httpsAgent: guarded(HttpsAgent, network, true) };
  const objects = new S3ObjectStore(
    {
      ...{ endpoint, bucket, region, accessKeyId, secretAccessKey: secret ?? '', agents },
      ...{ signal, requestTimeoutMs: timeoutMs },
    },
    clock,
  );
  const [first, last] = [batch.events.at(0), batch.events.at(-1)];
  if (!first || !last) return;
  try {
    const key = batchKey(prefix, { first: first.sequence, last: last.sequence, at: first.at });
    await objects.put(key, Buffer.from(linesOf(batch)), true);
  } catch (err) {
    throw new PushFailure(`the bucket does not accept it: ${reasonOf(err)}`);
  } finally {
    objects.close();
  }
}

function linesOf({ events }: EventBatch): string {
  return events.map(({ line }) => `${line}\n`).join('');
}

/** An agent whose connections go to allowed addresses alone. */
function guarded<A extends HttpAgent>(
  Agent: new (options: AgentOptions) => A,
  network: GuardedNetwork,
  isTls: boolean,
): A {
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = (options, connected) => {
    const host = options.host ?? '';
    const port = Number(options.port) || (isTls ? 443 : 80);
    network.connect({ host, port, isTls }).then(
      (socket) => connected?.(null, socket),
      (err: unknown) => connected?.(err as Error, undefined as unknown as Duplex),
    );
    return undefined;
  };
  return agent;
}

/** Result of a call; a refusal of the guard or the network as a failure of the destination. */
async function named<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (err) {
    if (err instanceof SafeFetchError) throw new PushFailure(err.message);
    // The limit of the connection is shorter than that of the batch.
    throw err instanceof Error && err.name === 'TimeoutError' ? new PushFailure('no connection in time') : err;
  }
}

/** Name of an error of S3 (`AccessDenied`), or of the guard; nothing else of it. */
function reasonOf(err: unknown): string {
  for (let each: unknown = err; each instanceof Error; each = each.cause) {
    if (each instanceof SafeFetchError) return each.message;
    const isOwn = each.name !== 'Error' && each.name !== 'AppError';
    if (isOwn && /^\w{3,60}$/.test(each.name)) return each.name;
  }
  return 'no answer';
}
