import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { notification } from '../../platform/pubsub/notifications.js';
import { SYSTEM } from '../../access/actor.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { auditCall } from '../audit/audit.sql.js';
import { compared, disputedAssessments, eventsOf, scoresAround } from './consequences.sql.js';
import { decision } from './decision.sql.js';
import { POSTURE_TOPIC } from './posture.js';
import type { Cause, Decision, DecisionRequest, FormerVote, RecordedAssessment } from './status-decision.js';
import { IN_SCOPE_AGAIN, STATUS_REASONS } from './status-reason.rules.js';

const SAMPLE_CAUSE: Cause = {
  tenantId: '',
  source: 'scan',
  kind: 'resource_changed',
  at: new Date(0),
  changedBy: null,
  scanId: null,
};
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
    const { tenantId, source, kind, at, changedBy, scanId, reason = null, formerVotes = [] } = cause;
    const assessmentId = assessment?.id ?? null;
    const [channel, payload] = notification({ topic: POSTURE_TOPIC, tenantId, id: tenantId });
    return sql`
      with ${decision(tenantId, controls, assessment && { assessments: [assessment] })},
      ${compared(tenantId)},
      ${assessment ? assessmentWithAudit(assessment, tenantId) : sql``}
      ${formerVotes.length > 0 ? elementsOfChangedChecks(tenantId, formerVotes) : sql``}
      ${scoresAround(tenantId, frameworks)},
      -- 9. Every change into the ledger, and all of them into the posture.
      ledger_entries as (
        insert into status_ledger (tenant_id, control_no, previous_status, status, previous_assurance, assurance, source,
          changed_at, changed_by, scan_id, assessment_id, reason, posture_version, cause)
        select ${tenantId}, no, previous_status, status, previous_assurance, assurance,
          case when 'not_applicable' in (status, previous_status) then 'scope'
               when assessment_id is null then ${source} else 'assessment' end, ${at}::timestamptz, ${changedBy}::uuid,
          ${scanId}::uuid, coalesce(assessment_id, ${assessmentId}::uuid),
          case when previous_status = 'not_applicable' then ${IN_SCOPE_AGAIN}::text else '' end ||
          case when status = 'not_applicable' then ${STATUS_REASONS.out_of_scope}::text || ': ' || scope_reason
               when previous_status = 'not_applicable' and status = 'not_assessed' then ${STATUS_REASONS.nothing_yet}::text
               when assessment_id is not null then (${JSON.stringify(STATUS_REASONS)}::jsonb) ->> ('assessed_' || verdict)
               when ${reason}::text is not null then ${reason}::text
               when status = 'not_assessed' then ${STATUS_REASONS.nothing_any_more}::text
               when assurance & 64 > previous_assurance & 64 then ${STATUS_REASONS.scan_disagrees}::text
               when assurance & 64 < previous_assurance & 64 then ${STATUS_REASONS.scan_agrees}::text
               when status = previous_status then ${STATUS_REASONS.shown_otherwise}::text
               else ${STATUS_REASONS.scan_results}::text end, version,
          case when 'not_applicable' in (status, previous_status) then 'scope_changed'
               ${formerVotes.length > 0 ? sql`when no in (select control_no from covered_elements join elements_of_changed_checks using (universal_no, element)) then 'check_changed'` : sql``}
               else ${kind}::text end
        from changed order by no
        returning 1
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
      score_points as (
        insert into score_history (tenant_id, posture_version, framework, at, previous_score, score, passed_controls,
          total_controls, previous_assured_score, assured_score, assured_controls, scan_id, assessment_id)
        select ${tenantId}, (select max(version) from changed), coalesce(slug, ''), ${at}::timestamptz, previous_score, score,
          passed, total, previous_assured_score, assured_score, assured, ${scanId}::uuid, ${assessmentId}::uuid
        from changed_scores
        returning 1
      ),
      ${eventsOf({ scanId, assessmentId })},
      ${source === 'scan' ? sql`${disputedAssessments(tenantId)},` : sql``}
      published_events as (
        insert into outbox (id, tenant_id, event, subject, data)
        select gen_random_uuid(), ${tenantId}, event, subject, data from (
          select * from new_events ${source === 'scan' ? sql`union all select * from disputed_assessments` : sql``}
        ) events order by subject
        returning 1
      ),
      -- 12. The subscribers of the posture.
      notified as (select 1 as topic where exists (select from updated_posture) and pg_notify(${channel}, ${payload}) is not null)
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
    {
      controls: [],
      cause: {
        ...SAMPLE_CAUSE,
        formerVotes: [{ universalNo: 1, element: 1, integrationId: '', result: 'pass', isCheckChanged: true }],
      },
      frameworks: [],
    },
    { controls: [], cause: SAMPLE_CAUSE, frameworks: [], assessment: SAMPLE_ASSESSMENT },
    { controls: [], cause: SAMPLE_CAUSE, frameworks: [], assessment: { ...SAMPLE_ASSESSMENT, isAudited: true } },
  ],
});

/**
 * The elements whose vote is gone, or says something else since a check behind it changed. By itself: a cluster would write the ledger
 * where the votes are, and number its entries there.
 */
function elementsOfChangedChecks(tenantId: string, votes: readonly FormerVote[]) {
  return sql`
      elements_of_changed_checks as materialized (
        select distinct f.universal_no, f.element
        from unnest(
          ${votes.map(({ universalNo }) => universalNo)}::int[], ${votes.map(({ element }) => element)}::smallint[],
          ${votes.map(({ integrationId }) => integrationId)}::uuid[], ${votes.map(({ result }) => result)}::text[],
          ${votes.map(({ isCheckChanged }) => isCheckChanged)}::boolean[]
        ) as f (universal_no, element, integration_id, result, is_check_changed)
        left join element_votes v on v.tenant_id = ${tenantId} and v.universal_no = f.universal_no
          and v.element = f.element and v.integration_id = f.integration_id
        where v.result is null or (f.is_check_changed and v.result <> f.result)
      ),`;
}

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
  const action: AuditAction = expiredId === null ? 'assessment.created' : 'assessment.expired';
  const entry = { action, resourceType: 'assessment', resourceId: id, after, tenantId, at };
  return sql`
      -- 8. The assessment that is the cause, with the statuses it changed, and its entry in the audit trail.
      recorded_assessment as (
        insert into assessments (id, tenant_id, universal_no, status, details, evidence_ids, is_supported, expires_at,
          expired_id, assessed_by, created_at, propagation)
        select ${id}::uuid, ${tenantId}::uuid, ${universalNo}::int, ${status}::text, ${details}::text,
          ${evidenceIds}::uuid[], ${isSupported}::boolean, ${expiresAt}::timestamptz, ${expiredId}::uuid, ${assessedBy}::uuid, ${at}::timestamptz, coalesce((
            select jsonb_agg(jsonb_build_array(
              no, array_position(names, previous_status) - 1, array_position(names, status) - 1, assurance,
              status = 'failed' and assessment_id is null)
              order by no)
            from compared, status_names), '[]')
        returning 1
      ),
      audit_entry as (select ${isAudited ? sql`null::bigint` : auditCall(actor, entry)} as sequence),`;
}
