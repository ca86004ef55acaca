import { rows, sql, type EntityManager } from '../../platform/database/database.js';
import type { Control } from '../catalogue/catalogue.js';
import { CONTROL_STATUSES, type ControlStatus } from './posture.js';

/** What made the statuses be decided anew; kept with every change. */
export interface Cause {
  tenantId: string;
  source: 'scan' | 'assessment';
  at: Date;
  changedBy: string | null;
  scanId: string | null;
}

/** A control whose status is another one now. */
export interface StatusChange {
  controlNo: number;
  previousStatus: ControlStatus;
  status: ControlStatus;
}

/** Makes every other change of this tenant's statuses wait until the transaction of `em` ends. */
export async function lockPosture(em: EntityManager, tenantId: string): Promise<void> {
  await rows(em, sql`select from postures where tenant_id = ${tenantId} for update`);
}

/**
 * Decides the status of `controls` from all votes and assessments and writes what changed to the ledger and to the posture,
 * in one statement. Call it with the posture locked and the new votes written.
 *
 * - Each integration that is not disconnected votes with its last evaluated result; the worst wins: fail, pass, not applicable.
 * - Assessments in force of the mapped universal controls count where they are newer than every vote; then the worst of
 *   them decides: non_compliant and partially_compliant → failed, compliant → passed; not_assessed is no vote.
 * - No vote at all: not_assessed.
 *
 * Source: schema/README.md, "Status of a control".
 * @returns the changes, by control number
 */
export async function decideStatuses(
  em: EntityManager,
  controls: readonly Control[],
  cause: Cause,
): Promise<StatusChange[]> {
  const mapped = controls.flatMap((control) =>
    control.mappings.map(({ universalControl }) => ({ controlNo: control.no, universalNo: universalControl.no })),
  );
  const { tenantId } = cause;
  return rows(
    em,
    sql<StatusChange>`
      with affected as (
        select no from unnest(${controls.map(({ no }) => no)}::int[]) as no
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
        select distinct on (universal_no) id, universal_no, status, created_at
        from assessments where tenant_id = ${tenantId}
        order by universal_no, created_at desc, id desc
      ),
      assessed as (
        select distinct on (m.control_no) m.control_no, a.id, a.status as verdict,
          case when a.status = 'compliant' then 'passed' else 'failed' end as status
        from unnest(
          ${mapped.map(({ controlNo }) => controlNo)}::int[], ${mapped.map(({ universalNo }) => universalNo)}::int[]
        ) as m (control_no, universal_no)
        join in_force a on a.universal_no = m.universal_no and a.status <> 'not_assessed'
        left join votes v on v.control_no = m.control_no
        where v.voted_at is null or a.created_at > v.voted_at
        order by m.control_no, array_position(array['non_compliant', 'partially_compliant', 'compliant'], a.status)
      ),
      decided as (
        select affected.no, coalesce(a.status, v.status, 'not_assessed') as status, a.id as assessment_id, a.verdict
        from affected
        left join votes v on v.control_no = affected.no
        left join assessed a on a.control_no = affected.no
      ),
      changed as (
        select d.*, codes.names[
          case when d.no < length(p.statuses) then get_byte(p.statuses, d.no) else 0 end + 1
        ] as previous_status
        from decided d, postures p, (select ${CONTROL_STATUSES}::text[] as names) as codes
        where p.tenant_id = ${tenantId} and d.status <> codes.names[
          case when d.no < length(p.statuses) then get_byte(p.statuses, d.no) else 0 end + 1
        ]
      ),
      ledger as (
        insert into status_ledger
          (tenant_id, control_no, previous_status, status, source, changed_at, changed_by, scan_id, assessment_id, reason)
        select ${tenantId}, no, previous_status, status,
          case when assessment_id is null then ${cause.source} else 'assessment' end, ${cause.at}::timestamptz,
          ${cause.changedBy}::uuid, ${cause.scanId}::uuid, assessment_id,
          case when assessment_id is not null then 'assessed as ' || verdict
               when status = 'not_assessed' then 'no connected integration decides it any more'
               else 'decided by scan results' end
        from changed order by no
      ),
      posture as (
        update postures set version = version + 1, updated_at = ${cause.at}::timestamptz,
          statuses = set_statuses(
            statuses,
            array(select no from changed order by no),
            array(select array_position(${CONTROL_STATUSES}::text[], status) - 1 from changed order by no)
          )
        where tenant_id = ${tenantId} and exists (select from changed)
      )
      select no as "controlNo", previous_status as "previousStatus", status from changed order by no`,
  );
}
