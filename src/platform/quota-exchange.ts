import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { MINUTE, type Clock } from './clock.js';
import type { Log } from './log.js';
import type { Notifications } from './pubsub/notifications.js';
import type { Quota, QuotaUse } from './quota.js';

/** Time for which uses are collected before they are sent. Our choice: at most ten messages a second. */
const COLLECT_MS = 100;
/** Share of a limit that is worth a message: a flood of keys that take little is no flood of messages. */
const SHARE_MIN = 0.01;
/** Keys whose use is not sent yet; those unused for longest are forgotten first. */
const KEYS_MAX = 20_000;
/** Uses in one message: NOTIFY takes less than 8,000 bytes, and a use is some 80. */
const USES_MAX = 60;

const Uses = z.array(z.object({ key: z.string().max(100), units: z.int(), limit: z.int().positive() })).max(USES_MAX);

/**
 * What a quota accepts in one process, reported to the others, so that a limit holds for all of them together. Each still
 * decides at once and in memory, and hears of the others a moment later: together they accept at most one hundredth of
 * the limit for each process, and what arrives at them within the time of a message, beyond it. What is lost
 * because the database cannot be reached is granted twice. Why: docs/adr/0052-request-counts-between-processes.md
 */
export class QuotaExchange {
  private readonly unsent = new LRUCache<string, QuotaUse>({ max: KEYS_MAX, ttl: MINUTE });
  private readonly due = new Map<string, QuotaUse>();
  private isCollecting = false;

  constructor(
    private readonly quota: Quota,
    private readonly processes: Pick<Notifications, 'broadcast' | 'onBroadcast'>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Sends and receives from now on, as long as the notifications run. */
  start(): void {
    this.quota.onUse = (use) => this.note(use);
    this.processes.onBroadcast(this.topic, (message) => this.receive(message));
  }

  private get topic(): string {
    return `quota ${this.quota.name}`;
  }

  private note({ key, units, limit }: QuotaUse): void {
    const id = `${limit} ${key}`;
    const use = { key, limit, units: units + (this.unsent.get(id)?.units ?? 0) };
    this.unsent.set(id, use);
    if (Math.abs(use.units) < limit * SHARE_MIN) {
      this.due.delete(id);
      return;
    }
    this.due.set(id, use);
    if (!this.isCollecting) void this.send();
  }

  private async send(): Promise<void> {
    this.isCollecting = true;
    await this.clock.sleep(COLLECT_MS);
    this.isCollecting = false;
    const uses = [...this.due.values()];
    for (const id of this.due.keys()) this.unsent.delete(id);
    this.due.clear();
    try {
      for (let at = 0; at < uses.length; at += USES_MAX)
        await this.processes.broadcast(this.topic, uses.slice(at, at + USES_MAX));
    } catch (err) {
      this.log.warn({ err }, 'other processes do not hear what this one has accepted');
    }
  }

  private receive(message: unknown): void {
    const uses = Uses.safeParse(message);
    if (!uses.success) return;
    for (const use of uses.data) void this.quota.addUse(use);
  }
}
