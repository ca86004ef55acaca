import type { Scanner } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { ELEMENT_CODES } from '../catalogue/tested-elements.rules.js';
import type { PartialAssessments } from '../posture/partial-assessments.js';
import type { ControlStatus } from '../posture/posture.js';
import {
  completedScans,
  lastScansAt,
  storedAssessment,
  storedCheck,
  type StoredAssessment,
  type StoredCheck,
} from './derivation.sql.js';

/** A check of the last scan of an integration before a moment, or of the last one in which nothing was withheld. */
export interface FormerCheck extends StoredCheck {
  scanner: Scanner;
  integrationId: string;
  integrationName: string;
  /** RFC 3339. */
  evaluatedAt: string;
  /** RFC 3339: the last scan of the integration before the moment. */
  lastScanAt: string;
  scanJobId: string;
  /** Codes of the elements that it decided: see `elementCode`. */
  decides: number[];
}

/** Checks of a scan of an integration `i` that decide an element of the universal control `wanted.no`, as `c`. */
function decidingChecks(tenantId: string, scanId: string) {
  return sql`
    select from scan_checks c
    where c.tenant_id = ${tenantId} and c.scan_id = ${sql.ref(scanId)} and c.integration_id = i.id
      and exists (select from unnest(c.decides) code where code / ${ELEMENT_CODES}::int = wanted.no)`;
}

/** What assessments over part mappings did before the first change of the setting after a moment; null where it did not change. */
function settingBefore(tenantId: string, at: Date) {
  return sql`(
    select before ->> 'partial_assessments' from audit_log
    where tenant_id = ${tenantId} and resource_type = 'organization' and action = 'organization.updated'
      and at > ${at}::timestamptz and before ? 'partial_assessments'
    order by sequence limit 1)`;
}

/** What scans and assessments that are stored say of universal controls at a moment. */
export const formerFacts = statement({
  name: 'derivation.former_facts',
  row: {
    universalNo: 'int4!',
    checks: json<FormerCheck[]>(),
    assessment: json<StoredAssessment>('jsonb?'),
    partialAssessments: text<PartialAssessments>('text?'),
  },
  text: ({ tenantId, nos, at }: { tenantId: string; nos: readonly number[]; at: Date }) => sql`
    with last_scans as materialized (${lastScansAt(tenantId, at)})
    select wanted.no as "universalNo",
      coalesce((
        select jsonb_agg(jsonb_build_object('scanner', c.scanner, 'integrationId', s.integration_id,
          'integrationName', s.name, 'evaluatedAt', s.completed_at, 'lastScanAt', s.last_scan_at, 'scanJobId', s.scan_id, 'decides', c.decides, ${storedCheck(at)})
          order by s.created_at, s.integration_id, s.completed_at desc, c.check_no)
        from (
          select last_scans.*, completed_at as last_scan_at from last_scans
          union all
          -- What could not be looked at leaves the vote of the last scan that could.
          select last.integration_id, last.name, last.created_at, whole.*, last.completed_at from last_scans last
          join integrations i on i.tenant_id = ${tenantId} and i.id = last.integration_id
          cross join lateral (
            ${completedScans(tenantId, at)}
              and exists (${decidingChecks(tenantId, 's.id')}) and not exists (${decidingChecks(tenantId, 's.id')} and c.is_partial)
            order by s.sequence desc limit 1
          ) whole
          where whole.scan_id <> last.scan_id
            and exists (${decidingChecks(tenantId, 'last.scan_id')} and c.is_partial)
        ) s
        join scan_checks c on c.tenant_id = ${tenantId} and c.scan_id = s.scan_id and c.integration_id = s.integration_id
        where exists (select from unnest(c.decides) code where code / ${ELEMENT_CODES}::int = wanted.no)
      ), '[]') as checks,
      (
        select jsonb_build_object(${storedAssessment(tenantId, at)}) from assessments a
        where a.tenant_id = ${tenantId} and a.universal_no = wanted.no and a.created_at <= ${at}::timestamptz
        order by a.created_at desc, a.id desc limit 1
      ) as assessment,
      coalesce(${settingBefore(tenantId, at)}, (select partial_assessments from tenants where id = ${tenantId})) as "partialAssessments"
    from unnest(${nos}::int[]) as wanted (no)`,
  samples: [{ tenantId: '', nos: [], at: new Date(0) }],
});

/** What decided the status of controls at a moment, by the ledger; no row of those that had none yet. */
export const formerDecisions = statement({
  name: 'derivation.former_decisions',
  row: {
    controlNo: 'int4!',
    status: text<ControlStatus>(),
    assuranceByte: 'int2',
    assessmentId: 'uuid?',
    reason: 'text',
    since: 'timestamptz?',
  },
  text: ({ tenantId, nos, at }: { tenantId: string; nos: readonly number[]; at: Date }) => sql`
    select wanted.no as "controlNo", last.status, last.assurance as "assuranceByte",
      last.assessment_id as "assessmentId", last.reason, (
        select l.changed_at from status_ledger l
        where l.tenant_id = ${tenantId} and l.control_no = wanted.no and l.changed_at <= ${at}::timestamptz
          and l.status <> l.previous_status
        order by l.sequence desc limit 1) as since
    from unnest(${nos}::int[]) as wanted (no)
    cross join lateral (
      select * from status_ledger l
      where l.tenant_id = ${tenantId} and l.control_no = wanted.no and l.changed_at <= ${at}::timestamptz
      order by l.sequence desc limit 1
    ) last`,
  samples: [{ tenantId: '', nos: [], at: new Date(0) }],
});
