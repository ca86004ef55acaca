import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { completeSelection, scopeChoiceOf } from '../catalogue/scope-choice.rules.js';
import { catalogueOf, visibleFrameworks, wholeCatalogueOf } from '../catalogue/visibility.js';
import { countApprovers } from '../organizations/approval.read.js';
import { APPROVAL_REFUSALS, APPROVER_ROLES, approvalVerdict } from '../organizations/approval.rules.js';
import { lockTenant } from '../organizations/tenant-lock.js';
import { activeControls } from '../posture/active-controls.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';
import {
  checkedKind,
  checkedReason,
  checkedReview,
  NEXT_STATES,
  type AddressableOutcome,
  type ScopeState,
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
   * Moves decisions to another state, each by itself: a decision whose state or author does not permit it is refused, the others
   * are not. The controls that an approval or a withdrawal reaches are decided again in the same transaction.
   * @throws {AppError} NOT_FOUND where one of them is not the tenant's
   */
  settle(
    ctx: RequestContext,
    { ids, to, note }: { ids: readonly string[]; to: Exclude<ScopeState, 'proposed'>; note: string | null },
  ): Promise<ScopeOutcome> {
    const { tenantId, userId: by } = ctx.viewer;
    return ctx.em.transactional(async (em) => {
      await lockPosture(em, tenantId);
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
      await move(em, { tenantId, decisions: replaced, to: 'withdrawn', by, at, note: null });
      await move(em, { tenantId, decisions: moved, to, by, at, note });
      const reached = moved.filter(({ state }) => to === 'approved' || state === 'approved');
      await this.decide(ctx, em, reached, at);
      for (const decision of replaced) await audit(ctx, em, decision, 'withdrawn', 'replaced');
      for (const decision of moved) await audit(ctx, em, decision, to, note);
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
      const waiting = new Set(open.filter(({ state }) => state === 'proposed').map(keyOf));
      const refused = proposals.filter(({ subject }) => waiting.has(keyOf(subject)));
      const made = proposals
        .filter((proposal) => !refused.includes(proposal))
        .map(({ subject }) => ({ id: newId(), ...subject, reason, reviewAt, state: 'proposed' as const }));
      for (const proposal of made) await insert(em, { ...proposal, tenantId, userId, at });
      for (const proposal of made) await audit(ctx, em, proposal, 'proposed', null);
      const message = 'a decision on it is proposed already: withdraw that first';
      const refusals = refused.map(({ id }) => ({ id, code: 'CONFLICT' as const, message }));
      return { ids: made.map(({ id }) => id), refusals };
    });
  }

  /** The approved decisions that new ones on the same subjects take the place of. */
  private async replacedBy(em: EntityManager, tenantId: string, moved: readonly ScopeDecisionRow[]) {
    const keys = new Set(moved.map(keyOf));
    const open = await openScopeDecisions.all(em, { tenantId });
    return open.filter((decision) => decision.state === 'approved' && keys.has(keyOf(decision)));
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
      cause: { tenantId, source: 'scope', at, changedBy: userId, scanId: null },
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
  { id, state, proposedBy }: ScopeDecisionRow,
  { to, approvers }: { to: ScopeState; approvers: number },
): ScopeRefusal | null {
  if (!NEXT_STATES[state].includes(to)) return { id, code: 'CONFLICT', message: `the decision is ${state} already` };
  if (to === 'withdrawn') {
    const isOwnProposal = state === 'proposed' && proposedBy.id === viewer.userId;
    if (isOwnProposal || APPROVER_ROLES.includes(viewer.role)) return null;
    return { id, code: 'FORBIDDEN', message: 'only admins and auditors withdraw what is not their own proposal' };
  }
  if (to === 'rejected') return null;
  const verdict = approvalVerdict({ proposedBy: proposedBy.id, viewer, approvers });
  if (verdict === 'by_another' || verdict === 'self') return null;
  return { id, code: 'FORBIDDEN', message: APPROVAL_REFUSALS[verdict] };
}

interface Insertion extends ScopeSubject {
  id: string;
  reason: string;
  reviewAt: Date;
  tenantId: string;
  userId: string;
  at: Date;
}

async function insert(em: EntityManager, { userId, at, ...given }: Insertion): Promise<void> {
  await query(em)
    .insertInto('scope_decisions')
    .values({
      id: given.id,
      tenant_id: given.tenantId,
      framework: given.framework,
      kind: given.kind,
      control_no: given.controlNo,
      selected: given.selected === null ? null : [...given.selected],
      outcome: given.outcome,
      reason: given.reason,
      state: 'proposed',
      review_at: given.reviewAt,
      proposed_by: userId,
      proposed_at: at,
    })
    .execute();
}

interface Movement {
  tenantId: string;
  decisions: readonly Pick<ScopeDecisionRow, 'id'>[];
  to: Exclude<ScopeState, 'proposed'>;
  by: string;
  at: Date;
  note: string | null;
}

async function move(em: EntityManager, { tenantId, decisions, to, by, at, note }: Movement): Promise<void> {
  if (decisions.length === 0) return;
  const stamp = to === 'withdrawn' ? { withdrawn_by: by, withdrawn_at: at } : { decided_by: by, decided_at: at, note };
  await query(em)
    .updateTable('scope_decisions')
    .set({ state: to, ...stamp })
    .where('tenant_id', '=', tenantId)
    .where(
      'id',
      'in',
      decisions.map(({ id }) => id),
    )
    .execute();
}

interface Audited extends ScopeSubject {
  id: string;
  reason: string;
  reviewAt: Date;
  state: ScopeState;
}

function audit(ctx: RequestContext, em: EntityManager, decision: Audited, to: ScopeState, note: string | null) {
  const { id, state, framework, kind, controlNo, selected, outcome, reason, reviewAt } = decision;
  const control = controlNo === null ? null : (wholeCatalogueOf(ctx).controlByNo.get(controlNo)?.controlId ?? null);
  const facts = { framework, kind, control_id: control, selected, outcome, reason, review_at: reviewAt.toISOString() };
  const isNew = to === 'proposed';
  return recordAudit(ctx, em, {
    action: `scope.${to}`,
    resourceType: 'scope_decision',
    resourceId: id,
    before: isNew ? null : { state },
    after: { state: to, ...facts, ...(note === null ? {} : { note }) },
  });
}
