import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { itemByItem, type ItemOutcome } from '../../feature/item-by-item.js';
import { checkMembers } from './members-check.js';
import type { WorkItemMails } from './work-item-mails.js';
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

/** Creates and changes work items. Who is given one by somebody else gets a mail. */
export class WorkItemService {
  constructor(private readonly mails: WorkItemMails) {}

  /**
   * Creates an open work item.
   * @returns its id
   * @throws {AppError} VALIDATION_FAILED for the day; NOT_FOUND for an owner who is no member
   */
  async create(ctx: RequestContext, subject: WorkItemSubject, terms: Omit<WorkItemTerms, 'state'>): Promise<string> {
    if (ctx.knownEffect !== null) return ctx.knownEffect;
    const { tenantId, userId } = ctx.viewer;
    const dueOn = checkedDay(terms.dueOn);
    const id = newId();
    const at = ctx.clock.now();
    await ctx.em.transactional(async (em) => {
      await checkMembers(em, tenantId, terms.ownerId === null ? [] : [terms.ownerId]);
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
      if (terms.ownerId !== null) await this.notify(ctx, em, id, { ...terms, ownerId: terms.ownerId });
      const after = { ...subject, ...terms, state: 'open' };
      await recordAudit(ctx, em, { action: 'work_item.created', resourceType: 'work_item', resourceId: id, after });
      await ctx.recordEffect(em, id);
    });
    await this.mails.wake();
    return id;
  }

  /**
   * Changes what is given; what is as it was changes nothing and leaves no entry in the trail.
   * @throws {AppError} NOT_FOUND for the work item and for an owner who is no member; VALIDATION_FAILED for the day
   */
  async update(ctx: RequestContext, id: string, changes: Partial<WorkItemTerms>): Promise<void> {
    await ctx.em.transactional((em) => this.change(ctx.withEntityManager(em), id, changes));
    await this.mails.wake();
  }

  /**
   * Changes many work items alike: see `itemByItem`.
   * @param ids read one by one by `idOf`; what it throws is the error of that item
   * @returns the ids, in their order
   * @throws {AppError} NOT_FOUND for an owner who is no member; VALIDATION_FAILED for the day
   */
  async updateMany(
    ctx: RequestContext,
    { ids, idOf }: { ids: readonly string[]; idOf: (id: string) => string },
    changes: Partial<WorkItemTerms>,
  ): Promise<ItemOutcome<string>[]> {
    const { ownerId } = changes;
    if (changes.dueOn !== undefined) checkedDay(changes.dueOn);
    const outcomes = await ctx.em.transactional(async (em) => {
      await checkMembers(em, ctx.viewer.tenantId, ownerId == null ? [] : [ownerId]);
      return itemByItem(ctx.withEntityManager(em), { list: 'workItemIds', items: ids }, async (inner, each) => {
        const id = idOf(each);
        await this.change(inner, id, changes);
        return id;
      });
    });
    await this.mails.wake();
    return outcomes;
  }

  /** In the transaction of `ctx.em`. */
  private async change(ctx: RequestContext, id: string, changes: Partial<WorkItemTerms>): Promise<void> {
    const { em } = ctx;
    const { tenantId, userId } = ctx.viewer;
    if (changes.dueOn !== undefined) checkedDay(changes.dueOn);
    const before = await lockWorkItem(em, tenantId, id, changes.ownerId);
    await ctx.requireMatch(em);
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
    const { ownerId } = after;
    if (ownerId !== null && ownerId !== before.ownerId) await this.notify(ctx, em, id, { ...after, ownerId });
    await recordAudit(ctx, em, {
      action: 'work_item.changed',
      resourceType: 'work_item',
      resourceId: id,
      before: Object.fromEntries(changed.map((field) => [field, before[field]])),
      after: Object.fromEntries(changed.map((field) => [field, after[field]])),
    });
  }

  private notify(
    ctx: RequestContext,
    em: EntityManager,
    workItemId: string,
    { title, dueOn, ownerId }: { title: string; dueOn: string | null; ownerId: string },
  ): Promise<void> {
    return this.mails.add(ctx, em, { workItemId, title, userIds: [ownerId], occasion: { kind: 'assigned', dueOn } });
  }
}

const FIELDS = ['title', 'ownerId', 'dueOn', 'state'] as const;

/** What a work item is, locked until the transaction ends; the tenant is locked before it. @throws {AppError} NOT_FOUND */
async function lockWorkItem(
  em: EntityManager,
  tenantId: string,
  id: string,
  newOwnerId: string | null | undefined,
): Promise<WorkItemTerms> {
  await checkMembers(em, tenantId, newOwnerId == null ? [] : [newOwnerId]);
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
