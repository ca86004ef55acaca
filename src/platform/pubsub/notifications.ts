import { EventEmitter, on } from 'node:events';
import type { Client } from 'pg';
import { z } from 'zod';
import { SECOND, type Clock } from '../clock.js';
import { newId } from '../crypto/uuid.js';
import { query, type EntityManager } from '../database/database.js';
import { createClient } from '../database/primary.js';
import { failpoint } from '../failpoints.js';
import type { Log } from '../log.js';
import { sendToChannel } from './notifications.sql.js';

const CHANNEL = 'crosswalk';
/** Channel of messages among processes. */
const PROCESS_CHANNEL = 'crosswalk_processes';

/** Notification of a change: its topic, its tenant and the id of what changed. Subscribers read the rest. */
const NotificationShape = z.object({ topic: z.string(), tenantId: z.string(), id: z.string() });
export type Notification = z.infer<typeof NotificationShape>;

/** Message to the other processes: what it is about, and from which process. */
const BroadcastShape = z.object({ from: z.string(), topic: z.string(), body: z.unknown() });

/** Parameters of `pg_notify`, which publishes a notification at commit. */
export function notification(message: Notification): [channel: string, payload: string] {
  return [CHANNEL, JSON.stringify(message)];
}

/** Sends a notification to every process when the transaction of `em` commits; at once where it has none. */
export async function publish(em: EntityManager, message: Notification): Promise<void> {
  const parameters = notification(message);
  await failpoint('notify.before', message.topic);
  await query(em)
    .selectNoFrom((eb) =>
      eb
        .fn(
          'pg_notify',
          parameters.map((each) => eb.val(each)),
        )
        .as('notified'),
    )
    .execute();
}

/**
 * Notifications of every process, received over one LISTEN connection. After a broken connection it listens again and yields
 * null to every subscriber, which is to read again: some notifications may have been missed.
 */
export class Notifications {
  private readonly emitter = new EventEmitter();
  private readonly broadcasts = new EventEmitter();
  /** Of this process, by which it knows its own broadcasts. */
  private readonly id = newId();
  private client: Client | null = null;
  private isStopping = false;

  constructor(
    private readonly url: string,
    private readonly clock: Clock,
    private readonly log: Log,
    /** Called with the tenant of each, and with null when some may have been missed. @default nobody asks */
    private readonly onChange: (tenantId: string | null) => void = () => undefined,
  ) {
    this.emitter.setMaxListeners(0);
  }

  async start(): Promise<void> {
    const client = createClient({ connectionString: this.url, keepAlive: true });
    client.on('error', (err) => this.log.warn({ err }, 'the listening connection broke'));
    client.on('notification', ({ channel, payload }) => {
      if (channel === PROCESS_CHANNEL) this.receiveBroadcast(payload);
      else this.receive(payload);
    });
    // Before it connects, so that a stop in the meantime ends it too.
    this.client = client;
    await client.connect();
    await client.query(`listen ${CHANNEL}; listen ${PROCESS_CHANNEL}`);
    client.on('end', () => {
      if (!this.isStopping) void this.restart();
    });
  }

  /**
   * Notifications of one topic and tenant as they come, and null when some may have been missed. Ends with `signal`.
   * Subscribed from the call on, so that a snapshot read after it misses nothing.
   */
  subscribe(topic: string, tenantId: string, signal: AbortSignal): AsyncIterable<Notification | null> {
    const events = on(this.emitter, key(topic, tenantId), { signal });
    return untilAborted(events, signal);
  }

  /**
   * Sends `body` to every other process that listens now. For what concerns processes, never with data of a tenant; nothing
   * is sent once this process stops.
   * @param body under 7,900 bytes as JSON
   * @throws {Error} when the database cannot be reached
   */
  async broadcast(topic: string, body: unknown): Promise<void> {
    if (this.isStopping) return;
    if (!this.client) throw new Error('notifications have not started');
    const text = JSON.stringify({ from: this.id, topic, body });
    await sendToChannel.run(this.client, { channel: PROCESS_CHANNEL, body: text });
  }

  /** Calls `listener` with the body of each broadcast of another process about `topic`. What is sent while this process does not listen is lost. */
  onBroadcast(topic: string, listener: (body: unknown) => void): void {
    this.broadcasts.on(topic, listener);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.client?.end();
  }

  private receive(payload: string | undefined): void {
    const parsed = NotificationShape.safeParse(JSON.parse(payload ?? 'null'));
    if (!parsed.success) return;
    this.onChange(parsed.data.tenantId);
    this.emitter.emit(key(parsed.data.topic, parsed.data.tenantId), parsed.data);
  }

  private receiveBroadcast(payload: string | undefined): void {
    const { success, data } = BroadcastShape.safeParse(JSON.parse(payload ?? 'null'));
    if (success && data.from !== this.id) this.broadcasts.emit(data.topic, data.body);
  }

  private async restart(): Promise<void> {
    for (;;) {
      await this.clock.sleep(SECOND);
      // Stopped meanwhile: nobody would close a connection that is opened now.
      if (this.isStopping) return;
      try {
        await this.start();
        this.onChange(null);
        // Each subscriber listens to `error` too, which ends it.
        for (const name of this.emitter.eventNames()) if (name !== 'error') this.emitter.emit(name, null);
        return;
      } catch (err) {
        this.log.warn({ err }, 'cannot listen to the database yet');
      }
    }
  }
}

function key(topic: string, tenantId: string): string {
  return `${topic} ${tenantId}`;
}

/** Yields events until `signal` aborts; `on` of Node throws then. */
async function* untilAborted(
  events: AsyncIterable<unknown[]>,
  signal: AbortSignal,
): AsyncGenerator<Notification | null> {
  try {
    for await (const [message] of events) yield message as Notification | null;
  } catch (err) {
    if (!signal.aborted) throw err;
  }
}
