import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './faults.js';
import type { Organization } from './organization.js';
import type { Timeline } from './timeline.js';

/** Time in which all work has to end once nothing is wrong any more. Waits of hours are made to pass at once. */
const SETTLE_MS_MAX = 90_000;
const LOOK_EVERY_MS = 150;
const PASS_EVERY_MS = 1_500;

/** Work that has not ended: scans, deliveries and mails. A mail that failed for good has ended. */
const OPEN = `
  select 'scan ' || id || ' is ' || status || ', attempt ' || attempts as what from scans
  where tenant_id = $1 and status in ('queued', 'running')
  union all
  select 'delivery ' || id || ' is ' || status || ', attempts ' || attempts from webhook_deliveries
  where tenant_id = $1 and status in ('pending', 'delivering')
  union all
  select 'mail ' || id || ' waits, attempts ' || attempts from mails where tenant_id = $1 and failed_at is null`;

/**
 * Statements that let time pass: the gap before the next attempt is over, and so are leases that nobody renews. A lease of a scan
 * is renewed every 10 s for 30 s, so that one with less than 19 s left belongs to nobody.
 */
const PASS = [
  `update webhook_deliveries set next_attempt_at = now() - interval '1 hour'
   where tenant_id = $1 and status = 'pending' and next_attempt_at > now() - interval '1 minute'`,
  `update webhook_deliveries set lease_expires_at = now() - interval '1 second'
   where tenant_id = $1 and status = 'delivering' and lease_expires_at < now() + interval '14 seconds'`,
  `update mails set next_attempt_at = now() - interval '1 second' where tenant_id = $1 and next_attempt_at > now()`,
  `update mails set lease_expires_at = now() - interval '1 second'
   where tenant_id = $1 and lease_expires_at < now() + interval '115 seconds'`,
  `update scans set lease_expires_at = now() - interval '1 second'
   where tenant_id = $1 and status = 'running' and lease_expires_at < now() + interval '19 seconds'`,
];
/** The next run of every sweep, whose locks have run out too where nobody renews them. */
const SWEEPS = [
  `update agenda.agenda_jobs set next_run_at = now()
   where name in ('scan.sweep', 'mail.sweep', 'webhook.sweep') and next_run_at > now()`,
  `update agenda.agenda_jobs set locked_at = null, next_run_at = now() where locked_at < now() - interval '12 seconds'`,
];

/** Waits until the work of an organization has ended. @returns what has not */
export async function settle({ cluster }: Stage, { tenantId }: Organization, timeline: Timeline): Promise<string[]> {
  const startedAt = Date.now();
  let passedAt = 0;
  for (;;) {
    const open = (await cluster.query<{ what: string }>(OPEN, [tenantId])).map(({ what }) => what);
    if (open.length === 0) {
      timeline.add(`settled after ${Date.now() - startedAt} ms`);
      return [];
    }
    if (Date.now() - startedAt > SETTLE_MS_MAX) return open;
    if (Date.now() - passedAt > PASS_EVERY_MS) {
      passedAt = Date.now();
      for (const statement of PASS) await cluster.query(statement, [tenantId]);
      for (const statement of SWEEPS) await cluster.query(statement);
    }
    await sleep(LOOK_EVERY_MS);
  }
}
