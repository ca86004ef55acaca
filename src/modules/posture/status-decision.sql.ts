import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { notification } from '../../platform/pubsub/notifications.js';
import { SYSTEM } from '../audit/audit.js';
import { auditCall } from '../audit/audit.sql.js';
import { decision } from './decision.sql.js';
import { CONTROL_STATUSES, POSTURE_TOPIC } from './posture.js';
import type { Cause, Decision, DecisionRequest, RecordedAssessment } from './status-decision.js';

const SAMPLE_CAUSE: Cause = { tenantId: '', source: 'scan', at: new Date(0), changedBy: null, scanId: null };
const SAMPLE_ASSESSMENT: RecordedAssessment = {
  id: '',
  universalNo: 1,
  universalControlId: '',
  status: 'compliant',
  isSupported: true,
  at: new Date(0),
  details: null,
  evidenceIds: [],
  expiresAt: null,
  expiredId: null,
  assessedBy: null,
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
    const { tenantId, source, at, changedBy, scanId, reason = null } = cause;
    const assessmentId = assessment?.id ?? null;
    const [channel, payload] = notification({ topic: POSTURE_TOPIC, tenantId, id: tenantId });
    return sql`
      with ${decision(tenantId, controls, assessment)},
      -- 7. What is decided beside what the posture has.
      status_names as (select ${CONTROL_STATUSES}::text[] as names),
      compared as (
        select d.*, names[status_code(p.statuses, d.no) + 1] as previous_status,
          status_code(p.assurances, d.no)::smallint as previous_assurance, p.version + 1 as version
        from decided d, postures p, status_names where p.tenant_id = ${tenantId}
      ),
      changed as (select * from compared where (status, assurance) <> (previous_status, previous_assurance)),
      ${assessment ? assessmentWithAudit(assessment, tenantId) : sql``}
      -- 9. Every change into the ledger, and all of them into the posture.
      ledger_entries as (
        insert into status_ledger (tenant_id, control_no, previous_status, status, previous_assurance, assurance, source,
          changed_at, changed_by, scan_id, assessment_id, reason, posture_version)
        select ${tenantId}, no, previous_status, status, previous_assurance, assurance,
          case when 'not_applicable' in (status, previous_status) then 'scope'
               when assessment_id is null then ${source} else 'assessment' end, ${at}::timestamptz, ${changedBy}::uuid,
          ${scanId}::uuid, coalesce(assessment_id, ${assessmentId}::uuid),
          case when previous_status = 'not_applicable' then 'in scope again: ' else '' end ||
          case when status = 'not_applicable' then 'out of scope: ' || scope_reason
               when previous_status = 'not_applicable' and status = 'not_assessed' then 'nothing decides it yet'
               when assessment_id is not null then 'assessed as ' || replace(replace(verdict, 'non_', 'non-'), '_', ' ')
               when ${reason}::text is not null then ${reason}::text
               when status = 'not_assessed' then 'no connected integration or assessment decides it any more'
               when assurance & 64 > previous_assurance & 64 then 'scan results and an assessment disagree'
               when assurance & 64 < previous_assurance & 64 then 'scan results and assessments agree again'
               when status = previous_status then 'another part of it is shown'
               else 'decided by scan results' end, version
        from changed order by no
      ),
      updated_posture as (
        update postures set version = version + 1, updated_at = ${at}::timestamptz,
          statuses = set_statuses(
            statuses,
            array(select no from changed order by no),
            array(select array_position(names, status) - 1 from changed, status_names order by no)
          ),
          assurances = set_statuses(
            assurances, array(select no from changed order by no), array(select assurance::int from changed order by no)
          )
        where tenant_id = ${tenantId} and exists (select from changed)
        returning version
      ),
      -- 10. Scores of the active frameworks and over all of them, before and after, where they differ.
      active_controls as (
        select c.no, f.slug, f.name from tenants t
        cross join unnest(
          ${frameworks.map(({ slug }) => slug)}::text[], ${frameworks.map(({ name }) => name)}::text[]) as f (slug, name)
        join catalogue_controls c on c.framework = f.slug and c.is_current
        where t.id = ${tenantId} and f.slug = any(t.frameworks)
          and (t.hipaa_privacy or c.framework <> 'hipaa' or c.part is distinct from 'privacy')
      ),
      passed_counts as (
        select a.slug, a.name, count(*) filter (where status_code(p.statuses, a.no) <> 3) as total_before,
          count(*) filter (where coalesce(c.status <> 'not_applicable', status_code(p.statuses, a.no) <> 3)) as total,
          count(*) filter (where status_code(p.statuses, a.no) = 1) as passed_before,
          count(*) filter (where coalesce(c.status = 'passed', status_code(p.statuses, a.no) = 1)) as passed,
          count(*) filter (where status_code(p.assurances, a.no) >= 128) as assured_before,
          count(*) filter (where coalesce(c.assurance, status_code(p.assurances, a.no)) >= 128) as assured
        from active_controls a cross join postures p left join changed c on c.no = a.no
        where p.tenant_id = ${tenantId}
          and exists (select from changed where status in ('passed', 'not_applicable') or previous_status in ('passed', 'not_applicable'))
        group by grouping sets ((a.slug, a.name), ())
      ),
      changed_scores as (
        select slug, name, passed, assured, total, score_percent(passed_before, total_before) as previous_score,
          score_percent(passed, total) as score, score_percent(assured_before, total_before) as previous_assured_score,
          score_percent(assured, total) as assured_score
        from passed_counts
        where total + total_before > 0 and (score_percent(passed_before, total_before), score_percent(assured_before, total_before))
          <> (score_percent(passed, total), score_percent(assured, total))
      ),
      score_points as (
        insert into score_history (tenant_id, posture_version, framework, at, previous_score, score, passed_controls,
          total_controls, previous_assured_score, assured_score, assured_controls, scan_id, assessment_id)
        select ${tenantId}, (select max(version) from changed), coalesce(slug, ''), ${at}::timestamptz, previous_score, score,
          passed, total, previous_assured_score, assured_score, assured, ${scanId}::uuid, ${assessmentId}::uuid
        from changed_scores
      ),
      -- 11. Events into the outbox, whose trigger fans them out (src/modules/events/outbox.ts).
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
            'previous_score', previous_score, 'new_score', score, 'previous_assured_score', previous_assured_score,
            'new_assured_score', assured_score, 'scan_job_id', ${scanId}::uuid, 'assessment_id', ${assessmentId}::uuid)
        from changed_scores where previous_score <> score
      ),
      ${source === 'scan' ? disputedAssessments : sql``}
      published_events as (
        insert into outbox (id, tenant_id, event, subject, data)
        select gen_random_uuid(), ${tenantId}, event, subject, data from (
          select * from new_events ${source === 'scan' ? sql`union all select * from disputed_assessments` : sql``}
        ) events order by subject
      ),
      -- 12. The subscribers of the posture.
      notified as (select pg_notify(${channel}, ${payload}) from updated_posture)
      select coalesce(jsonb_agg(jsonb_build_object(
          'controlNo', no, 'previousStatus', previous_status, 'status', status, 'previousAssurance', previous_assurance,
          'assurance', assurance) order by no), '[]') as decisions,
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

/** Events for the assessments that the results of a scan contradict from now on, each with its controls. */
const disputedAssessments = sql`
      disputed_assessments as (
        select 'compliance.assessment_disputed' as event,
          'assessment_disputed ' || a.id || ' ' || (select max(version) from changed) as subject,
          jsonb_build_object('assessment_id', a.id, 'assessed_by', s.assessed_by, 'assessed_as', a.status,
            'universal_control', u.code, 'controls', jsonb_agg(
              jsonb_build_object('control_id', k.control_id, 'framework', f.name, 'status', c.status) order by c.no)) as data
        from changed c
        join mapping_states m on m.control_no = c.no and m.is_disputed
        join assessments_in_force a on a.universal_no = m.universal_no
        join assessments s on s.id = a.id
        join catalogue_universal_controls u on u.no = a.universal_no
        join active_controls f on f.no = c.no
        join catalogue_controls k on k.no = c.no
        where c.assurance & 64 > c.previous_assurance & 64
        group by a.id, a.status, s.assessed_by, u.code
      ),`;

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
    isSupported,
    expiresAt,
    expiredId,
    assessedBy,
    actor,
    isAudited = false,
  } = assessment;
  const ends = { ...(expiresAt && { expiresAt }), ...(expiredId === null ? {} : { expiredAssessmentId: expiredId }) };
  const after = { universalControlId, status, details, evidenceIds, ...ends };
  const action = expiredId === null ? 'assessment.created' : 'assessment.expired';
  const entry = { action, resourceType: 'assessment', resourceId: id, after, tenantId, at };
  return sql`
      -- 8. The assessment that is the cause, with the statuses it changed, and its entry in the audit trail.
      recorded_assessment as (
        insert into assessments (id, tenant_id, universal_no, status, details, evidence_ids, is_supported, expires_at,
          expired_id, assessed_by, created_at, propagation)
        select ${id}::uuid, ${tenantId}::uuid, ${universalNo}::int, ${status}::text, ${details}::text,
          ${evidenceIds}::uuid[], ${isSupported}::boolean, ${expiresAt}::timestamptz, ${expiredId}::uuid, ${assessedBy}::uuid, ${at}::timestamptz, coalesce((
            select jsonb_agg(jsonb_build_array(
              no, array_position(names, previous_status) - 1, array_position(names, status) - 1, assurance)
              order by no)
            from compared, status_names), '[]')
      ),
      audit_entry as (select ${isAudited ? sql`null::bigint` : auditCall(actor, entry)} as sequence),`;
}
