import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '../context.js';
import { SECOND } from '../platform/clock.js';
import { ANSWER_BYTES_PER_UNIT, countedCredentialOf, type DrawnQuota, type RequestQuotas } from './request-quotas.js';

/** Executed events of subscriptions for each unit: some twenty milliseconds of CPU. Source: schema/contract/limits.md. */
const EVENTS_PER_UNIT = 25;
const KEYS_MAX = 10_000;
/** Longest time for which a unit is taken to be left without a look: thousands of messages may be sent in a second. Our choice. */
const PEEK_EVERY_MS = 100;

/** The credential of a viewer, as far as it is charged. */
interface Credential {
  key: string;
  quota: DrawnQuota;
  /** Until when a unit is taken to be left. Milliseconds of `performance.now()`. */
  hasUnitsUntil: number;
}

/** Amounts that add up to units; what is left of the last unit is stored in memory, by key. */
class Remainders {
  private readonly remainders = new LRUCache<string, number>({ max: KEYS_MAX });

  constructor(private readonly perUnit: number) {}

  /** @returns the whole units that have come together */
  add(key: string, amount: number): number {
    const sum = (this.remainders.get(key) ?? 0) + amount;
    this.remainders.set(key, sum % this.perUnit);
    return Math.floor(sum / this.perUnit);
  }
}

/** What sockets and event streams take of the request quota for what they are sent. */
export class SubscriberCharges {
  /** By organization: events that its subscribers share count once. */
  private readonly executed = new Remainders(EVENTS_PER_UNIT);
  /** By credential. */
  private readonly sent = new Remainders(ANSWER_BYTES_PER_UNIT);
  private readonly credentials = new LRUCache<string, Credential>({ max: KEYS_MAX });
  private readonly ofViewers = new WeakMap<Viewer, Credential>();

  constructor(private readonly quotas: Pick<RequestQuotas, 'of'>) {}

  /** Counts an event that was executed. */
  async chargeExecution(viewer: Viewer): Promise<void> {
    await this.charge(viewer, this.executed.add(viewer.tenantId, 1));
  }

  /** Counts bytes that are sent, whatever messages they are cut into. */
  chargeBytes(viewer: Viewer, bytes: number): void {
    const units = this.sent.add(this.credentialOf(viewer).key, bytes);
    if (units > 0) void this.charge(viewer, units);
  }

  async charge(viewer: Viewer, units: number): Promise<void> {
    if (units <= 0) return;
    const credential = this.credentialOf(viewer);
    await credential.quota.charge(units);
    credential.hasUnitsUntil = 0;
  }

  /** Whether a unit was left at the last look, which is not long ago, and nothing was charged since. */
  hadUnits(viewer: Viewer): boolean {
    return performance.now() < this.credentialOf(viewer).hasUnitsUntil;
  }

  /** Whether no unit is left. */
  async isUsedUp(viewer: Viewer): Promise<boolean> {
    const credential = this.credentialOf(viewer);
    const { remaining } = await credential.quota.peek();
    if (remaining > 0) credential.hasUnitsUntil = performance.now() + PEEK_EVERY_MS;
    return remaining === 0;
  }

  /** Resolves when a unit is left, in the next window at the latest, or when `signal` is aborted. */
  async untilLeft(viewer: Viewer, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.isUsedUp(viewer))) {
      const { resetSeconds } = await this.credentialOf(viewer).quota.peek();
      await setTimeout(resetSeconds * SECOND, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private credentialOf(viewer: Viewer): Credential {
    const known = this.ofViewers.get(viewer);
    if (known) return known;
    const counted = countedCredentialOf(viewer);
    const key = JSON.stringify([counted.tenantId, counted.kind, counted.id, counted.rateLimitPerMinute]);
    const credential = this.credentials.get(key) ?? { key, quota: this.quotas.of(counted), hasUnitsUntil: 0 };
    this.credentials.set(key, credential);
    this.ofViewers.set(viewer, credential);
    return credential;
  }
}
