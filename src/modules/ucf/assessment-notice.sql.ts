import { sql } from '../../platform/database/database.js';
import { json, text, type RowOf } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import type { ControlStatus } from '../posture/posture.js';

/** An element on which an integration says otherwise than an assessment. */
export interface Contradiction {
  element: number;
  integration: string;
  /** When the integration was evaluated, ISO 8601. */
  at: string;
}

/** A control that became disputed, as the event has it. */
export interface DisputedControl {
  control_id: string;
  control_uuid: string;
  framework: string;
  status: ControlStatus;
}

const COLUMNS = {
  id: 'uuid',
  universalNo: 'int4',
  status: text<AssessmentStatus>(),
  assessedAt: 'timestamptz',
  assessedBy: 'uuid',
} as const;

const columns = sql`a.id, a.universal_no as "universalNo", a.status, a.created_at as "assessedAt", a.assessed_by as "assessedBy"`;

/** Whether no newer assessment has taken the place of `a`. */
const isInForce = sql`not exists (
        select from assessments newer
        where newer.tenant_id = a.tenant_id and newer.universal_no = a.universal_no
          and (newer.created_at, newer.id) > (a.created_at, a.id)
      )`;

interface Round {
  tenantId: string;
  now: Date;
}

const DISPUTED = { ...COLUMNS, controls: json<DisputedControl[]>(), contradictions: json<Contradiction[]>() };
const ENDING = { ...COLUMNS, expiresAt: 'timestamptz!' } as const;

/** An assessment that the results of a scan contradict. */
export type DisputedAssessment = RowOf<typeof DISPUTED>;
/** An assessment that expires soon. */
export type EndingAssessment = RowOf<typeof ENDING>;

interface DisputedSince extends Round {
  /** Nobody is notified of older events any more. */
  since: Date;
}

/**
 * Marks the events `compliance.assessment_disputed` that nobody was notified of as notified. @returns the assessments among them that are
 * in force and still contradicted, with what contradicts them now
 */
export const notifyDisputed = statement({
  name: 'ucf.notify_disputed_assessments',
  row: DISPUTED,
  text: ({ tenantId, now, since }: DisputedSince) => sql`
    with pending as (
      select o.subject, o.sequence, o.data, (o.data ->> 'assessment_id')::uuid as assessment_id from outbox o
      where o.tenant_id = ${tenantId} and o.event = 'compliance.assessment_disputed' and o.created_at > ${since}
        and not exists (select from assessment_notices n where n.tenant_id = o.tenant_id and n.subject = o.subject)
    ),
    notified as (
      insert into assessment_notices (tenant_id, subject, assessment_id, told_at)
      select ${tenantId}, subject, assessment_id, ${now}::timestamptz from pending
      on conflict do nothing
      returning subject
    ),
    newest as (
      select distinct on (assessment_id) assessment_id, data from pending join notified using (subject)
      order by assessment_id, sequence desc
    )
    select ${columns}, newest.data -> 'controls' as controls, contradictions.list as contradictions
    from newest
    join assessments a on a.tenant_id = ${tenantId} and a.id = newest.assessment_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('element', v.element, 'integration', i.name, 'at', v.evaluated_at)
        order by v.element, i.name, i.id) as list
      from element_votes v
      join integrations i on i.tenant_id = v.tenant_id and i.id = v.integration_id and i.status <> 'disconnected'
      where v.tenant_id = a.tenant_id and v.universal_no = a.universal_no
        and v.result = case when a.status = 'compliant' then 'fail' else 'pass' end
    ) contradictions
    where contradictions.list is not null and ${isInForce}
    order by a.universal_no`,
  samples: [{ tenantId: '', now: new Date(0), since: new Date(0) }],
});

/** Marks the assessments in force that expire within `days` as notified. @returns those that were not */
export const notifyEnding = statement({
  name: 'ucf.notify_ending_assessments',
  row: ENDING,
  text: ({ tenantId, now, days }: Round & { days: number }) => sql`
    with notified as (
      insert into assessment_notices (tenant_id, subject, assessment_id, told_at)
      select a.tenant_id, 'assessment_ends_soon ' || a.id, a.id, ${now}::timestamptz from assessments a
      where a.tenant_id = ${tenantId} and a.status <> 'not_assessed'
        and a.expires_at > ${now} and a.expires_at <= ${now}::timestamptz + make_interval(days => ${days}) and ${isInForce}
        and not exists (
          select from assessment_notices n where n.tenant_id = a.tenant_id and n.subject = 'assessment_ends_soon ' || a.id)
      on conflict do nothing
      returning assessment_id
    )
    select ${columns}, a.expires_at as "expiresAt"
    from notified join assessments a on a.tenant_id = ${tenantId} and a.id = notified.assessment_id
    order by a.expires_at, a.universal_no`,
  samples: [{ tenantId: '', now: new Date(0), days: 1 }],
});

/** Whom to write to, and in which language; null where that is not known. */
interface Receiver {
  email: string;
  language: string | null;
}

/**
 * Whom to notify about the assessments of each author: the author, or every admin where the author is no member any more.
 */
export const noticeReceivers = statement({
  name: 'ucf.notice_receivers',
  row: { author: 'uuid', name: 'text', isMember: 'bool!', receivers: json<Receiver[]>('jsonb!') },
  text: ({ tenantId, authors }: { tenantId: string; authors: readonly string[] }) => sql`
    select u.id as author, u.name, u.removed_at is null as "isMember", case
      when u.removed_at is null then jsonb_build_array(jsonb_build_object('email', u.email, 'language', u.language))
      else (
        select coalesce(jsonb_agg(jsonb_build_object('email', admin.email, 'language', admin.language)), '[]') from (
          select email, language from users
          where tenant_id = u.tenant_id and role = 'admin' and removed_at is null order by created_at limit 100
        ) admin)
      end as receivers
    from users u where u.tenant_id = ${tenantId} and u.id = any(${authors}::uuid[])
    order by u.id`,
  samples: [{ tenantId: '', authors: [] }],
});
