import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { renewedUntil } from './exception.sql.js';
import { ANNOUNCED_DAYS } from './exception.rules.js';

/** Whether a tenant may have exceptions to announce or to end: what its time zone makes of the days is decided later. */
export const hasEnding = statement({
  name: 'exceptions.has_ending',
  row: { hasEnding: 'bool!' },
  text: ({ tenantId, at }: { tenantId: string; at: Date }) => sql`
    select exists (
      select from exceptions
      where tenant_id = ${tenantId} and status in ('proposed', 'approved')
        and (expires_on <= (${at}::timestamptz + interval '1 day')::date
          or (status = 'approved' and announced_at is null and expires_on <= (${at}::timestamptz + interval '32 days')::date))
    ) as "hasEnding"`,
  samples: [{ tenantId: '', at: new Date(0) }],
});

const ROW = {
  id: 'uuid',
  scanner: 'text',
  ruleId: 'text',
  title: 'text',
  resource: 'text',
  // A day, YYYY-MM-DD.
  expiresOn: 'text!',
} as const;

/** Marks the exceptions in force that end within 30 days as announced, but those that are renewed. @returns those that were not */
export const announceEnding = statement({
  name: 'exceptions.announce_ending',
  row: ROW,
  text: ({ tenantId, today, at }: { tenantId: string; today: string; at: Date }) => sql`
    with announced as (
      update exceptions e set announced_at = ${at}
      where e.tenant_id = ${tenantId} and e.status = 'approved' and e.announced_at is null
        and e.expires_on >= ${today}::date and e.expires_on <= ${today}::date + ${ANNOUNCED_DAYS}::int
        and ${renewedUntil} is null
      returning e.id, e.scanner, e.rule_id, e.title, e.resource, e.expires_on
    )
    select id, scanner, rule_id as "ruleId", title, resource, expires_on::text as "expiresOn" from announced`,
  samples: [{ tenantId: '', today: '2000-01-01', at: new Date(0) }],
});

/** Ends the open exceptions whose last day has passed. @returns them, with what they were */
export const expire = statement({
  name: 'exceptions.expire',
  row: { ...ROW, wasInForce: 'bool!', isRenewed: 'bool!' },
  text: ({ tenantId, today, at }: { tenantId: string; today: string; at: Date }) => sql`
    with due as (
      select e.id, e.status, ${renewedUntil} >= ${today}::date as is_renewed from exceptions e
      where e.tenant_id = ${tenantId} and e.status in ('proposed', 'approved') and e.expires_on < ${today}::date
      for update
    ),
    expired as (
      update exceptions e set status = 'expired', ended_at = ${at}
      from due where e.tenant_id = ${tenantId} and e.id = due.id
      returning e.id, e.scanner, e.rule_id, e.title, e.resource, e.expires_on, due.status = 'approved' as was_in_force,
        coalesce(due.is_renewed, false) as is_renewed
    )
    select id, scanner, rule_id as "ruleId", title, resource, expires_on::text as "expiresOn", was_in_force as "wasInForce",
      is_renewed as "isRenewed"
    from expired`,
  samples: [{ tenantId: '', today: '2000-01-01', at: new Date(0) }],
});
