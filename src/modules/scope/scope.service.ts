import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { completeSelection, scopeChoiceOf } from '../catalogue/scope-choice.rules.js';
import { catalogueOf, visibleFrameworks, wholeCatalogueOf } from '../catalogue/visibility.js';
import { countApprovers } from '../organizations/approval.read.js';
import { APPROVAL_REFUSALS, APPROVER_ROLES, approvalVerdict } from '../organizations/approval.rules.js';
import { lockTenant } from '../organizations/tenant-lock.js';
import { activeControls } from '../posture/active-controls.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';
import { auditDecision, insertProposal, moveDecisions } from './decision-steps.js';
import {
  checkedKind,
  checkedReason,
  checkedReview,
  NEXT_DECISION_STATUSES,
  type AddressableOutcome,
  type ScopeDecisionStatus,
  type ScopeSubject,
} from './scope.rules.js';
import { openScopeDecisions, scopeDecisionsById, type ScopeDecisionRow } from './scope.sql.js';

/** Why, and until when. */
interface Grounds {
  reason: string;
  reviewAt: Date | null;
}

/** A decision that could not be taken, among others that were. */
export interface ScopeRefusal {
  /** Of the control or of the decision, as the request names it. */
  id: string;
  code: 'CONFLICT' | 'FORBIDDEN';
  message: string;
}

/** Ids of the decisions that were made or changed, and what was refused. */
export interface ScopeOutcome {
  ids: string[];
  refusals: ScopeRefusal[];
}

/** Proposes, approves, rejects and withdraws decisions on what is in scope. */
export class ScopeService {
  /**
   * Proposes which values of a framework's attribute are in scope.
   * @returns the id of the decision
   * @throws {AppError} VALIDATION_FAILED; CONFLICT where such a proposal waits already
   */
  async proposeSelection(
    ctx: RequestContext,
    { framework, values, ...grounds }: Grounds & { framework: Framework; values: readonly string[] },
  ): Promise<string> {
    const choice = scopeChoiceOf(framework);
    if (!choice) throw AppError.invalid('/framework', 'offers no choice of what is in scope');
    const selected = completeSelection(choice, values);
    if (!selected)
      throw AppError.invalid('/values', `must be of ${choice.values.map(({ value }) => value).join(', ')}`);
    const subject = { framework: framework.slug, kind: 'selection', controlNo: null, selected, outcome: null } as const;
    const { ids } = await this.propose(ctx, [{ id: framework.id, subject }], grounds);
    const [id] = ids;
    if (id === undefined) throw new AppError('CONFLICT', 'a selection is proposed already: withdraw it first');
    return id;
  }

  /**
   * Proposes to leave single controls out, or says what was decided on addressable specifications.
   * @throws {AppError} VALIDATION_FAILED for one that cannot be left out
   */
  proposeExclusions(
    ctx: RequestContext,
    { controls, outcome, ...grounds }: Grounds & { controls: readonly Control[]; outcome: AddressableOutcome | null },
  ): Promise<ScopeOutcome> {
    const proposals = [...new Set(controls)].map((control) => {
      const kind = checkedKind(control, outcome);
      const subject = { framework: control.framework.slug, kind, controlNo: control.no, selected: null, outcome };
      return { id: control.id, subject };
    });
    return this.propose(ctx, proposals, grounds);
  }

  /**
   * Moves decisions to another status, each by itself: a decision whose status or author does not permit it is refused, the others
   * are not. The controls that an approval or a withdrawal reaches are decided again in the same transaction.
   * @throws {AppError} NOT_FOUND where one of them is not the tenant's
   */
  settle(
    ctx: RequestContext,
    { ids, to, note }: { ids: readonly string[]; to: Exclude<ScopeDecisionStatus, 'proposed'>; note: string | null },
  ): Promise<ScopeOutcome> {
    const { tenantId, userId: by } = ctx.viewer;
    return ctx.em.transactional(async (em) => {
      await lockPosture(em, { tenantId, catalogue: wholeCatalogueOf(ctx), clock: ctx.clock });
      await lockTenant(em, tenantId);
      const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
      const found = await scopeDecisionsById.all(em, { tenantId, ids: wanted });
      const visible = visibleFrameworks(ctx).map(({ slug }) => slug);
      if (found.length < wanted.length || found.some(({ framework }) => !visible.includes(framework))) throw notFound();
      const approvers = await countApprovers(em, tenantId);
      const refusals = found.flatMap((decision) => refusalOf(ctx, decision, { to, approvers }) ?? []);
      const moved = found.filter(({ id }) => !refusals.some((refusal) => refusal.id === id));
      const at = ctx.clock.now();
      const replaced = to === 'approved' ? await this.replacedBy(em, tenantId, moved) : [];
      await moveDecisions(em, { tenantId, decisions: replaced, to: 'withdrawn', by, at, note: null });
      await moveDecisions(em, { tenantId, decisions: moved, to, by, at, note });
      const reached = moved.filter(({ status }) => to === 'approved' || status === 'approved');
      await this.decide(ctx, em, reached, at);
      for (const decision of replaced) await auditDecision(ctx, em, decision, 'withdrawn', 'replaced');
      for (const decision of moved) await auditDecision(ctx, em, decision, to, note);
      return { ids: moved.map(({ id }) => id), refusals };
    });
  }

  private propose(
    ctx: RequestContext,
    proposals: readonly { id: string; subject: ScopeSubject }[],
    { reason: given, reviewAt: review }: Grounds,
  ): Promise<ScopeOutcome> {
    const reason = checkedReason(given);
    const at = ctx.clock.now();
    const reviewAt = checkedReview(review, at);
    const { tenantId, userId } = ctx.viewer;
    return ctx.em.transactional(async (em) => {
      await lockTenant(em, tenantId);
      const open = await openScopeDecisions.all(em, { tenantId });
      const waiting = new Set(open.filter(({ status }) => status === 'proposed').map(keyOf));
      const refused = proposals.filter(({ subject }) => waiting.has(keyOf(subject)));
      const made = proposals
        .filter((proposal) => !refused.includes(proposal))
        .map(({ subject }) => ({ id: newId(), ...subject, reason, reviewAt, status: 'proposed' as const }));
      for (const proposal of made) await insertProposal(em, { ...proposal, tenantId, userId, at });
      for (const proposal of made) await auditDecision(ctx, em, proposal, 'proposed', null);
      const message = 'a decision on it is proposed already: withdraw that first';
      const refusals = refused.map(({ id }) => ({ id, code: 'CONFLICT' as const, message }));
      return { ids: made.map(({ id }) => id), refusals };
    });
  }

  /** The approved decisions that new ones on the same subjects take the place of. */
  private async replacedBy(em: EntityManager, tenantId: string, moved: readonly ScopeDecisionRow[]) {
    const keys = new Set(moved.map(keyOf));
    const open = await openScopeDecisions.all(em, { tenantId });
    return open.filter((decision) => decision.status === 'approved' && keys.has(keyOf(decision)));
  }

  /** Decides every control of the frameworks again, in one statement. */
  private async decide(
    ctx: RequestContext,
    em: EntityManager,
    decisions: readonly ScopeSubject[],
    at: Date,
  ): Promise<void> {
    const slugs = new Set(decisions.map(({ framework }) => framework));
    if (slugs.size === 0) return;
    const { tenantId, userId } = ctx.viewer;
    const active = await activeControls(em, tenantId, wholeCatalogueOf(ctx));
    await decideStatuses(em, {
      controls: active.filter(({ framework }) => slugs.has(framework.slug)),
      cause: { tenantId, source: 'scope', kind: 'scope_changed', at, changedBy: userId, scanId: null },
      frameworks: catalogueOf(ctx).frameworks,
    });
  }
}

/** What a decision is about: one proposal and one approved decision of it at most. */
function keyOf({ framework, controlNo }: Pick<ScopeSubject, 'framework' | 'controlNo'>): string {
  return `${framework} ${controlNo === null ? '' : String(controlNo)}`;
}

function refusalOf(
  { viewer }: RequestContext,
  { id, status, proposedBy }: ScopeDecisionRow,
  { to, approvers }: { to: ScopeDecisionStatus; approvers: number },
): ScopeRefusal | null {
  if (!NEXT_DECISION_STATUSES[status].includes(to))
    return { id, code: 'CONFLICT', message: `the decision is ${status} already` };
  if (to === 'withdrawn') {
    const isOwnProposal = status === 'proposed' && proposedBy.id === viewer.userId;
    if (isOwnProposal || APPROVER_ROLES.includes(viewer.role)) return null;
    return { id, code: 'FORBIDDEN', message: 'only admins and auditors withdraw what is not their own proposal' };
  }
  if (to === 'rejected') return null;
  const verdict = approvalVerdict({ proposedBy: proposedBy.id, viewer, approvers });
  if (verdict === 'by_another' || verdict === 'self') return null;
  return { id, code: 'FORBIDDEN', message: APPROVAL_REFUSALS[verdict] };
}
