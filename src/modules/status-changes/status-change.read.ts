import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { catalogueOf } from '../catalogue/visibility.js';
import type { Control } from '../catalogue/catalogue.js';
import { levelOf, type AssuranceLevel } from '../posture/assurance.rules.js';
import { codedReason, type CodedReason } from '../posture/status-reason.rules.js';
import {
  statusChangeCount,
  statusChangePage,
  type StatusChangeRow,
  type StatusChangeSelection,
} from './status-change.sql.js';

/** Which changes, of which controls. */
export interface StatusChangeFilter extends Omit<StatusChangeSelection, 'tenantId' | 'nos'> {
  controls: readonly Control[];
}

/** A change of a control's status, or of how much of it is shown. */
export interface StatusChange extends StatusChangeRow, CodedReason {
  control: Control;
  /** Null where the status is not `passed`. */
  assurance: AssuranceLevel | null;
  previousAssurance: AssuranceLevel | null;
}

/** Changes of the tenant's statuses, newest first. */
export async function readStatusChanges(
  ctx: RequestContext,
  { controls, ...filter }: StatusChangeFilter,
  { first, after, offset }: PageRequest,
): Promise<Page<StatusChange>> {
  const { em, viewer } = ctx;
  const selection = { tenantId: viewer.tenantId, nos: controls.map(({ no }) => no), ...filter };
  const found = await statusChangePage.all(em, { ...selection, after: positionOf(after), offset, limit: first + 1 });
  return pageOf(
    found.flatMap((row) => changeOf(ctx, row)),
    first,
    {
      cursorOf: ({ microseconds, sequence }) => encodeCursor(microseconds, sequence),
      countAll: async () => (await statusChangeCount.only(em, selection)).count,
    },
  );
}

function changeOf(ctx: RequestContext, row: StatusChangeRow): StatusChange[] {
  const control = catalogueOf(ctx).controlByNo.get(row.controlNo);
  if (!control) return [];
  const assurance = levelOf(row.status, row.assuranceByte);
  const previousAssurance = levelOf(row.previousStatus, row.previousAssuranceByte);
  return [{ ...row, ...codedReason(row.reason), control, assurance, previousAssurance }];
}

function positionOf(cursor: string | null) {
  if (cursor === null) return null;
  // The sequence is the ledger's, of all tenants: it may pass the largest integer of a cursor.
  const [microseconds, sequence] = decodeCursor(cursor, ['microseconds', 'microseconds']);
  return { microseconds: Number(microseconds), sequence: Number(sequence) };
}
