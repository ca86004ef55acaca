import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { recordAudit } from '../audit/audit.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import type { ScopeDecisionStatus, ScopeSubject } from './scope.rules.js';
import type { ScopeDecisionRow } from './scope.sql.js';

interface Insertion extends ScopeSubject {
  id: string;
  reason: string;
  reviewAt: Date;
  tenantId: string;
  userId: string;
  at: Date;
}

/** Stores a proposal. */
export async function insertProposal(em: EntityManager, { userId, at, ...given }: Insertion): Promise<void> {
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
      status: 'proposed',
      review_at: given.reviewAt,
      proposed_by: userId,
      proposed_at: at,
    })
    .execute();
}

interface Movement {
  tenantId: string;
  decisions: readonly Pick<ScopeDecisionRow, 'id'>[];
  to: Exclude<ScopeDecisionStatus, 'proposed'>;
  by: string;
  at: Date;
  note: string | null;
}

/** Moves decisions to another status. */
export async function moveDecisions(
  em: EntityManager,
  { tenantId, decisions, to, by, at, note }: Movement,
): Promise<void> {
  if (decisions.length === 0) return;
  const stamp = to === 'withdrawn' ? { ended_by: by, ended_at: at } : { decided_by: by, decided_at: at, note };
  await query(em)
    .updateTable('scope_decisions')
    .set({ status: to, ...stamp })
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
  status: ScopeDecisionStatus;
}

/** Records a step of a decision in the audit trail. */
export function auditDecision(
  ctx: RequestContext,
  em: EntityManager,
  decision: Audited,
  to: ScopeDecisionStatus,
  note: string | null,
) {
  const { id, status, framework, kind, controlNo, selected, outcome, reason, reviewAt } = decision;
  const control = controlNo === null ? null : (wholeCatalogueOf(ctx).controlByNo.get(controlNo)?.controlId ?? null);
  const facts = { framework, kind, control_id: control, selected, outcome, reason, review_at: reviewAt.toISOString() };
  const isNew = to === 'proposed';
  return recordAudit(ctx, em, {
    action: `scope.${to}`,
    resourceType: 'scope_decision',
    resourceId: id,
    before: isNew ? null : { status },
    after: { status: to, ...facts, ...(note === null ? {} : { note }) },
  });
}
