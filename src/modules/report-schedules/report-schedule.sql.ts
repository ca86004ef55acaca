import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { dueInTurns, SAMPLE_LOOK, type DueLook } from '../../platform/jobs/due-in-turns.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Language } from '../../messages/language.js';
import type { LibraryFormat, LibraryType } from '../reports/report-kinds.js';

interface Key {
  tenantId: string;
  id: string;
}

/** Waits until nobody else creates a schedule of the tenant, and excludes others until the end of the transaction. */
export const lockCreation = statement({
  name: 'report_schedules.lock_creation',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`
    select from pg_advisory_xact_lock(hashtextextended('report schedules ' || ${tenantId}::text, 0))`,
  samples: [{ tenantId: '' }],
});

/**
 * Schedules that are due and that no process is at work on; paused ones and those of suspended organizations rest. Of each tenant the
 * first few, in turns by tenant, the longest due first. For the system scope.
 */
export const dueSchedules = statement({
  name: 'report_schedules.due',
  row: { tenantId: 'uuid', id: 'uuid' },
  text: ({ now, without, ...look }: DueLook) =>
    dueInTurns(
      sql`
        select s.id, s.tenant_id, s.next_at as since from report_schedules s
        where s.next_at <= ${now} and s.paused_at is null and (s.claimed_until is null or s.claimed_until <= ${now})
          and s.id <> all(${without}::uuid[])
          and not exists (select from tenants t where t.id = s.tenant_id and t.suspended_at is not null)`,
      look,
    ),
  samples: [SAMPLE_LOOK],
});

/** Claims a report that is due for one process; no row where another one has it. */
export const claimDue = statement({
  name: 'report_schedules.claim',
  row: {
    framework: 'text',
    reportType: text<LibraryType>(),
    format: text<LibraryFormat>(),
    language: text<Language>(),
    cron: 'text',
    createdBy: 'uuid',
    attempts: 'int4',
    timezone: 'text',
  },
  text: ({ tenantId, id, now, until }: Key & { now: Date; until: Date }) => sql`
    update report_schedules s set claimed_until = ${until}, attempts = s.attempts + 1
    from tenants t
    where s.tenant_id = ${tenantId} and s.id = ${id} and t.id = s.tenant_id and s.next_at <= ${now}
      and s.paused_at is null and (s.claimed_until is null or s.claimed_until <= ${now})
    returning s.framework, s.type as "reportType", s.format, s.language, s.cron, s.created_by as "createdBy", s.attempts, t.timezone`,
  samples: [{ tenantId: '', id: '', now: new Date(0), until: new Date(0) }],
});

interface Ended extends Key {
  /** The attempt that ends; another one may have begun since. */
  attempts: number;
  /** The expression that `nextAt` follows from: where it was changed meanwhile, the time that was set then stays. */
  cron: string;
  nextAt: Date;
  failure: { at: Date; text: string } | null;
}

/** Ends what was claimed, with a report or without; no row where somebody else holds or has changed it by now. */
export const endDue = statement({
  name: 'report_schedules.end',
  row: { id: 'uuid' },
  text: ({ tenantId, id, attempts, cron, nextAt, failure }: Ended) => sql`
    update report_schedules set next_at = case when cron = ${cron} then ${nextAt} else next_at end, claimed_until = null, attempts = 0,
      failed_at = ${failure?.at ?? null}, failure = ${failure?.text ?? null}
    where tenant_id = ${tenantId} and id = ${id} and attempts = ${attempts} and claimed_until is not null
    returning id`,
  samples: [
    { tenantId: '', id: '', attempts: 1, cron: '', nextAt: new Date(0), failure: null },
    { tenantId: '', id: '', attempts: 1, cron: '', nextAt: new Date(0), failure: { at: new Date(0), text: '' } },
  ],
});

/** Sets when several schedules of a tenant are due next. */
export const moveAll = statement({
  name: 'report_schedules.move_all',
  row: {},
  text: ({ tenantId, runs }: { tenantId: string; runs: readonly { id: string; at: Date }[] }) => sql`
    update report_schedules s set next_at = runs.at
    from unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ at }) => at)}::timestamptz[]) as runs (id, at)
    where s.tenant_id = ${tenantId} and s.id = runs.id`,
  samples: [{ tenantId: '', runs: [] }],
});
