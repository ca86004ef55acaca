import { SECOND, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import type { Worker } from '../../feature/feature.js';
import { ocsfLine } from './ocsf.rules.js';
import { recordedEvent, type SecurityActor, type SecurityEvent } from './security-event.js';
import { recordEvents } from './security-event.sql.js';
import type { WriteLine } from './security-event-writer.js';

/** Interval in which equal events of a tenant become one row. */
const WINDOW_MS = 5 * SECOND;
/** Limit of the different events of a tenant in one window; the rest become one row with their number. */
const DIFFERENT_MAX = 20;
/** Limit of the tenants of one window. Beyond it events are written early. */
const TENANTS_MAX = 1_000;

interface Counted {
  event: SecurityEvent;
  actor: SecurityActor;
  at: Date;
  count: number;
}

export interface EventAggregatorOptions {
  database: Database;
  clock: Clock;
  log: Log;
  write: WriteLine;
}

/**
 * Counts of events of which one client can cause any number: at most 21 rows of a tenant every five seconds, written in
 * one statement, whatever the number of requests. A window begins with its first event. What a killed process has
 * counted in the current window is lost.
 */
export class EventAggregator implements Worker {
  private counted = new Map<string, Map<string, Counted>>();
  private window: AbortController | null = null;
  private flushing: Promise<void> = Promise.resolve();

  constructor(private readonly options: EventAggregatorOptions) {}

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** Writes what has been counted. */
  async stop(): Promise<void> {
    this.window?.abort();
    await this.flush();
  }

  /** Counts an event. */
  add(tenantId: string, event: SecurityEvent, actor: SecurityActor): void {
    if (this.counted.size >= TENANTS_MAX && !this.counted.has(tenantId)) void this.flush();
    const ofTenant = this.counted.get(tenantId) ?? new Map<string, Counted>();
    this.counted.set(tenantId, ofTenant);
    const at = this.options.clock.now();
    const key = keyOf(event, actor);
    const found = ofTenant.get(key) ?? ofTenant.get(restOf(event));
    if (found) found.count += 1;
    else if (ofTenant.size < DIFFERENT_MAX) ofTenant.set(key, { event, actor, at, count: 1 });
    else ofTenant.set(restOf(event), { event: anyOf(event), actor: ANYBODY, at, count: 1 });
    this.window ??= this.openWindow();
  }

  /** Writes what has been counted so far; resolves when it is written. */
  flush(): Promise<void> {
    const counted = this.counted;
    this.counted = new Map();
    this.flushing = this.flushing.then(async () => {
      for (const [tenantId, ofTenant] of counted) await this.write(tenantId, [...ofTenant.values()]);
    });
    return this.flushing;
  }

  private openWindow(): AbortController {
    const window = new AbortController();
    // On a timer that holds no process open; `stop` writes the rest.
    const timer = setTimeout(() => {
      this.window = null;
      void this.flush();
    }, WINDOW_MS).unref();
    window.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    return window;
  }

  private async write(tenantId: string, counted: Counted[]): Promise<void> {
    const { database, log, write } = this.options;
    const events = counted.map(({ event, actor, at, count }) => recordedEvent(event, actor, { at, count }));
    try {
      await database.within({ kind: 'tenant', tenantId }, () =>
        recordEvents.run(database.fork(), { tenantId, events }),
      );
    } catch (err) {
      log.error({ err, tenantId, lost: events.length }, 'cannot record counted security events');
    }
    for (const event of events) write(ocsfLine(tenantId, event));
  }
}

/** Author of events that were counted together. */
const ANYBODY: SecurityActor = {
  actorType: 'anonymous',
  actorId: null,
  apiKeyId: null,
  address: null,
  userAgent: null,
  requestId: null,
};

function keyOf({ kind, resourceType, resourceId, details }: SecurityEvent, actor: SecurityActor): string {
  const { actorId, apiKeyId, address, userAgent } = actor;
  return JSON.stringify([kind, resourceType, resourceId, details, actorId, apiKeyId, address, userAgent]);
}

/** Key of the events of a kind that were too many to be distinguished. */
function restOf({ kind }: SecurityEvent): string {
  return kind;
}

function anyOf({ kind }: SecurityEvent): SecurityEvent {
  return { kind, userId: null, details: { others: true } };
}
