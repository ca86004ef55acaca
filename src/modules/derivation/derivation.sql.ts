import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { acceptedAt } from '../acceptance/acceptance.sql.js';
import { newestAssessment, withdrawnEvidenceOf } from '../posture/assessment.sql.js';
import { elementCodeOf } from '../posture/element.sql.js';
import type { PartialAssessments } from '../posture/partial-assessments.js';
import type { AssessmentInForce } from '../ucf/assessment.sql.js';
import type { ElementResult } from '../scans/element-result.rules.js';

/** A check behind a vote, with the resources that it looked at. */
export interface StoredCheck {
  /** In the scan. */
  checkNo: number;
  ruleId: string;
  title: string;
  resourcesPassed: number;
  resourcesFailed: number;
  /** Those of the failed ones whose findings exceptions accept. */
  resourcesAccepted: number;
  /** Whether it could not look at everything. */
  isPartial: boolean;
}

/** The vote of an integration on an element. */
export interface StoredVote {
  element: number;
  integrationId: string;
  integrationName: string;
  result: ElementResult;
  /** Whether the result would be `fail` without exceptions. */
  isAccepted: boolean;
  /** RFC 3339. */
  evaluatedAt: string;
  /** RFC 3339: the latest scan of the integration, where it came after the vote and could not look. */
  laterScanAt: string | null;
  scanJobId: string;
  checks: StoredCheck[];
}

/** The newest assessment of a universal control, as JSON has it. */
export type StoredAssessment = Omit<AssessmentInForce, 'assessedAt' | 'expiresAt'> & {
  /** RFC 3339. */
  assessedAt: string;
  /** RFC 3339. */
  expiresAt: string | null;
};

/** Members of a `StoredCheck`, of a row of `scan_checks` as `c`; the accepted resources of a moment where one is given. */
export function storedCheck(at: Date | null = null) {
  return sql`
  'checkNo', c.check_no, 'ruleId', c.rule_id, 'title', c.title, 'resourcesPassed', c.resources_passed,
  'resourcesFailed', c.resources_failed, 'isPartial', c.is_partial,
  'resourcesAccepted', ${at === null ? sql`c.resources_accepted` : acceptedResourcesAt(at)}`;
}

function acceptedResourcesAt(at: Date) {
  return sql`
    case when c.resources_failed = 0 or not exists (
      select from exceptions e where e.tenant_id = c.tenant_id and e.scanner = c.scanner and e.rule_id = c.rule_id) then 0
    else (
      select count(distinct (coalesce(f.account, ''), f.resource_id))::int from scan_findings f
      where f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no and ${acceptedAt(at)} is not null
    ) end`;
}

/** Members of a `StoredAssessment`, of a row of `assessments` as `a`; its withdrawn evidence of a moment where one is given. */
export function storedAssessment(tenantId: string, at: Date | null = null) {
  return sql`
  'universalNo', a.universal_no, 'id', a.id, 'status', a.status, 'assessedAt', a.created_at,
  'assessedBy', a.assessed_by, 'isSupported', a.is_supported,
  'expiresAt', a.expires_at, 'withdrawnEvidenceIds', ${withdrawnEvidenceOf(tenantId, 'a', at)}`;
}

/** Completed scans of an integration `i`, as `s`; up to a moment where one is given. */
export function completedScans(tenantId: string, at: Date | null = null) {
  return sql`
    select s.id as scan_id, s.completed_at from scans s
    where s.tenant_id = ${tenantId} and i.id = any(s.integration_ids) and s.status = 'completed'
      ${at === null ? sql`` : sql`and s.completed_at <= ${at}::timestamptz`}`;
}

/** The last completed scan before a moment of each integration that was connected then, with its `name` and `created_at`. */
export function lastScansAt(tenantId: string, at: Date) {
  return sql`
    select i.id as integration_id, i.name, i.created_at, latest.*
    from integrations i
    cross join lateral (${completedScans(tenantId, at)} order by s.sequence desc limit 1) latest
    where i.tenant_id = ${tenantId} and (i.status <> 'disconnected' or i.disconnected_at > ${at}::timestamptz)`;
}

/** What is known of universal controls: votes of the integrations that are not disconnected, and the newest assessment. */
export const universalControlFacts = statement({
  name: 'derivation.universal_control_facts',
  row: {
    universalNo: 'int4!',
    votes: json<StoredVote[]>(),
    assessment: json<StoredAssessment>('jsonb?'),
    partialAssessments: text<PartialAssessments>('text?'),
  },
  text: ({ tenantId, nos }: { tenantId: string; nos: readonly number[] }) => sql`
    with connected as materialized (
      select i.id, i.name, i.created_at, latest.completed_at as scanned_at
      from integrations i
      left join lateral (${completedScans(tenantId)} order by s.sequence desc limit 1) latest on true
      where i.tenant_id = ${tenantId} and i.status <> 'disconnected'
    )
    select wanted.no as "universalNo",
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'element', v.element, 'integrationId', v.integration_id, 'integrationName', i.name, 'result', v.result,
          'isAccepted', v.is_accepted, 'evaluatedAt', v.evaluated_at, 'scanJobId', v.scan_id,
          'laterScanAt', case when i.scanned_at > v.evaluated_at then i.scanned_at end, 'checks', coalesce((
            select jsonb_agg(jsonb_build_object(
              ${storedCheck()}) order by c.check_no)
            from scan_checks c
            where c.tenant_id = v.tenant_id and c.scan_id = v.scan_id and c.integration_id = v.integration_id
              and ${elementCodeOf('v')} = any(c.decides)
          ), '[]')) order by v.element, i.created_at, v.integration_id)
        from element_votes v
        join connected i on i.id = v.integration_id
        where v.tenant_id = ${tenantId} and v.universal_no = wanted.no
      ), '[]') as votes,
      (
        select jsonb_build_object(${storedAssessment(tenantId)}) from (${newestAssessment(tenantId, 'wanted.no')}) a
      ) as assessment,
      (select partial_assessments from tenants where id = ${tenantId}) as "partialAssessments"
    from unnest(${nos}::int[]) as wanted (no)`,
  samples: [{ tenantId: '', nos: [] }],
});
