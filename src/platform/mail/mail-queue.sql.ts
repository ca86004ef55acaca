import { sql } from '../database/database.js';
import { dueInTurns, SAMPLE_LOOK, type DueLook } from '../jobs/due-in-turns.sql.js';
import { statement } from '../database/statement.js';
import { LeaseQueue, SAMPLE_LEASE, type Claimed, type Lease } from '../queue/lease-queue.sql.js';

/** Lease of a mail. Longer than the timeouts of a transport. */
const LEASE_SECONDS = 120;

/** Mails as a lease queue, on the database's clock only. A mail that failed for good stays, and is never due. */
export const mailQueue = new LeaseQueue({
  name: 'mails',
  hasOwner: false,
  leaseSeconds: LEASE_SECONDS,
  isWaiting: () => sql`failed_at is null and next_attempt_at <= now() and lease_expires_at is null`,
  isLeased: sql`failed_at is null and lease_expires_at is not null`,
  onClaim: () => sql`attempts = attempts + 1`,
  row: {
    id: 'uuid',
    tenantId: 'uuid',
    // Sealed.
    message: 'text!',
    // This one included.
    attempts: 'int4',
    // What wrote it.
    traceparent: 'text?',
    leaseNumber: 'int4',
  },
  selectClaimed: () => sql`
    select id, tenant_id as "tenantId", message, attempts, traceparent, lease_number as "leaseNumber" from claimed`,
});

/** A mail under a lease of this process. */
export type ClaimedMail = Claimed<typeof mailQueue>;

/** Mails that are due, of every tenant the first few, in turns by tenant, oldest first. For the system scope. */
export const dueMails = statement({
  name: 'mails.due',
  row: { id: 'uuid', tenantId: 'uuid' },
  text: ({ now, without, ...look }: DueLook) =>
    dueInTurns(
      sql`
        select id, tenant_id, next_attempt_at as since from mails
        where ${mailQueue.isDue(now)} and id <> all(${without}::uuid[])`,
      look,
    ),
  samples: [SAMPLE_LOOK],
});

/** Deletes a mail that was handed over. */
export const deleteSent = statement({
  name: 'mails.delete_sent',
  row: {},
  text: ({ lease }: { lease: Lease }) => sql`delete from mails where ${mailQueue.isHeld(lease)}`,
  samples: [{ lease: SAMPLE_LEASE }],
});

/** Sets the time of the next attempt; fails the mail for good when that would be too late, or when it was refused. */
export const postpone = statement({
  name: 'mails.postpone',
  row: {},
  text: ({ lease, gapSeconds, isRefused, error }: Postponement) => {
    const isFinal = sql`(${isRefused}::boolean or clock.next > expires_at)`;
    return sql`
      update mails set lease_expires_at = null, next_attempt_at = clock.next, last_error = ${error},
        failed_at = case when ${isFinal} then clock.at end, message = case when ${isFinal} then null else message end
      from (select now() as at, now() + make_interval(secs => ${gapSeconds}) as next) clock
      where ${mailQueue.isHeld(lease)}`;
  },
  samples: [{ lease: SAMPLE_LEASE, gapSeconds: 1, isRefused: false, error: '' }],
});

interface Postponement {
  lease: Lease;
  gapSeconds: number;
  /** Whether the mail server refused it for good. */
  isRefused: boolean;
  /** Error codes only: servers put addresses into their messages. */
  error: string;
}
