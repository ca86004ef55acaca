import { query, type EntityManager } from '../../platform/database/database.js';
import type { Actor } from '../../access/actor.js';
import type { Clock } from '../../platform/clock.js';
import type { Catalogue, Control, Framework } from '../catalogue/catalogue.js';
import { activeControls } from './active-controls.js';
import type { StatusCause } from './cause.rules.js';
import { decidedContentOf } from './decided-content.js';
import { lockDecidedContent } from './decided-content.sql.js';
import type { ControlStatus, StatusSource } from './posture.js';
import type { NewAssessment } from './decision.sql.js';
import { decideAndRecord } from './status-decision.sql.js';
import { STATUS_REASONS, type GivenReason } from './status-reason.rules.js';

/** Origin of a decision; stored with every change of a status that follows. */
export interface Cause {
  tenantId: string;
  source: StatusSource;
  /** What changed; `scope_changed` is recorded instead where a control goes out of scope or comes back. */
  kind: StatusCause;
  at: Date;
  changedBy: string | null;
  scanId: string | null;
  /** Why tests decide otherwise than before, in words. @default they found something else */
  reason?: GivenReason;
  /**
   * Votes that the scan replaced or withdrew. Where an element fares otherwise now and a check behind its vote had changed, the
   * cause is `check_changed`. @default none
   */
  formerVotes?: readonly FormerVote[];
}

/** The vote of an integration on an element before a scan. */
export interface FormerVote {
  universalNo: number;
  element: number;
  integrationId: string;
  result: string;
  /** Whether a check behind it has another version now, or decides the element no more. */
  isCheckChanged: boolean;
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

/** Whose posture to lock, and by what it is decided. */
export interface PostureLock {
  tenantId: string;
  /** Of every scope. */
  catalogue: Catalogue;
  clock: Clock;
}

/**
 * Locks the tenant's posture: other decisions wait until the transaction of `em` ends. Call it before votes, assessments, the scope
 * or settings change. Where the posture was decided by the content of an older release, every control is decided by this one first:
 * what a release changes is recorded as its own, and not as what the caller is about to do. While processes of an older release
 * still run, what they decide stays theirs, and the newer ones decide it once more.
 */
export async function lockPosture(em: EntityManager, { tenantId, catalogue, clock }: PostureLock): Promise<void> {
  const content = decidedContentOf(catalogue);
  const decided = await lockDecidedContent.only(em, { tenantId, content });
  if (decided.content === content) return;
  if (decided.isOlder) {
    const cause = { tenantId, source: 'scan', kind: 'mapping_changed', changedBy: null, scanId: null } as const;
    const reason = STATUS_REASONS.content_changed;
    const controls = await activeControls(em, tenantId, catalogue);
    await decideStatuses(em, {
      controls,
      cause: { ...cause, at: clock.now(), reason },
      frameworks: catalogue.frameworks,
    });
  }
  await query(em).updateTable('postures').set({ decided_content: content }).where('tenant_id', '=', tenantId).execute();
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
