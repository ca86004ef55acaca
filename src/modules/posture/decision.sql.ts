import { sql } from '../../platform/database/database.js';
import type { Control } from '../catalogue/catalogue.js';

/** Statuses of an assessment. Source: specification, section 2. */
export const ASSESSMENT_STATUSES = ['compliant', 'partially_compliant', 'non_compliant', 'not_assessed'] as const;
export type AssessmentStatus = (typeof ASSESSMENT_STATUSES)[number];

/** An assessment that is being made, or only thought of. */
export interface NewAssessment {
  id: string;
  universalNo: number;
  status: AssessmentStatus;
  at: Date;
}

/**
 * Common table expressions that decide the status of `controls` from all votes and assessments, ending in
 * `decided (no, status, voted_at, assessment_id, verdict, assessed_at)`.
 *
 * - Each integration that is not disconnected votes with its last evaluated result; the worst wins: fail, pass, not applicable.
 * - Assessments in force of the mapped universal controls count where they are newer than every vote; then the worst of
 *   them decides: non_compliant and partially_compliant → failed, compliant → passed; not_assessed is no vote.
 * - No vote at all: not_assessed.
 *
 * Source: schema/README.md, "Status of a control".
 * @param added counts as the newest assessment of its universal control, whether or not it is kept
 */
export function decision(tenantId: string, controls: readonly Control[], added: NewAssessment | null) {
  const mapped = controls.flatMap((control) =>
    control.mappings.map(({ universalControl }) => ({ controlNo: control.no, universalNo: universalControl.no })),
  );
  return sql`
    affected as (
      select no from unnest(${controls.map(({ no }) => no)}::int[]) as no
    ),
    mapped as (
      select * from unnest(
        ${mapped.map(({ controlNo }) => controlNo)}::int[], ${mapped.map(({ universalNo }) => universalNo)}::int[]
      ) as m (control_no, universal_no)
    ),
    votes as (
      select v.control_no, max(v.evaluated_at) as voted_at,
        case when bool_or(v.result = 'fail') then 'failed'
             when bool_or(v.result = 'pass') then 'passed'
             else 'not_applicable' end as status
      from control_votes v
      join integrations i on i.tenant_id = v.tenant_id and i.id = v.integration_id and i.status <> 'disconnected'
      where v.tenant_id = ${tenantId} and v.control_no in (select no from affected)
      group by v.control_no
    ),
    in_force as (
      select universal.no as universal_no, newest.*
      from (select distinct universal_no as no from mapped) universal
      cross join lateral (
        ${added ? sql`select ${added.id}::uuid as id, ${added.status}::text as status, ${added.at}::timestamptz as created_at where universal.no = ${added.universalNo}::int union all` : sql``}
        (select id, status, created_at from assessments
         where tenant_id = ${tenantId} and universal_no = universal.no
         ${added ? sql`and universal.no <> ${added.universalNo}::int` : sql``}
         order by created_at desc, id desc limit 1)
      ) newest
    ),
    assessed as (
      select distinct on (m.control_no) m.control_no, a.id, a.status as verdict, a.created_at as assessed_at,
        case when a.status = 'compliant' then 'passed' else 'failed' end as status
      from mapped m
      join in_force a on a.universal_no = m.universal_no and a.status <> 'not_assessed'
      left join votes v on v.control_no = m.control_no
      where v.voted_at is null or a.created_at > v.voted_at
      order by m.control_no, array_position(array['non_compliant', 'partially_compliant', 'compliant'], a.status),
        a.created_at desc
    ),
    decided as (
      select affected.no, coalesce(a.status, v.status, 'not_assessed') as status, v.voted_at, a.id as assessment_id,
        a.verdict, a.assessed_at
      from affected
      left join votes v on v.control_no = affected.no
      left join assessed a on a.control_no = affected.no
    )`;
}
