import type { RequestContext } from '../../context.js';
import { rows, sql } from '../../platform/database/database.js';
import { catalogueOf, controlsEver, visibleFrameworks } from '../catalogue/visibility.js';
import { checkChanges, CHANGE_REASONS, type KeptCheck } from './comparison.rules.js';
import type { ResultChangeType } from './comparison.type.js';
import type { ScanRow } from './scan.read.js';

interface StoredChange extends Omit<ResultChangeType, 'control' | 'reasons' | 'checks'> {
  controlNo: number;
}

/**
 * Results that differ, of controls of the active frameworks, and the checks behind each, in two statements. The caller has
 * made sure of both scans.
 */
export async function readResultChanges(ctx: RequestContext, from: ScanRow, to: ScanRow): Promise<ResultChangeType[]> {
  const changes = await readChanges(ctx, from, to);
  const checks = await readChecks(ctx, { from, to, controlNos: changes.map(({ controlNo }) => controlNo) });
  const read = { from: from.integrationIds, to: to.integrationIds };
  return changes.flatMap(({ controlNo, ...change }) => {
    const control = catalogueOf(ctx).controlByNo.get(controlNo);
    if (!control) return [];
    const ofControl = checkChanges(controlNo, checks, read);
    const reasons = CHANGE_REASONS.filter((reason) => ofControl.some((each) => each.reasons.includes(reason)));
    return [{ control, ...change, reasons, checks: ofControl }];
  });
}

async function readChanges(ctx: RequestContext, from: ScanRow, to: ScanRow): Promise<StoredChange[]> {
  const { tenantId } = ctx.viewer;
  const nos = controlsEver(ctx, visibleFrameworks(ctx)).map(({ no }) => no);
  return rows(
    ctx.em,
    sql<StoredChange>`
      select wanted.no as "controlNo", a.status as "previousStatus", b.status, a.finding as "previousFinding", b.finding
      from unnest(${nos}::int[]) with ordinality as wanted (no, rank)
      left join scan_results a on a.tenant_id = ${tenantId} and a.scan_id = ${from.id} and a.control_no = wanted.no
      left join scan_results b on b.tenant_id = ${tenantId} and b.scan_id = ${to.id} and b.control_no = wanted.no
      where (a.status, a.evaluated) is distinct from (b.status, b.evaluated)
      order by wanted.rank`,
  );
}

/** Every check of both scans that ran and led to one of the controls in either. */
function readChecks(
  { em, viewer }: RequestContext,
  { from, to, controlNos }: { from: ScanRow; to: ScanRow; controlNos: number[] },
): Promise<KeptCheck[]> {
  return rows(
    em,
    sql<KeptCheck>`
      with kept as (
        select case scan_id when ${to.id} then 'to' else 'from' end as scan, integration_id as "integrationId", scanner,
          rule_id as "ruleId", title, control_nos as "controlNos", resources_passed as "resourcesPassed",
          resources_failed as "resourcesFailed", check_version as version, is_partial as "isPartial"
        from scan_checks where tenant_id = ${viewer.tenantId} and scan_id in (${from.id}, ${to.id}))
      select * from kept
      where exists (
        select from kept other
        where other."integrationId" = kept."integrationId" and other.scanner = kept.scanner and other."ruleId" = kept."ruleId"
          and other."controlNos" && ${controlNos}::int[])`,
  );
}
