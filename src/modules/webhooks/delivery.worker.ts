import type { Worker } from '../../feature/feature.js';
import { SECOND, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import { isOwnerAlive } from '../../platform/lease-owner.js';
import type { Log } from '../../platform/log.js';
import type { Notifications } from '../../platform/pubsub/notifications.js';
import {
  claimDeliveries,
  DELIVERY_TOPIC,
  EVERY_WORKER,
  findDeliveryLeasesOfHost,
  findDueDeliveries,
  freeDelivery,
  nextDueAt,
  releaseDelivery,
  type ClaimedDelivery,
  type DueDelivery,
} from './delivery.claim.js';
import { pruneDeliveries } from './delivery.prune.js';
import { abandonDelivery, recordAttempt } from './delivery.record.js';
import type { DeliverySender } from './delivery.sender.js';
import { AT_ONCE, Fairness } from './fairness.rules.js';

/** Finds what nobody told of, and deliveries whose worker died. */
const SWEEP_JOB = 'webhook.sweep';
const PRUNE_JOB = 'webhook.prune';
const NAP_MAX_MS = 10 * SECOND;
const NAP_AFTER_FAULT_MS = SECOND;
/** How long attempts under way may go on when the process stops. */
const STOP_GRACE_MS = 3 * SECOND;
const DUE_AT_ONCE = 200;

export interface DeliveryWorkerOptions {
  database: Database;
  notifications: Notifications;
  jobs: Jobs;
  sender: DeliverySender;
  clock: Clock;
  log: Log;
  /** From 0 up to 1. @default Math.random */
  random?: () => number;
}

/** Delivers what is due. The rows hold the truth; it may be woken too often, and may die at any moment. */
export class DeliveryWorker implements Worker {
  private readonly fairness = new Fairness();
  private readonly underWay = new Set<Promise<void>>();
  /** No new attempt is begun. */
  private readonly stopping = new AbortController();
  /** Attempts under way are broken off. */
  private readonly breakingOff = new AbortController();
  private nap = new AbortController();
  private loops: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: DeliveryWorkerOptions) {}

  async start(): Promise<void> {
    const { jobs, database, clock } = this.options;
    jobs.define({ name: SWEEP_JOB, concurrency: 1, every: '30 seconds', run: async () => this.wake() });
    jobs.define({
      name: PRUNE_JOB,
      concurrency: 1,
      every: '1 hour',
      run: () => pruneDeliveries(database, clock.now()),
    });
    await this.freeLeasesOfTheDead();
    this.loops = Promise.all([this.listen(), this.work()]);
  }

  /** Lets attempts under way end for a moment, breaks the others off and gives them back. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loops;
    const ended = Promise.allSettled(this.underWay);
    const grace = new AbortController();
    await Promise.race([ended, this.options.clock.sleep(STOP_GRACE_MS, grace.signal)]);
    grace.abort();
    this.breakingOff.abort(new Error('the process stops'));
    await ended;
  }

  private wake(): void {
    this.nap.abort();
  }

  private async listen(): Promise<void> {
    const { notifications } = this.options;
    const told = notifications.subscribe(DELIVERY_TOPIC, EVERY_WORKER, this.stopping.signal)[Symbol.asyncIterator]();
    while (!(await told.next()).done) this.wake();
  }

  /** Begins what is due, then sleeps until something is: until the next retry, or until it is woken. */
  private async work(): Promise<void> {
    const { clock, log } = this.options;
    while (!this.stopping.signal.aborted) {
      this.nap = new AbortController();
      let napMs = NAP_AFTER_FAULT_MS;
      try {
        await this.beginWhatIsDue();
        napMs = await this.untilNextDue();
      } catch (err) {
        log.warn({ err }, 'cannot look for deliveries');
      }
      await clock.sleep(napMs, AbortSignal.any([this.nap.signal, this.stopping.signal]));
    }
  }

  /** Round after round, until no slot is free or nothing is due that has one. */
  private async beginWhatIsDue(): Promise<void> {
    while (this.fairness.free > 0 && !this.stopping.signal.aborted) {
      const due = await this.findDue();
      const chosen = due.filter((delivery) => this.fairness.take(delivery));
      const claimed = await this.claim(chosen);
      const ids = new Set(claimed.map(({ id }) => id));
      for (const delivery of chosen) if (!ids.has(delivery.id)) this.fairness.give(delivery);
      for (const delivery of claimed) this.begin(delivery);
      if (claimed.length === 0) return;
    }
  }

  private findDue(): Promise<DueDelivery[]> {
    const { database, clock } = this.options;
    const query = { now: clock.now(), busy: this.fairness.busy(), perWebhook: AT_ONCE.webhook, limit: DUE_AT_ONCE };
    return database.within({ kind: 'system' }, () => findDueDeliveries(database.fork(), query));
  }

  private async claim(chosen: DueDelivery[]): Promise<ClaimedDelivery[]> {
    const { database, clock, log } = this.options;
    const claimed: ClaimedDelivery[] = [];
    for (const [tenantId, deliveries] of Map.groupBy(chosen, (delivery) => delivery.tenantId)) {
      const ids = deliveries.map(({ id }) => id);
      try {
        const now = clock.now();
        const claim = () => claimDeliveries(database.fork(), { tenantId, ids, now });
        claimed.push(...(await database.within({ kind: 'tenant', tenantId }, claim)));
      } catch (err) {
        log.warn({ err, tenantId }, 'cannot claim deliveries');
      }
    }
    return claimed;
  }

  private begin(delivery: ClaimedDelivery): void {
    const { database, log } = this.options;
    const turn = database
      .within({ kind: 'tenant', tenantId: delivery.tenantId }, () => this.deliver(delivery))
      // Its lease ends, and it is delivered again.
      .catch((err: unknown) => log.error({ err, deliveryId: delivery.id }, 'an attempt has no outcome'))
      .finally(() => {
        this.fairness.give(delivery);
        this.underWay.delete(turn);
        this.wake();
      });
    this.underWay.add(turn);
  }

  private async deliver(delivery: ClaimedDelivery): Promise<void> {
    const { database, sender, clock, log, random = Math.random } = this.options;
    if (delivery.webhookStatus === 'disabled') {
      await abandonDelivery(database.fork(), delivery, clock.now());
      return;
    }
    const attempt = await this.orGivenBack(delivery, sender.attempt(delivery, this.breakingOff.signal));
    if (!attempt) return;
    const isKept = await database.fork().transactional((em) => recordAttempt(em, delivery, attempt, random()));
    const { statusCode, durationMs } = attempt;
    log.info({ deliveryId: delivery.id, attempt: delivery.attempts + 1, statusCode, durationMs, isKept }, 'attempted');
  }

  private async orGivenBack<T>(delivery: ClaimedDelivery, attempt: Promise<T>): Promise<T | null> {
    try {
      return await attempt;
    } catch (err) {
      if (!this.breakingOff.signal.aborted) throw err;
      await releaseDelivery(this.options.database.fork(), delivery);
      return null;
    }
  }

  private async untilNextDue(): Promise<number> {
    const { database, clock } = this.options;
    const now = clock.now();
    const next = await database.within({ kind: 'system' }, () => nextDueAt(database.fork(), now));
    return next ? Math.min(Math.max(1, next.getTime() - now.getTime()), NAP_MAX_MS) : NAP_MAX_MS;
  }

  private async freeLeasesOfTheDead(): Promise<void> {
    const { database } = this.options;
    const leases = await database.within({ kind: 'system' }, () => findDeliveryLeasesOfHost(database.fork()));
    for (const { id, tenantId, owner } of leases.filter((lease) => !isOwnerAlive(lease.owner))) {
      await database.within({ kind: 'tenant', tenantId }, () => freeDelivery(database.fork(), id, owner));
    }
  }
}
