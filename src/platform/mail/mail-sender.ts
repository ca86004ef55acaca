import { HOUR, MINUTE, SECOND } from '../clock.js';
import type { Vault } from '../crypto/vault.js';
import { row, rows, sql, type Database } from '../database/database.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Log } from '../log.js';
import { MailRefused, type Mail, type MailTransport } from './mail.js';
import { placeOfMail } from './outgoing-mails.js';

const SWEEP_JOB = 'mail.sweep';
const SEND_JOB = 'mail.send';
/** How long after each failure the next attempt comes; the last one repeats until the mail expires. */
const GAPS_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR];
/** Longer than a transport may take. */
const LEASE_SECONDS = 120;
const BATCH = 50;

export interface MailSenderOptions {
  database: Database;
  vault: Vault;
  transport: MailTransport;
  jobs: Jobs;
  log: Log;
  /** @default 10 s, 1 min, 5 min, 15 min, 1 h, 4 h, 4 h, … */
  gapsMs?: readonly number[];
}

interface Claimed {
  id: string;
  message: string;
  attempts: number;
  lease_number: number;
}

/**
 * Sends the mail that waits in the database. What was handed over is deleted; what was refused for good, or grew old, stays
 * without its content, for the operator.
 */
export class MailSender {
  private readonly running = new Set<Promise<void>>();
  private isStopped = false;

  constructor(private readonly options: MailSenderOptions) {}

  /** Has what is due sent soon, and not only when the next sweep comes. */
  async wake(): Promise<void> {
    // Lost, it costs some seconds.
    await this.options.jobs.enqueue(SEND_JOB, {}).catch(() => undefined);
  }

  start(): Promise<void> {
    const run = () => this.track(this.sendDue());
    this.options.jobs.define({ name: SEND_JOB, concurrency: 1, run });
    this.options.jobs.define({ name: SWEEP_JOB, concurrency: 1, every: '10 seconds', run });
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.allSettled(this.running);
    this.options.transport.close();
  }

  /** Sends what is due, one after the other. */
  async sendDue(): Promise<void> {
    const { database } = this.options;
    const due = await database.within({ kind: 'system' }, () =>
      rows(
        database.fork(),
        sql<{ id: string; tenant_id: string }>`
          select id, tenant_id from mails
          where failed_at is null and next_attempt_at <= now() and coalesce(lease_expires_at, now()) <= now()
          order by next_attempt_at limit ${BATCH}`,
      ),
    );
    for (const { id, tenant_id: tenantId } of due) {
      if (this.isStopped) return;
      await database.within({ kind: 'tenant', tenantId }, () => this.send(tenantId, id));
    }
  }

  private async send(tenantId: string, id: string): Promise<void> {
    const claimed = await this.claim(tenantId, id);
    if (!claimed) return;
    const { transport, vault, log } = this.options;
    try {
      const mail = JSON.parse(vault.open(claimed.message, placeOfMail(id))) as Mail;
      await transport.send(id, mail);
    } catch (err) {
      log.warn({ mailId: id, attempts: claimed.attempts, ...faultOf(err) }, 'a mail was not taken');
      await this.postpone(tenantId, claimed, err);
      return;
    }
    await this.finish(tenantId, claimed);
  }

  private claim(tenantId: string, id: string): Promise<Claimed | null> {
    return row(
      this.options.database.fork(),
      sql<Claimed>`
        update mails set attempts = attempts + 1, lease_number = lease_number + 1,
          lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
        where id = ${id} and tenant_id = ${tenantId} and failed_at is null and next_attempt_at <= now()
          and coalesce(lease_expires_at, now()) <= now()
        returning id, message, attempts, lease_number`,
    );
  }

  private async finish(tenantId: string, { id, lease_number: lease }: Claimed): Promise<void> {
    await rows(
      this.options.database.fork(),
      sql`delete from mails where id = ${id} and tenant_id = ${tenantId} and lease_number = ${lease}`,
    );
  }

  /** Sets the time of the next attempt, or gives up: after a refusal that is final, or when it would come too late. */
  private async postpone(
    tenantId: string,
    { id, attempts, lease_number: lease }: Claimed,
    err: unknown,
  ): Promise<void> {
    const gaps = this.options.gapsMs ?? GAPS_MS;
    const gapSeconds = (gaps[attempts - 1] ?? gaps.at(-1) ?? 0) / SECOND;
    const isRefused = err instanceof MailRefused;
    await rows(
      this.options.database.fork(),
      sql`
        with next as (select now() + make_interval(secs => ${gapSeconds}) as at)
        update mails set
          lease_expires_at = null,
          next_attempt_at = next.at,
          failed_at = case when ${isRefused} or next.at > expires_at then now() end,
          message = case when ${isRefused} or next.at > expires_at then null else message end,
          last_error = ${JSON.stringify(faultOf(err))}
        from next
        where id = ${id} and tenant_id = ${tenantId} and lease_number = ${lease}`,
    );
  }

  private async track(run: Promise<void>): Promise<void> {
    this.running.add(run);
    try {
      await run;
    } finally {
      this.running.delete(run);
    }
  }
}

/** What of a failure is kept and logged: codes alone, for servers put addresses into their words. */
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
