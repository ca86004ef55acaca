import type { Worker } from '../../feature/feature.js';
import { SECOND, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { RowOf } from '../../platform/database/statement-row.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import type { Log } from '../../platform/log.js';
import type { Notifications } from '../../platform/pubsub/notifications.js';
import { QueueWorker } from '../../platform/queue/queue-worker.js';
import { inWorkSpan } from '../../platform/telemetry/spans.js';
import { deliveryQueue, dueDeliveries, nextDue, type ClaimedDelivery } from './delivery-queue.sql.js';
import { wakeUps } from './delivery-wake.js';
import { pruneDeliveries } from './delivery-prune.js';
import { abandonDelivery, recordAttempt } from './delivery-outcome.js';
import type { DeliverySender } from './delivery-sender.js';
import { AT_ONCE, FairQueueing } from './fair-queueing.rules.js';

/** Job that finds deliveries whose notification was lost or whose worker died. */
const SWEEP_JOB = 'webhook.sweep';
const PRUNE_JOB = 'webhook.prune';
const IDLE_MAX_MS = 10 * SECOND;
const IDLE_AFTER_ERROR_MS = SECOND;
/** Grace period of current attempts when the process stops. */
const STOP_GRACE_MS = 3 * SECOND;
const DUE_AT_ONCE = 200;

type DueDelivery = RowOf<typeof dueDeliveries.row>;

export interface DeliveryWorkerOptions {
  database: Database;
  notifications: Notifications;
  jobs: Jobs;
  sender: DeliverySender;
  clock: Clock;
  log: Log;
  /** Source of the jitter, from 0 up to 1. @default Math.random */
  random?: () => number;
}

/** Delivers what is due, with fair queueing between tenants, hosts and webhooks. */
export class DeliveryWorker implements Worker {
  private readonly fairQueueing = new FairQueueing();
  private readonly worker: QueueWorker;
  private idle = new AbortController();

  constructor(private readonly options: DeliveryWorkerOptions) {
    const { database, jobs, clock } = options;
    this.worker = new QueueWorker({
      database,
      jobs,
      clock,
      queue: deliveryQueue,
      sweep: { job: SWEEP_JOB, every: '30 seconds', run: async () => this.wake() },
      stopGraceMs: STOP_GRACE_MS,
    });
  }

  async start(): Promise<void> {
    const { jobs, database, clock } = this.options;
    jobs.define({
      name: PRUNE_JOB,
      concurrency: 1,
      every: '1 hour',
      run: () => pruneDeliveries(database, clock.now()),
    });
    await this.worker.start();
    void this.worker.track(this.listen());
    void this.worker.track(this.work());
  }

  /** Waits a moment for current attempts to end, then interrupts and releases the others. */
  stop(): Promise<void> {
    return this.worker.stop();
  }

  private wake(): void {
    this.idle.abort();
  }

  private async listen(): Promise<void> {
    const events = wakeUps(this.options.notifications, this.worker.stopping)[Symbol.asyncIterator]();
    while (!(await events.next()).done) this.wake();
  }

  /** Begins the attempts that are due, then sleeps until the next one is, or until it is woken. */
  private async work(): Promise<void> {
    const { clock, log } = this.options;
    while (!this.worker.stopping.aborted) {
      this.idle = new AbortController();
      let idleMs = IDLE_AFTER_ERROR_MS;
      try {
        await this.beginDue();
        idleMs = await this.untilNextDue();
      } catch (err) {
        log.warn({ err }, 'cannot read the due deliveries');
      }
      await clock.sleep(idleMs, AbortSignal.any([this.idle.signal, this.worker.stopping]));
    }
  }

  /** Begins attempts in rounds, until no slot is free or no due delivery has a free one. */
  private async beginDue(): Promise<void> {
    while (this.fairQueueing.free > 0 && !this.worker.stopping.aborted) {
      const due = await this.findDue();
      // Who has fewest attempts at a host goes first there: of two with a long queue, the older would always win.
      const inTurn = due.toSorted((a, b) => this.fairQueueing.atHost(a) - this.fairQueueing.atHost(b));
      const chosen = inTurn.filter((delivery) => this.fairQueueing.acquire(delivery));
      const claimed = await this.claim(chosen);
      const ids = new Set(claimed.map(({ id }) => id));
      for (const delivery of chosen) if (!ids.has(delivery.id)) this.fairQueueing.release(delivery);
      for (const delivery of claimed) this.begin(delivery);
      if (claimed.length === 0) return;
    }
  }

  private findDue(): Promise<DueDelivery[]> {
    const { database, clock } = this.options;
    const search = {
      now: clock.now(),
      busy: this.fairQueueing.busy(),
      perWebhook: AT_ONCE.webhook,
      limit: DUE_AT_ONCE,
    };
    return database.within({ kind: 'system' }, () => dueDeliveries.all(database.fork(), search));
  }

  private async claim(chosen: DueDelivery[]): Promise<ClaimedDelivery[]> {
    const { database, clock, log } = this.options;
    const claimed: ClaimedDelivery[] = [];
    for (const [tenantId, deliveries] of Map.groupBy(chosen, (delivery) => delivery.tenantId)) {
      const ids = deliveries.map(({ id }) => id);
      try {
        const now = clock.now();
        const claim = () => deliveryQueue.claim(database.fork(), { tenantId, ids, now });
        claimed.push(...(await database.within({ kind: 'tenant', tenantId }, claim)));
      } catch (err) {
        log.warn({ err, tenantId }, 'cannot claim deliveries');
      }
    }
    return claimed;
  }

  private begin(delivery: ClaimedDelivery): void {
    const { database, log } = this.options;
    const attempt = database
      .within({ kind: 'tenant', tenantId: delivery.tenantId }, () =>
        inWorkSpan('webhook_deliveries', delivery, () => this.deliver(delivery)),
      )
      // Its lease expires, and it is attempted again.
      .catch((err: unknown) => log.error({ err, deliveryId: delivery.id }, 'an attempt has no outcome'))
      .finally(() => {
        this.fairQueueing.release(delivery);
        this.wake();
      });
    void this.worker.track(attempt);
  }

  private async deliver(delivery: ClaimedDelivery): Promise<void> {
    const { database, sender, clock, log, random = Math.random } = this.options;
    if (delivery.webhookStatus === 'disabled') {
      await abandonDelivery(database.fork(), delivery, clock.now());
      return;
    }
    const attempt = await this.orRelease(delivery, sender.attempt(delivery, this.worker.interrupted));
    if (!attempt) return;
    const isRecorded = await database.fork().transactional((em) => recordAttempt(em, delivery, attempt, random()));
    const { statusCode, durationMs } = attempt;
    log.info(
      { deliveryId: delivery.id, attempt: delivery.attempts + 1, statusCode, durationMs, isRecorded },
      'attempted',
    );
  }

  private async orRelease<T>(delivery: ClaimedDelivery, attempt: Promise<T>): Promise<T | null> {
    try {
      return await attempt;
    } catch (err) {
      if (!this.worker.interrupted.aborted) throw err;
      await deliveryQueue.release(this.options.database.fork(), delivery);
      return null;
    }
  }

  private async untilNextDue(): Promise<number> {
    const { database, clock } = this.options;
    const now = clock.now();
    const { at } = await database.within({ kind: 'system' }, () => nextDue.only(database.fork(), { now }));
    return at ? Math.min(Math.max(1, at.getTime() - now.getTime()), IDLE_MAX_MS) : IDLE_MAX_MS;
  }
}
