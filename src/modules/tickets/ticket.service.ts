import type { RequestContext } from '../../context.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit, type AuditEntry } from '../audit/audit.js';
import type { ActionOn } from '../audit/audit-actions.js';
import { readWorkItem } from '../work-items/work-item.read.js';
import { TICKETS_MAX } from './ticket-kinds.js';
import { subjectLine } from './ticket-subject.js';
import type { TicketSync } from './ticket-sync.js';
import { ticketById, ticketsOfWorkItems } from './ticket.sql.js';
import { checkedKey } from './tracker-settings.rules.js';
import { lockTrackers, trackers, type TrackerRow } from './tracker.sql.js';

/** A ticket that people ask for. */
export interface WantedTicket {
  workItemId: string;
  trackerId: string;
  /** Of a ticket that is there already; null for a new one. */
  key: string | null;
}

/** Asks for tickets of work items; a job creates and compares them. */
export class TicketService {
  /** @param quota of tickets that somebody asks for: each is a request to the tracker */
  constructor(
    private readonly sync: Pick<TicketSync, 'wake'>,
    private readonly quota: TenantQuota,
  ) {}

  /**
   * Asks for a new ticket, or links one that is there already.
   * @returns its id
   * @throws {AppError} NOT_FOUND naming the field; VALIDATION_FAILED for the key; CONFLICT for one that is linked already, more than ten, and a
   * tracker without its token; RATE_LIMITED
   */
  async create(ctx: RequestContext, { workItemId, trackerId, key: given }: WantedTicket): Promise<string> {
    if (ctx.knownEffect !== null) return ctx.knownEffect;
    const { tenantId, userId } = ctx.viewer;
    const item = await readWorkItem(ctx, workItemId);
    if (!item) throw notFound('/work_item_id');
    const subject = given === null ? await subjectLine(ctx, item) : null;
    const id = newId();
    await ctx.em.transactional(async (em) => {
      await lockTrackers.run(em, { tenantId });
      const tracker = await trackers.one(em, { tenantId, id: trackerId });
      if (!tracker) throw notFound('/tracker_id');
      if (!tracker.hasToken) throw new AppError('CONFLICT', 'the tracker has no token: an admin has to give it again');
      const key = given === null ? null : checkedKey(tracker, given);
      await assertMayHave(em, { tenantId, workItemId, tracker, key });
      await this.quota.take({ em, viewer: ctx.viewer, quotas: ctx.quotas });
      const at = ctx.clock.now();
      await query(em)
        .insertInto('tickets')
        .values({
          ...{ id, tenant_id: tenantId, tracker_id: trackerId, work_item_id: item.id, status: 'waiting', key, subject },
          // A new ticket is open, and a work item that is not moves it at once.
          ...{ agreed_state: given === null ? 'open' : item.state, next_at: at, created_by: userId, created_at: at },
        })
        .execute();
      await recordAudit(ctx, em, entry('created', id, null, { workItemId: item.id, tracker: tracker.name, key }));
      await ctx.recordEffect(em, id);
    });
    await this.sync.wake();
    return id;
  }

  /** Compares a ticket with its work item now, and tries again what has failed. @throws {AppError} NOT_FOUND, RATE_LIMITED */
  async refresh(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const found = await ticketById.one(em, { tenantId, id });
      if (!found) throw notFound();
      await this.quota.take({ em, viewer: ctx.viewer, quotas: ctx.quotas });
      await query(em)
        .updateTable('tickets')
        .set({ next_at: ctx.clock.now(), failures: 0 })
        .$if(found.status === 'failed' || found.status === 'gone', (update) =>
          update.set({ status: found.url === null ? 'waiting' : 'linked', error: null }),
        )
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
    });
    await this.sync.wake();
  }

  /** Unlinks a ticket: it stays as it is in its tracker. @throws {AppError} NOT_FOUND */
  async delete(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const found = await ticketById.one(em, { tenantId, id });
      if (!found) throw notFound();
      await query(em).deleteFrom('tickets').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
      const before = { workItemId: found.workItemId, tracker: found.tracker.name, key: found.key };
      await recordAudit(ctx, em, entry('deleted', id, before, null));
    });
  }
}

/** @throws {AppError} CONFLICT */
async function assertMayHave(
  em: EntityManager,
  {
    tenantId,
    workItemId,
    tracker,
    key,
  }: { tenantId: string; workItemId: string; tracker: Pick<TrackerRow, 'id'>; key: string | null },
): Promise<void> {
  const known = await ticketsOfWorkItems.all(em, { tenantId, workItemIds: [workItemId] });
  if (known.length >= TICKETS_MAX) throw new AppError('CONFLICT', `a work item has at most ${TICKETS_MAX} tickets`);
  const isLinked = key !== null && known.some((each) => each.key === key && each.tracker.id === tracker.id);
  if (isLinked) throw new AppError('CONFLICT', 'the ticket is linked to this work item already');
}

function entry(
  action: ActionOn<'ticket'>,
  resourceId: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry {
  return { action: `ticket.${action}`, resourceType: 'ticket', resourceId, before, after };
}
