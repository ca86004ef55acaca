import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { findOwner } from '../exceptions/exception-proposal.js';
import { lockTenant } from '../organizations/tenant-lock.js';
import { checkedDay } from './work-item.rules.js';
import type { WorkItemState } from './work-item-states.js';
import type { WorkItemSubject } from './work-item-subject.js';

/** What people change of a work item. */
export interface WorkItemTerms {
  title: string;
  ownerId: string | null;
  /** `YYYY-MM-DD`. */
  dueOn: string | null;
  state: WorkItemState;
}

/** Creates and changes work items. */
export class WorkItemService {
  /**
   * Creates an open work item.
   * @returns its id
   * @throws {AppError} VALIDATION_FAILED for the day; NOT_FOUND for an owner who is no member
   */
  async create(ctx: RequestContext, subject: WorkItemSubject, terms: Omit<WorkItemTerms, 'state'>): Promise<string> {
    const { tenantId, userId } = ctx.viewer;
    const dueOn = checkedDay(terms.dueOn);
    const id = newId();
    const at = ctx.clock.now();
    await ctx.em.transactional(async (em) => {
      await checkOwner(em, tenantId, terms.ownerId);
      const { checkId, controlNo, exceptionId, finding } = subject;
      await query(em)
        .insertInto('work_items')
        .values({
          id,
          tenant_id: tenantId,
          title: terms.title,
          check_id: checkId,
          control_no: controlNo,
          exception_id: exceptionId,
          finding_resource_no: finding?.resourceNo ?? null,
          finding_check_no: finding?.checkNo ?? null,
          finding_copy_no: finding?.copyNo ?? null,
          owner_id: terms.ownerId,
          due_on: dueOn,
          state: 'open',
          created_by: userId,
          created_at: at,
          changed_by: userId,
          changed_at: at,
        })
        .execute();
      const after = { ...subject, ...terms, state: 'open' };
      await recordAudit(ctx, em, { action: 'work_item.created', resourceType: 'work_item', resourceId: id, after });
    });
    return id;
  }

  /**
   * Changes what is given; what is as it was changes nothing and leaves no entry in the trail.
   * @throws {AppError} NOT_FOUND for the work item and for an owner who is no member; VALIDATION_FAILED for the day
   */
  async update(ctx: RequestContext, id: string, changes: Partial<WorkItemTerms>): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    if (changes.dueOn !== undefined) checkedDay(changes.dueOn);
    await ctx.em.transactional(async (em) => {
      const before = await lockWorkItem(em, tenantId, id, changes.ownerId);
      const after = { ...before, ...changes };
      const changed = FIELDS.filter((field) => after[field] !== before[field]);
      if (changed.length === 0) return;
      await query(em)
        .updateTable('work_items')
        .set({ title: after.title, owner_id: after.ownerId, due_on: after.dueOn, state: after.state })
        .set({ changed_by: userId, changed_at: ctx.clock.now() })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      await recordAudit(ctx, em, {
        action: 'work_item.changed',
        resourceType: 'work_item',
        resourceId: id,
        before: Object.fromEntries(changed.map((field) => [field, before[field]])),
        after: Object.fromEntries(changed.map((field) => [field, after[field]])),
      });
    });
  }
}

const FIELDS = ['title', 'ownerId', 'dueOn', 'state'] as const;

/** Checks that the owner is a member, and stays one until the transaction ends. @throws {AppError} NOT_FOUND */
async function checkOwner(em: EntityManager, tenantId: string, ownerId: string | null | undefined): Promise<void> {
  if (ownerId === null || ownerId === undefined) return;
  await lockTenant(em, tenantId);
  await findOwner(em, tenantId, ownerId);
}

/** What a work item is, locked until the transaction ends; the tenant is locked before it. @throws {AppError} NOT_FOUND */
async function lockWorkItem(
  em: EntityManager,
  tenantId: string,
  id: string,
  newOwnerId: string | null | undefined,
): Promise<WorkItemTerms> {
  await checkOwner(em, tenantId, newOwnerId);
  const found = await query(em)
    .selectFrom('work_items')
    .select(['title', 'owner_id as ownerId'])
    .select((eb) => [
      eb.ref('state').$castTo<WorkItemState>().as('state'),
      eb.cast<string | null>('due_on', 'text').as('dueOn'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}
