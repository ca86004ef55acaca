import { HOUR, MINUTE, SECOND, systemClock, type Clock } from '../clock.js';
import type { Vault } from '../crypto/vault.js';
import type { Database } from '../database/database.js';
import { failpoint } from '../failpoints.js';
import { FairPool, pooled, type DueWork } from '../jobs/fair-pool.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Log } from '../log.js';
import { backoffMs, type Backoff } from '../queue/backoff.rules.js';
import { inWorkSpan, markFailed, type Span } from '../telemetry/spans.js';
import { deleteSent, dueMails, mailQueue, postpone, type ClaimedMail } from './mail-queue.sql.js';
import { MailRefused, type Mail, type MailTransport } from './mail.js';
import { placeOfMail } from './outgoing-mails.js';

const SWEEP_JOB = 'mail.sweep';
const SEND_JOB = 'mail.send';
/** Gaps of attempts until the mail expires. */
const BACKOFF: Backoff = { gapsMs: [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR] };
/** Mails that one look finds, of each organization and of all together. */
const MAILS = { ofTenant: 50, limit: 500 };
/** Mails that are sent at once, each on a connection of its own. */
const SLOTS = 4;
/** Longest time for one mail; less than its lease. */
const DEADLINE_MS = 90 * SECOND;
/** Time for current mails when the service stops: as long as a server may be silent, so that none is sent twice. */
const STOP_GRACE_MS = 20 * SECOND;

export interface MailSenderOptions {
  database: Database;
  vault: Vault;
  transport: MailTransport;
  jobs: Jobs;
  log: Log;
  /** Gaps of attempts. @default 10 s, 1 min, 5 min, 15 min, 1 h, 4 h, 4 h, … */
  backoff?: Backoff;
  /** Source of the current time. @default the clock of the machine */
  clock?: Clock;
}

/**
 * Sends the mail that waits in the database. A mail that was handed over is deleted; one that was refused for good, or
 * has expired, stays without its content, for the operator.
 */
export class MailSender {
  /** Mails by the turns of their organizations. */
  readonly pool: FairPool<DueWork>;
  private readonly worker: ReturnType<typeof pooled>;

  constructor(private readonly options: MailSenderOptions) {
    const { database, jobs, log, clock = systemClock } = options;
    this.pool = new FairPool({
      ...{ name: SEND_JOB, log, slots: SLOTS, deadlineMs: DEADLINE_MS, stopGraceMs: STOP_GRACE_MS },
      find: (without) =>
        database.within({ kind: 'system' }, () =>
          dueMails.all(database.fork(), { ...MAILS, now: clock.now(), without }),
        ),
      work: ({ id, tenantId }) => database.within({ kind: 'tenant', tenantId }, () => this.send(tenantId, id)),
    });
    this.worker = pooled(jobs, this.pool, {
      sweep: { job: SWEEP_JOB, every: '10 seconds' },
      wake: { job: SEND_JOB },
    });
  }

  /** Sends due mail now rather than at the next sweep. */
  async wake(): Promise<void> {
    // A lost wake-up costs some seconds.
    await this.options.jobs.enqueue(SEND_JOB, {}).catch(() => undefined);
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  async stop(): Promise<void> {
    await this.worker.stop();
    this.options.transport.close();
  }

  /** @returns whether it was due */
  private async send(tenantId: string, id: string): Promise<boolean> {
    const { database, clock = systemClock } = this.options;
    const [claimed] = await mailQueue.claim(database.fork(), { tenantId, ids: [id], now: clock.now() });
    if (claimed) await inWorkSpan('mails', claimed, (span) => this.sendClaimed(claimed, span));
    return claimed !== undefined;
  }

  private async sendClaimed(claimed: ClaimedMail, span: Span): Promise<void> {
    const { database, transport, vault, log } = this.options;
    const { id } = claimed;
    try {
      const mail = JSON.parse(vault.open(claimed.message, placeOfMail(id))) as Mail;
      await failpoint('mail.send.before', id);
      await transport.send(id, mail);
      await failpoint('mail.send.after', id);
    } catch (err) {
      log.warn({ mailId: id, attempts: claimed.attempts, ...faultOf(err) }, 'a mail was not accepted');
      markFailed(span, faultOf(err).code);
      await this.postpone(claimed, err);
      return;
    }
    await deleteSent.run(database.fork(), { lease: claimed });
  }

  /** Sets the time of the next attempt, or fails the mail: after a final refusal, or when the attempt would come too late. */
  private async postpone(claimed: ClaimedMail, err: unknown): Promise<void> {
    const { database, backoff = BACKOFF } = this.options;
    await postpone.run(database.fork(), {
      lease: claimed,
      gapSeconds: backoffMs(backoff, claimed.attempts) / SECOND,
      isRefused: err instanceof MailRefused,
      error: JSON.stringify(faultOf(err)),
    });
  }
}

/** Stored and logged part of a failure: codes only, because servers put addresses into their messages. */
function faultOf(err: unknown): { code: string; responseCode: number | null } {
  const { code, responseCode } = ((err as { cause?: unknown }).cause ?? err) as {
    code?: unknown;
    responseCode?: unknown;
  };
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  };
}
