import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { notification } from '../../platform/pubsub/notifications.js';
import { SYSTEM } from '../audit/audit.js';
import { auditCall } from '../audit/audit.sql.js';
import type { Control } from '../catalogue/catalogue.js';
import type { AssessmentStatus } from './assessment-status.js';
import { CONTROL_STATUSES, POSTURE_TOPIC } from './posture.js';
import type { Cause, Decision, DecisionRequest, RecordedAssessment } from './status-decision.js';

/** An assessment that decides a status, whether it is being recorded or only previewed. */
export interface NewAssessment {
  id: string;
  universalNo: number;
  status: AssessmentStatus;
  at: Date;
}

/**
 * Common table expressions that decide the status of `controls` from all votes and assessments, ending in
 * `decided (no, status, voted_at, assessment_id, verdict, assessed_at)`: steps 1 to 5 of the picture in
 * `docs/status-decision.md`.
 *
 * - Each integration that is not disconnected votes with its last evaluated result; the worst wins: fail, pass, not applicable.
 * - Assessments in force of the mapped universal controls count where they are newer than every vote; then the worst of
 *   them decides: non_compliant and partially_compliant → failed, compliant → passed; not_assessed is no vote.
 * - No vote at all: not_assessed.
 *
 * Source: schema/contract/status.md, "Status of a control".
 * @param added counts as the newest assessment of its universal control, whether or not it is recorded
 */
export function decision(tenantId: string, controls: readonly Control[], added: NewAssessment | null) {
  const mapped = controls.flatMap((control) =>
    control.mappings.map(({ universalControl }) => ({ controlNo: control.no, universalNo: universalControl.no })),
  );
  return sql`
    -- 1. The controls to decide, and the universal controls that each is mapped to.
    controls_to_decide as (
      select no from unnest(${controls.map(({ no }) => no)}::int[]) as no
    ),
    mappings as (
      select * from unnest(
        ${mapped.map(({ controlNo }) => controlNo)}::int[], ${mapped.map(({ universalNo }) => universalNo)}::int[]
      ) as m (control_no, universal_no)
    ),
    -- 2. Per control, the worst of the last results of the integrations that are not disconnected.
    worst_votes as (
      select v.control_no, max(v.evaluated_at) as voted_at,
        case when bool_or(v.result = 'fail') then 'failed'
             when bool_or(v.result = 'pass') then 'passed'
             else 'not_applicable' end as status
      from control_votes v
      join integrations i on i.tenant_id = v.tenant_id and i.id = v.integration_id and i.status <> 'disconnected'
      where v.tenant_id = ${tenantId} and v.control_no in (select no from controls_to_decide)
      group by v.control_no
    ),
    -- 3. Per universal control, the newest assessment.
    assessments_in_force as (
      select universal.no as universal_no, newest.*
      from (select distinct universal_no as no from mappings) universal
      cross join lateral (
        ${added ? sql`select ${added.id}::uuid as id, ${added.status}::text as status, ${added.at}::timestamptz as created_at where universal.no = ${added.universalNo}::int union all` : sql``}
        (select id, status, created_at from assessments
         where tenant_id = ${tenantId} and universal_no = universal.no
         ${added ? sql`and universal.no <> ${added.universalNo}::int` : sql``}
         order by created_at desc, id desc limit 1)
      ) newest
    ),
    -- 4. Per control, the worst assessment that is newer than every vote.
    worst_assessments as (
      select distinct on (m.control_no) m.control_no, a.id, a.status as verdict, a.created_at as assessed_at,
        case when a.status = 'compliant' then 'passed' else 'failed' end as status
      from mappings m
      join assessments_in_force a on a.universal_no = m.universal_no and a.status <> 'not_assessed'
      left join worst_votes v on v.control_no = m.control_no
      where v.voted_at is null or a.created_at > v.voted_at
      order by m.control_no, array_position(array['non_compliant', 'partially_compliant', 'compliant'], a.status),
        a.created_at desc
    ),
    -- 5. The assessment decides where there is one, else the vote.
    decided as (
      select c.no, coalesce(a.status, v.status, 'not_assessed') as status, v.voted_at, a.id as assessment_id,
        a.verdict, a.assessed_at
      from controls_to_decide c
      left join worst_votes v on v.control_no = c.no
      left join worst_assessments a on a.control_no = c.no
    )`;
}

const SAMPLE_CAUSE: Cause = { tenantId: '', source: 'scan', at: new Date(0), changedBy: null, scanId: null };
const SAMPLE_ASSESSMENT: RecordedAssessment = {
  id: '',
  universalNo: 1,
  universalControlId: '',
  status: 'compliant',
  at: new Date(0),
  details: null,
  evidenceIds: [],
  actor: SYSTEM,
};

/**
 * Decides the status of controls and writes everything that follows. Its steps are drawn in `docs/status-decision.md`. What
 * they read is as it was before the statement: no step sees what another one writes.
 */
export const decideAndRecord = statement({
  name: 'posture.decide_and_record',
  row: { decisions: json<Decision[]>(), notifications: 'int8', auditSequence: 'int8?' },
  text: ({ controls, cause, frameworks, assessment = null }: DecisionRequest) => {
    const { tenantId, source, at, changedBy, scanId } = cause;
    const assessmentId = assessment?.id ?? null;
    const [channel, payload] = notification({ topic: POSTURE_TOPIC, tenantId, id: tenantId });
    return sql`
      with ${decision(tenantId, controls, assessment)},
      -- 6. The decided status beside the status in the posture.
      status_names as (select ${CONTROL_STATUSES}::text[] as names),
      compared as (
        select d.*, names[status_code(p.statuses, d.no) + 1] as previous_status, p.version + 1 as version
        from decided d, postures p, status_names where p.tenant_id = ${tenantId}
      ),
      changed as (select * from compared where status <> previous_status),
      ${assessment ? assessmentWithAudit(assessment, tenantId) : sql``}
      -- 8. Every change into the ledger, and all of them into the posture.
      ledger_entries as (
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
      updated_posture as (
        update postures set version = version + 1, updated_at = ${at}::timestamptz,
          statuses = set_statuses(
            statuses,
            array(select no from changed order by no),
            array(select array_position(names, status) - 1 from changed, status_names order by no)
          )
        where tenant_id = ${tenantId} and exists (select from changed)
        returning version
      ),
      -- 9. Scores of the active frameworks and over all of them, before and after, where they differ.
      active_controls as (
        select c.no, f.slug, f.name from tenants t
        cross join unnest(
          ${frameworks.map(({ slug }) => slug)}::text[], ${frameworks.map(({ name }) => name)}::text[]) as f (slug, name)
        join catalogue_controls c on c.framework = f.slug and c.is_current
        where t.id = ${tenantId} and f.slug = any(t.frameworks)
          and (t.hipaa_privacy or c.framework <> 'hipaa' or c.part is distinct from 'privacy')
      ),
      passed_counts as (
        select a.slug, a.name, count(*) as total, count(*) filter (where status_code(p.statuses, a.no) = 1) as passed_before,
          count(*) filter (where coalesce(c.status = 'passed', status_code(p.statuses, a.no) = 1)) as passed
        from active_controls a cross join postures p left join changed c on c.no = a.no
        where p.tenant_id = ${tenantId} and exists (select from changed where 'passed' in (status, previous_status))
        group by grouping sets ((a.slug, a.name), ())
      ),
      changed_scores as (
        select slug, name, passed, total, score_percent(passed_before, total) as previous_score,
          score_percent(passed, total) as score
        from passed_counts where total > 0 and score_percent(passed_before, total) <> score_percent(passed, total)
      ),
      score_points as (
        insert into score_history (tenant_id, posture_version, framework, at, previous_score, score, passed_controls,
          total_controls, scan_id, assessment_id)
        select ${tenantId}, (select max(version) from changed), coalesce(slug, ''), ${at}::timestamptz, previous_score, score,
          passed, total, ${scanId}::uuid, ${assessmentId}::uuid
        from changed_scores
      ),
      -- 10. Events into the outbox, whose trigger fans them out (src/modules/events/outbox.ts).
      new_events as (
        select 'compliance.control_failed' as event, 'control_failed ' || c.no || ' ' || c.version as subject,
          jsonb_build_object('control_id', k.control_id, 'framework', a.name, 'previous_status', c.previous_status,
            'new_status', c.status) as data
        from changed c join active_controls a on a.no = c.no join catalogue_controls k on k.no = c.no
        where c.previous_status = 'passed' and c.status = 'failed'
        union all
        select 'compliance.score_changed',
          'score_changed ' || coalesce(slug, 'overall') || ' ' || (select max(version) from changed),
          jsonb_build_object('scope', case when slug is null then 'overall' else 'framework' end, 'framework', name,
            'previous_score', previous_score, 'new_score', score, 'scan_job_id', ${scanId}::uuid,
            'assessment_id', ${assessmentId}::uuid)
        from changed_scores
      ),
      published_events as (
        insert into outbox (id, tenant_id, event, subject, data)
        select gen_random_uuid(), ${tenantId}, event, subject, data from new_events order by subject
      ),
      -- 11. The subscribers of the posture.
      notified as (select pg_notify(${channel}, ${payload}) from updated_posture)
      select coalesce(jsonb_agg(jsonb_build_object(
          'controlNo', no, 'previousStatus', previous_status, 'status', status) order by no), '[]') as decisions,
        -- Read, or PostgreSQL would not call them.
        (select count(*) from notified) as notifications,
        ${assessment ? sql`(select sequence from audit_entry)` : sql`null::bigint`} as "auditSequence"
      from compared`;
  },
  samples: [
    { controls: [], cause: SAMPLE_CAUSE, frameworks: [], assessment: null },
    { controls: [], cause: SAMPLE_CAUSE, frameworks: [], assessment: SAMPLE_ASSESSMENT },
    { controls: [], cause: SAMPLE_CAUSE, frameworks: [], assessment: { ...SAMPLE_ASSESSMENT, isAudited: true } },
  ],
});

/** The assessment that is the cause, and its entry in the audit trail. */
function assessmentWithAudit(assessment: RecordedAssessment, tenantId: string) {
  const {
    id,
    universalNo,
    universalControlId,
    status,
    at,
    details,
    evidenceIds,
    actor,
    isAudited = false,
  } = assessment;
  const after = { universalControlId, status, details, evidenceIds };
  const entry = { action: 'assessment.created', resourceType: 'assessment', resourceId: id, after, tenantId, at };
  return sql`
      -- 7. The assessment that is the cause, with the statuses it changed, and its entry in the audit trail.
      recorded_assessment as (
        insert into assessments (id, tenant_id, universal_no, status, details, evidence_ids, assessed_by, created_at,
          propagation)
        select ${id}::uuid, ${tenantId}::uuid, ${universalNo}::int, ${status}::text, ${details}::text,
          ${evidenceIds}::uuid[], ${actor.id}::uuid, ${at}::timestamptz, coalesce((
            select jsonb_agg(jsonb_build_array(
              no, array_position(names, previous_status) - 1, array_position(names, status) - 1) order by no)
            from compared, status_names), '[]')
      ),
      audit_entry as (select ${isAudited ? sql`null::bigint` : auditCall(actor, entry)} as sequence),`;
}
