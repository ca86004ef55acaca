import type { EntityManager } from '../../platform/database/database.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { activeControls, mappedTo } from '../posture/active-controls.js';
import { decideStatuses } from '../posture/status-decision.js';
import type { GivenReason } from '../posture/status-reason.rules.js';
import { applyExceptions } from '../acceptance/acceptance.js';

/** A change of exceptions that may change statuses. */
interface ExceptionChange {
  tenantId: string;
  exceptionIds: readonly string[];
  /** Of every scope. */
  catalogue: Catalogue;
  at: Date;
  /** Null for the service itself. */
  changedBy: string | null;
  reason: GivenReason;
}

/** Applies changed exceptions and decides the controls that they touch. Call it with the posture locked. */
export async function decideExceptions(em: EntityManager, change: ExceptionChange): Promise<void> {
  const { tenantId, exceptionIds, catalogue, at, changedBy, reason } = change;
  const universalNos = await applyExceptions(em, { tenantId, exceptionIds });
  if (universalNos.length === 0) return;
  await decideStatuses(em, {
    controls: mappedTo(await activeControls(em, tenantId, catalogue), universalNos),
    cause: { tenantId, source: 'scan', kind: 'exception', at, changedBy, scanId: null, reason },
    frameworks: catalogue.frameworks,
  });
}
