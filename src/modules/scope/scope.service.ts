import type { RequestContext } from '../../context.js';
import { judgeItems, type ItemOutcome, type Items } from '../../feature/item-by-item.js';
import { isUuid, newId } from '../../platform/crypto/uuid.js';
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
  checkedInclusion,
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
    const [proposed] = await this.propose(ctx, { list: 'values', items: [subject] }, (each) => each, grounds);
    if (!proposed?.done) throw new AppError('CONFLICT', 'a selection is proposed already: withdraw it first');
    return proposed.done;
  }

  /**
   * Proposes to leave single controls out, or says what was decided on addressable specifications, each by itself.
   * @param controlOf the control that an item names
   * @returns ids of decisions by item: NOT_FOUND; VALIDATION_FAILED for one that cannot be left out; CONFLICT where one waits already
   * @throws {AppError} VALIDATION_FAILED for grounds that none of them can have
   */
  proposeExclusions<Item>(
    ctx: RequestContext,
    items: Items<Item>,
    {
      controlOf,
      outcome,
      ...grounds
    }: Grounds & { controlOf: (item: Item) => Control; outcome: AddressableOutcome | null },
  ): Promise<ItemOutcome<string>[]> {
    const subjectOf = (item: Item) => {
      const control = controlOf(item);
      const kind = checkedKind(control, outcome);
      return { framework: control.framework.slug, kind, controlNo: control.no, selected: null, outcome };
    };
    return this.propose(ctx, items, subjectOf, grounds);
  }

  /**
   * Proposes reasons for which single controls are in scope, or that requirements are implemented in part, each by itself.
   * @param controlOf the control that an item names
   * @returns ids of decisions by item: NOT_FOUND; VALIDATION_FAILED for one that cannot have such a decision; CONFLICT where one waits already
   * @throws {AppError} VALIDATION_FAILED for grounds that none of them can have
   */
  proposeInclusions<Item>(
    ctx: RequestContext,
    items: Items<Item>,
    {
      controlOf,
      isPartlyImplemented,
      ...grounds
    }: Grounds & { controlOf: (item: Item) => Control; isPartlyImplemented: boolean },
  ): Promise<ItemOutcome<string>[]> {
    const subjectOf = (item: Item) => {
      const control = controlOf(item);
      const kind = checkedInclusion(control, isPartlyImplemented);
      return { framework: control.framework.slug, kind, controlNo: control.no, selected: null, outcome: null };
    };
    return this.propose(ctx, items, subjectOf, grounds);
  }

  /**
   * Moves decisions to another status, each by itself: one that is not the tenant's, or whose status or author does not permit it, is
   * refused, the others are not. The controls that an approval or a withdrawal reaches are decided again in the same transaction.
   * @returns ids of decisions by item: NOT_FOUND; CONFLICT; FORBIDDEN
   */
  settle(
    ctx: RequestContext,
    items: Items<string>,
    { to, note }: { to: Exclude<ScopeDecisionStatus, 'proposed'>; note: string | null },
  ): Promise<ItemOutcome<string>[]> {
    const { tenantId, userId: by } = ctx.viewer;
    return ctx.em.transactional(async (em) => {
      await lockPosture(em, { tenantId, catalogue: wholeCatalogueOf(ctx), clock: ctx.clock });
      await lockTenant(em, tenantId);
      const open = await decisionsNamed(ctx, em, items.items);
      const approvers = await countApprovers(em, tenantId);
      const outcomes = judgeItems(items, (id) => {
        if (!isUuid(id)) throw AppError.invalid('', 'is not a UUID');
        const decision = open.get(id.toLowerCase());
        if (!decision) throw notFound();
        refuseUnlessMovable(ctx, decision, { to, approvers });
        // Named again, it is what it has become by the first time.
        open.set(decision.id, { ...decision, status: to });
        return decision;
      });
      const moved = outcomes.flatMap(({ done }) => done ?? []);
      const at = ctx.clock.now();
      const replaced = to === 'approved' ? await this.replacedBy(em, tenantId, moved) : [];
      await moveDecisions(em, { tenantId, decisions: replaced, to: 'withdrawn', by, at, note: null });
      await moveDecisions(em, { tenantId, decisions: moved, to, by, at, note });
      const reached = moved.filter(({ status }) => to === 'approved' || status === 'approved');
      await this.decide(ctx, em, reached, at);
      for (const decision of replaced) await auditDecision(ctx, em, decision, 'withdrawn', 'replaced');
      for (const decision of moved) await auditDecision(ctx, em, decision, to, note);
      return outcomes.map((outcome) => ({ ...outcome, done: outcome.done?.id ?? null }));
    });
  }

  private propose<Item>(
    ctx: RequestContext,
    items: Items<Item>,
    subjectOf: (item: Item) => ScopeSubject,
    { reason: given, reviewAt: review }: Grounds,
  ): Promise<ItemOutcome<string>[]> {
    const reason = checkedReason(given);
    const at = ctx.clock.now();
    const reviewAt = checkedReview(review, at);
    const { tenantId, userId } = ctx.viewer;
    return ctx.em.transactional(async (em) => {
      await lockTenant(em, tenantId);
      const open = await openScopeDecisions.all(em, { tenantId });
      const waiting = new Set(open.filter(({ status }) => status === 'proposed').map(keyOf));
      const outcomes = judgeItems(items, (item) => {
        const subject = subjectOf(item);
        if (waiting.has(keyOf(subject))) {
          throw new AppError('CONFLICT', 'a decision on it is proposed already: withdraw that first');
        }
        waiting.add(keyOf(subject));
        return { id: newId(), ...subject, reason, reviewAt, status: 'proposed' as const };
      });
      const made = outcomes.flatMap(({ done }) => done ?? []);
      for (const proposal of made) await insertProposal(em, { ...proposal, tenantId, userId, at });
      for (const proposal of made) await auditDecision(ctx, em, proposal, 'proposed', null);
      return outcomes.map((outcome) => ({ ...outcome, done: outcome.done?.id ?? null }));
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

/** Decisions of the tenant on frameworks that it sees, by id: of those that are named with a UUID. */
async function decisionsNamed(
  ctx: RequestContext,
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, ScopeDecisionRow>> {
  const wanted = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
  const found = await scopeDecisionsById.all(em, { tenantId: ctx.viewer.tenantId, ids: wanted });
  const visible = visibleFrameworks(ctx).map(({ slug }) => slug);
  return new Map(found.filter(({ framework }) => visible.includes(framework)).map((each) => [each.id, each]));
}

/** @throws {AppError} CONFLICT for its status; FORBIDDEN for its author */
function refuseUnlessMovable(
  { viewer }: RequestContext,
  { status, proposedBy }: ScopeDecisionRow,
  { to, approvers }: { to: ScopeDecisionStatus; approvers: number },
): void {
  if (!NEXT_DECISION_STATUSES[status].includes(to)) throw new AppError('CONFLICT', `the decision is ${status} already`);
  if (to === 'withdrawn') {
    const isOwnProposal = status === 'proposed' && proposedBy.id === viewer.userId;
    if (isOwnProposal || APPROVER_ROLES.includes(viewer.role)) return;
    throw new AppError('FORBIDDEN', 'only admins and auditors withdraw what is not their own proposal');
  }
  if (to === 'rejected') return;
  const verdict = approvalVerdict({ proposedBy: proposedBy.id, viewer, approvers });
  if (verdict !== 'by_another' && verdict !== 'self') throw new AppError('FORBIDDEN', APPROVAL_REFUSALS[verdict]);
}
