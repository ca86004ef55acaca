import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { rows, sql } from '../../platform/database/database.js';
import type { ControlStatus } from './posture.js';

/** One change of a control's status. */
export interface LedgerEntry {
  id: string;
  status: ControlStatus;
  previousStatus: ControlStatus;
  source: 'scan' | 'assessment';
  changedAt: Date;
  /** The user behind it, where one was. */
  changedBy: string | null;
  scanJobId: string | null;
  assessmentId: string | null;
  reason: string;
}

const ENTRIES_MAX = 100;

/**
 * For `ctx.once`: the latest changes by control number, newest first, at most 100 each, in one statement for all that are
 * asked together.
 */
export function ledgerLoader({ em, viewer }: RequestContext): DataLoader<number, LedgerEntry[]> {
  return new DataLoader(async (nos) => {
    const found = await rows(
      em,
      sql<LedgerEntry & { controlNo: number }>`
        select wanted.no as "controlNo", changes.*
        from unnest(${[...nos]}::int[]) as wanted (no)
        cross join lateral (
          select sequence, id, status, previous_status as "previousStatus", source, changed_at as "changedAt",
            changed_by as "changedBy", scan_id as "scanJobId", assessment_id as "assessmentId", reason
          from status_ledger where tenant_id = ${viewer.tenantId} and control_no = wanted.no
          order by sequence desc limit ${ENTRIES_MAX}
        ) changes
        order by changes.sequence desc`,
    );
    const byNo = Map.groupBy(found, ({ controlNo }) => controlNo);
    return nos.map((no) => byNo.get(no) ?? []);
  });
}
