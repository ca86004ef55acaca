import type { RequestContext } from '../../context.js';
import { rows, sql } from '../../platform/database/database.js';
import type { Control } from '../catalogue/catalogue.js';
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

/** The latest changes of a control's status, newest first, at most 100. */
export function readLedger({ em, viewer }: RequestContext, control: Control): Promise<LedgerEntry[]> {
  return rows(
    em,
    sql<LedgerEntry>`
      select id, status, previous_status as "previousStatus", source, changed_at as "changedAt",
        changed_by as "changedBy", scan_id as "scanJobId", assessment_id as "assessmentId", reason
      from status_ledger where tenant_id = ${viewer.tenantId} and control_no = ${control.no}
      order by sequence desc limit ${ENTRIES_MAX}`,
  );
}
