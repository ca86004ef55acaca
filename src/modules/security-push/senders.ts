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

/** Sends a batch. @throws {PushFailure} when the destination did not accept all of it */
export type Send = (destination: OpenDestination, batch: EventBatch) => Promise<void>;

/** A sender for each kind of destination. */
export function senders(options: SenderOptions): Record<DestinationKind, Send> {
  return {
    https: (destination, batch) => post(options, destination, batch),
    syslog: (destination, batch) => log(options, destination, batch),
    s3: (destination, batch) => store(options, destination, batch),
  };
}

/** One signed request with the lines of the batch, as webhooks are signed. */
async function post(
  { fetch, clock, timeoutMs = TIMEOUT_MS }: SenderOptions,
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
  const request = { body, timeoutMs, readBytesMax: READ_BYTES };
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
  { network, host, timeoutMs = TIMEOUT_MS }: SenderOptions,
  { address, settings }: OpenDestination,
  { events }: EventBatch,
): Promise<void> {
  const url = new URL(`https://${address}/`);
  const trusted = settings.ca === undefined ? network : network.trusting(settings.ca);
  const port = Number(url.port) || 443;
  const socket = await named(trusted.connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port, isTls: true }));
  let deadline: NodeJS.Timeout | undefined;
  try {
    // Of the whole: a receiver that sends something now and then is never idle.
    deadline = setTimeout(() => socket.destroy(new PushFailure('did not take the messages in time')), timeoutMs);
    socket.end(events.map((event) => syslogFrame(event, { host: host(), line: event.line })).join(''));
    socket.resume();
    await finished(socket);
  } catch (err) {
    throw err instanceof PushFailure ? err : new PushFailure('the connection broke');
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
}

/** One object with the lines of the batch, gzipped. */
async function store(
  { network, clock }: SenderOptions,
  { address, settings, secret }: OpenDestination,
  batch: EventBatch,
): Promise<void> {
  const { endpoint, bucket, prefix } = bucketOf(address);
  const { accessKeyId = '', region = '' } = settings;
  const agents = { httpAgent: guarded(HttpAgent, network, false), httpsAgent: guarded(HttpsAgent, network, true) };
  const objects = new S3ObjectStore(
    { endpoint, bucket, region, accessKeyId, secretAccessKey: secret ?? '', agents },
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
    throw err instanceof SafeFetchError ? new PushFailure(err.message) : err;
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
