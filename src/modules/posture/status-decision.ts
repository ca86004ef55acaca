import { query, type EntityManager } from '../../platform/database/database.js';
import type { Actor } from '../audit/audit.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import type { ControlStatus, StatusSource } from './posture.js';
import type { NewAssessment } from './decision.sql.js';
import { decideAndRecord } from './status-decision.sql.js';

/** Origin of a decision; stored with every change of a status that follows. */
export interface Cause {
  tenantId: string;
  source: StatusSource;
  at: Date;
  changedBy: string | null;
  scanId: string | null;
  /** Why tests decide otherwise than before, in words. @default they found something else */
  reason?: string;
}

/** Status and assurance of a control before and after a decision; they may be equal. */
export interface Decision {
  controlNo: number;
  previousStatus: ControlStatus;
  status: ControlStatus;
  /** As bytes of a posture: see `assuranceOf`. */
  previousAssurance: number;
  assurance: number;
}

/** An assessment with everything that is stored of it. */
export interface RecordedAssessment extends NewAssessment {
  universalControlId: string;
  details: string | null;
  evidenceIds: readonly string[];
  /** When it no longer counts; null for never. */
  expiresAt: Date | null;
  /** Id of the assessment whose expiry this records; null for a person's. */
  expiredId: string | null;
  /** Id of the user who judged: with an expiry, of the author of what expired. */
  assessedBy: string | null;
  actor: Actor;
  /** Whether its entry stands in the audit trail already. @default false */
  isAudited?: boolean;
}

/** Controls to decide, and the cause. */
export interface DecisionRequest {
  controls: readonly Control[];
  cause: Cause;
  /** Every framework of the catalogue: the active ones count in scores and events. */
  frameworks: readonly Framework[];
  /** Written in the same statement. @default null */
  assessment?: RecordedAssessment | null;
}

/** Locks the tenant's posture: other decisions wait until the transaction of `em` ends. */
export async function lockPosture(em: EntityManager, tenantId: string): Promise<void> {
  await query(em).selectFrom('postures').where('tenant_id', '=', tenantId).forUpdate().execute();
}

/**
 * Decides the status of controls and writes everything that follows in one statement: an assessment where one is the
 * cause, with its audit entry; the ledger; the posture; the history of scores; the events `compliance.control_failed` and
 * `compliance.score_changed`; the notification of subscribers. `docs/status-decision.md` has a picture of its steps. Call it
 * with the posture locked and new votes written.
 * @returns the decisions by control number, changed or not
 */
export async function decideStatuses(em: EntityManager, request: DecisionRequest): Promise<Decision[]> {
  const { decisions } = await decideAndRecord.only(em, request);
  return decisions;
}
