import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { levelOf, type AssuranceLevel } from './assurance.rules.js';
import { ledgerOfControls } from './ledger.sql.js';
import type { ControlStatus, StatusSource } from './posture.js';
import { codedReason, type CodedReason } from './status-reason.rules.js';

/** A change of a control's status, as a row of the ledger. */
export interface LedgerEntry {
  id: string;
  status: ControlStatus;
  previousStatus: ControlStatus;
  /** Null where the status is not `passed`. */
  assurance: AssuranceLevel | null;
  previousAssurance: AssuranceLevel | null;
  source: StatusSource;
  changedAt: Date;
  /** The user who caused it; null for scheduled scans. */
  changedBy: string | null;
  scanJobId: string | null;
  assessmentId: string | null;
  reason: string;
}

/** An entry as the graph shows it. */
type ShownEntry = LedgerEntry & CodedReason;

const ENTRIES_MAX = 100;

/**
 * For `ctx.once`: the latest changes by control number, newest first, at most 100 each, in one statement for all controls
 * of a batch.
 */
export function ledgerLoader({ em, viewer }: RequestContext): DataLoader<number, ShownEntry[]> {
  return new DataLoader(async (nos) => {
    const found = await ledgerOfControls.all(em, { tenantId: viewer.tenantId, nos, entriesMax: ENTRIES_MAX });
    const byNo = Map.groupBy(found, ({ controlNo }) => controlNo);
    return nos.map((no) =>
      (byNo.get(no) ?? []).map(({ assuranceByte, previousAssuranceByte, ...entry }) => ({
        ...entry,
        ...codedReason(entry.reason),
        assurance: levelOf(entry.status, assuranceByte),
        previousAssurance: levelOf(entry.previousStatus, previousAssuranceByte),
      })),
    );
  });
}
