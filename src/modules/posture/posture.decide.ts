import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { notification } from '../../platform/pubsub/notifications.js';
import { auditCall, type Actor } from '../audit/audit.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { decision, type NewAssessment } from './decision.sql.js';
import { CONTROL_STATUSES, type ControlStatus } from './posture.js';

/** Topic of the notification that a tenant's statuses changed. */
export const POSTURE_TOPIC = 'posture';

/** What made the statuses be decided anew; kept with every change. */
export interface Cause {
  tenantId: string;
  source: 'scan' | 'assessment';
  at: Date;
  changedBy: string | null;
  scanId: string | null;
}

/** A control with its status before and now: another one, or the same. */
export interface Decision {
  controlNo: number;
  previousStatus: ControlStatus;
  status: ControlStatus;
}

/** An assessment with all that is kept of it. */
export interface RecordedAssessment extends NewAssessment {
  universalControlId: string;
  details: string | null;
  evidenceIds: readonly string[];
  actor: Actor;
}

interface Deciding {
  /** To be decided. */
  controls: readonly Control[];
  cause: Cause;
  /** Every framework of the catalogue: the active ones count in scores and events. */
  frameworks: readonly Framework[];
  /** Written in the same statement. @default null */
  assessment?: RecordedAssessment | null;
}

/** Makes every other change of this tenant's statuses wait until the transaction of `em` ends. */
export async function lockPosture(em: EntityManager, tenantId: string): Promise<void> {
  await rows(em, sql`select from postures where tenant_id = ${tenantId} for update`);
}

/**
 * Decides the status of `controls` and writes everything that follows in one statement: an assessment where one is the
 * cause, with its audit entry; the ledger; the posture; the history of scores; the events `compliance.control_failed` and
 * `compliance.score_changed`; the notification of subscribers. Call it with the posture locked and new votes written.
 * @returns the decisions by control number, changed or not
 */
export async function decideStatuses(em: EntityManager, deciding: Deciding): Promise<Decision[]> {
  const { controls, cause, assessment = null } = deciding;
  const { tenantId } = cause;
  const [channel, payload] = notification({ topic: POSTURE_TOPIC, tenantId, id: tenantId });
  const made = await row(
    em,
    sql<{ decisions: Decision[] }>`
      with ${decision(tenantId, controls, assessment)},
      ${comparison(tenantId)},
      ${assessment ? sql`${recording(tenantId, assessment)},` : sql``}
      ${changing(cause, assessment?.id ?? null)},
      ${scoring(deciding)},
      ${telling(cause)},
      told as (select pg_notify(${channel}, ${payload}) from posture)
      select coalesce(jsonb_agg(jsonb_build_object(
          'controlNo', no, 'previousStatus', previous_status, 'status', status) order by no), '[]') as decisions,
        (select count(*) from told) as told
        ${assessment ? sql`, (select max(sequence) from audited) as audited` : sql``}
      from compared`,
  );
  return made?.decisions ?? [];
}

/** What was decided beside what stood in the posture. */
function comparison(tenantId: string) {
  return sql`
    names as (select ${CONTROL_STATUSES}::text[] as names),
    compared as (
      select d.*, names[status_code(p.statuses, d.no) + 1] as previous_status, p.version + 1 as version
      from decided d, postures p, names where p.tenant_id = ${tenantId}
    ),
    changed as (select * from compared where status <> previous_status)`;
}

function recording(tenantId: string, assessment: RecordedAssessment) {
  const { id, universalNo, universalControlId, status, at, details, evidenceIds, actor } = assessment;
  const after = { universalControlId, status, details, evidenceIds };
  const entry = { action: 'assessment.created', resourceType: 'assessment', resourceId: id, after, tenantId, at };
  return sql`
    recorded as (
      insert into assessments (id, tenant_id, universal_no, status, details, evidence_ids, assessed_by, created_at, propagation)
      select ${id}::uuid, ${tenantId}::uuid, ${universalNo}::int, ${status}::text, ${details}::text, ${evidenceIds}::uuid[],
        ${actor.id}::uuid, ${at}::timestamptz, coalesce((
          select jsonb_agg(jsonb_build_array(
            no, array_position(names, previous_status) - 1, array_position(names, status) - 1) order by no)
          from compared, names), '[]')
    ),
    audited as (select ${auditCall(actor, entry)} as sequence)`;
}

/** The ledger and the posture. */
function changing({ tenantId, source, at, changedBy, scanId }: Cause, assessmentId: string | null) {
  return sql`
    ledger as (
      insert into status_ledger (tenant_id, control_no, previous_status, status, source, changed_at, changed_by, scan_id,
        assessment_id, reason, posture_version)
      select ${tenantId}, no, previous_status, status,
        case when assessment_id is null then ${source} else 'assessment' end, ${at}::timestamptz, ${changedBy}::uuid,
        ${scanId}::uuid, coalesce(assessment_id, ${assessmentId}::uuid),
        case when assessment_id is not null then 'assessed as ' || replace(replace(verdict, 'non_', 'non-'), '_', ' ')
             when status = 'not_assessed' then 'no connected integration or assessment decides it any more'
             else 'decided by scan results' end, version
      from changed order by no
    ),
    posture as (
      update postures set version = version + 1, updated_at = ${at}::timestamptz,
        statuses = set_statuses(
          statuses,
          array(select no from changed order by no),
          array(select array_position(names, status) - 1 from changed, names order by no)
        )
      where tenant_id = ${tenantId} and exists (select from changed)
      returning version
    )`;
}

/** Scores of the active frameworks and over all of them, before and after, where they differ. */
function scoring({ cause, frameworks, assessment = null }: Deciding) {
  const { tenantId, at, scanId } = cause;
  return sql`
    active as (
      select c.no, f.slug, f.name from tenants t
      cross join unnest(
        ${frameworks.map(({ slug }) => slug)}::text[], ${frameworks.map(({ name }) => name)}::text[]) as f (slug, name)
      join catalogue_controls c on c.framework = f.slug and c.is_current
      where t.id = ${tenantId} and f.slug = any(t.frameworks)
        and (t.hipaa_privacy or c.framework <> 'hipaa' or c.part is distinct from 'privacy')
    ),
    counts as (
      select a.slug, a.name, count(*) as total, count(*) filter (where status_code(p.statuses, a.no) = 1) as passed_before,
        count(*) filter (where coalesce(c.status = 'passed', status_code(p.statuses, a.no) = 1)) as passed
      from active a cross join postures p left join changed c on c.no = a.no
      where p.tenant_id = ${tenantId} and exists (select from changed where 'passed' in (status, previous_status))
      group by grouping sets ((a.slug, a.name), ())
    ),
    scores as (
      select slug, name, passed, total, score_percent(passed_before, total) as previous_score,
        score_percent(passed, total) as score
      from counts where total > 0 and score_percent(passed_before, total) <> score_percent(passed, total)
    ),
    history as (
      insert into score_history (tenant_id, posture_version, framework, at, previous_score, score, passed_controls,
        total_controls, scan_id, assessment_id)
      select ${tenantId}, (select max(version) from changed), coalesce(slug, ''), ${at}::timestamptz, previous_score, score,
        passed, total, ${scanId}::uuid, ${assessment?.id ?? null}::uuid
      from scores
    ),
    events as (
      select 'compliance.control_failed' as event, 'control_failed ' || c.no || ' ' || c.version as subject,
        jsonb_build_object('control_id', k.control_id, 'framework', a.name, 'previous_status', c.previous_status,
          'new_status', c.status) as data
      from changed c join active a on a.no = c.no join catalogue_controls k on k.no = c.no
      where c.previous_status = 'passed' and c.status = 'failed'
      union all
      select 'compliance.score_changed', 'score_changed ' || coalesce(slug, 'overall') || ' ' || (select max(version) from changed),
        jsonb_build_object('scope', case when slug is null then 'overall' else 'framework' end, 'framework', name,
          'previous_score', previous_score, 'new_score', score, 'scan_job_id', ${scanId}::uuid,
          'assessment_id', ${assessment?.id ?? null}::uuid)
      from scores
    )`;
}

/** The events, into the outbox. */
function telling({ tenantId }: Cause) {
  return sql`
    outgoing as (
      insert into outbox (id, tenant_id, event, subject, data)
      select gen_random_uuid(), ${tenantId}, event, subject, data from events order by subject
    )`;
}
