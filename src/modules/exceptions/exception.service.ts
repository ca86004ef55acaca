import type { RequestContext } from '../../context.js';
import { itemByItem, type ItemOutcome } from '../../feature/item-by-item.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import { findEvidence } from '../evidence/evidence.read.js';
import { countApprovers } from '../organizations/approval.read.js';
import { checkApproval } from '../organizations/approval.rules.js';
import { lockTenant } from '../organizations/tenant-lock.js';
import { STATUS_REASONS, type GivenReason } from '../posture/status-reason.rules.js';
import { lockPosture } from '../posture/status-decision.js';
import { recordMatches } from '../acceptance/acceptance.sql.js';
import { decideExceptions } from './exception-decision.js';
import { lockException, type LockedException } from './exception-lock.js';
import { findOwner, proposeException, type ExceptionTerms, type ProposedFindings } from './exception-proposal.js';
import { checkLastDay, checkTransition, dayIn, mayWithdraw } from './exception.rules.js';
import { coverResources } from './exception.sql.js';
import type { ExceptionStatus } from './exception-states.js';

/** Proposes, approves, rejects, withdraws and extends exceptions. */
export class ExceptionService {
  /**
   * Proposes exceptions item by item: see `itemByItem`. What all items share is checked first, and fails the call.
   * @param findingsOf reads an item; what it throws is the error of that item
   * @returns the ids of the exceptions, in the order of the items
   * @throws {AppError} NOT_FOUND for evidence or an owner that is not the tenant's; VALIDATION_FAILED for the last day
   */
  async propose<Item>(
    ctx: RequestContext,
    { items, findingsOf }: { items: readonly Item[]; findingsOf: (item: Item) => ProposedFindings },
    terms: Omit<ExceptionTerms, 'ownerId'> & { ownerId: string | null },
  ): Promise<ItemOutcome<string>[]> {
    const { tenantId, userId } = ctx.viewer;
    return ctx.em.transactional(async (em) => {
      await lockPosture(em, { tenantId, catalogue: wholeCatalogueOf(ctx), clock: ctx.clock });
      const { timezone } = await lockTenant(em, tenantId);
      checkLastDay(terms.expiresOn, dayIn(timezone, ctx.clock.now()));
      const ownerId = terms.ownerId ?? userId;
      await findOwner(em, tenantId, ownerId);
      if (terms.evidenceIds.length > 0) await findEvidence(ctx, em, terms.evidenceIds);
      return itemByItem(ctx.withEntityManager(em), { list: 'findings', items }, (inner, item) =>
        proposeException(inner, findingsOf(item), { ...terms, ownerId }),
      );
    });
  }

  /**
   * Approves a proposal: it covers what fails now and matches it, and every status that this changes is decided.
   * @throws {AppError} NOT_FOUND; CONFLICT; FORBIDDEN for the proposer where somebody else may approve
   */
  approve(ctx: RequestContext, id: string): Promise<void> {
    return this.change(ctx, id, 'approved', async (em, exception) => {
      await checkApprover(ctx, em, exception);
      await this.cover(ctx, em, id);
      return STATUS_REASONS.findings_accepted;
    });
  }

  /** Rejects a proposal. @throws {AppError} NOT_FOUND; CONFLICT */
  reject(ctx: RequestContext, id: string, note: string | null): Promise<void> {
    return this.change(ctx, id, 'rejected', () => Promise.resolve(null), note);
  }

  /**
   * Withdraws a proposal, or ends an exception in force: its findings count again at once.
   * @throws {AppError} NOT_FOUND; CONFLICT; FORBIDDEN for a member who neither proposed nor owns it
   */
  withdraw(ctx: RequestContext, id: string): Promise<void> {
    return this.change(ctx, id, 'withdrawn', (_em, { proposedBy, ownerId, status }) => {
      if (!mayWithdraw({ proposedBy, ownerId }, ctx.viewer)) {
        throw new AppError('FORBIDDEN', 'only admins, auditors, its proposer and its owner may withdraw an exception');
      }
      return Promise.resolve(status === 'approved' ? STATUS_REASONS.findings_count_again : null);
    });
  }

  /**
   * Lets an exception in force cover the resources that have matched its pattern since.
   * @throws {AppError} NOT_FOUND; CONFLICT where it is not in force or has no new matches; FORBIDDEN as for `approve`
   */
  async includeNewMatches(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      await lockPosture(em, { tenantId, catalogue: wholeCatalogueOf(ctx), clock: ctx.clock });
      await lockTenant(em, tenantId);
      const exception = await lockException(em, tenantId, id);
      if (exception.status !== 'approved') throw new AppError('CONFLICT', `the exception is ${exception.status}`);
      await checkApprover(ctx, em, exception);
      const resources = await coverResources.run(em, { tenantId, id, at: ctx.clock.now() });
      if (resources === 0) throw new AppError('CONFLICT', 'the exception has no new matches');
      await this.decide(ctx, em, id, STATUS_REASONS.findings_accepted);
      await recordAudit(ctx, em, {
        action: 'exception.matches_included',
        resourceType: 'exception',
        resourceId: id,
        after: { resources },
      });
    });
  }

  /** @param work returns the reason for the ledger where statuses may change, else null */
  private async change(
    ctx: RequestContext,
    id: string,
    to: Exclude<ExceptionStatus, 'proposed' | 'expired'>,
    work: (em: EntityManager, exception: LockedException) => Promise<GivenReason | null>,
    note: string | null = null,
  ): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      await lockPosture(em, { tenantId, catalogue: wholeCatalogueOf(ctx), clock: ctx.clock });
      const { timezone } = await lockTenant(em, tenantId);
      const exception = await lockException(em, tenantId, id);
      checkTransition(exception.status, to);
      const at = ctx.clock.now();
      if (to === 'approved') checkLastDay(exception.expiresOn, dayIn(timezone, at));
      const reason = await work(em, exception);
      const by = to === 'withdrawn' ? { ended_by: userId, ended_at: at } : { decided_by: userId, decided_at: at, note };
      await query(em)
        .updateTable('exceptions')
        .set({ status: to, ...by })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      if (reason !== null) await this.decide(ctx, em, id, reason);
      await recordAudit(ctx, em, {
        action: `exception.${to}`,
        resourceType: 'exception',
        resourceId: id,
        before: { status: exception.status },
        after: { status: to, ...(note === null ? {} : { note }) },
      });
    });
  }

  private async cover(ctx: RequestContext, em: EntityManager, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    const at = ctx.clock.now();
    await recordMatches.all(em, { tenantId, exceptionIds: [id], at });
    await coverResources.run(em, { tenantId, id, at });
  }

  private decide(ctx: RequestContext, em: EntityManager, id: string, reason: GivenReason): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    const at = ctx.clock.now();
    const catalogue = wholeCatalogueOf(ctx);
    return decideExceptions(em, { tenantId, exceptionIds: [id], catalogue, at, changedBy: userId, reason });
  }
}

/** @throws {AppError} FORBIDDEN where somebody else has to approve */
async function checkApprover(
  { viewer }: RequestContext,
  em: EntityManager,
  { proposedBy }: LockedException,
): Promise<void> {
  checkApproval({ proposedBy, viewer, approvers: await countApprovers(em, viewer.tenantId) });
}
