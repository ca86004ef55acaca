import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { recordAudit } from '../audit/audit.js';
import { STORED_MAX_MS } from './report-storage.js';

/** Changes of the library: how long a report is stored, and its deletion. Who generated a report may change it, and every admin. */
export class ReportLibrary {
  constructor(private readonly objects: ObjectStore) {}

  /**
   * Keeps a report until another moment.
   * @throws {AppError} NOT_FOUND; FORBIDDEN for the report of another member; GONE where its file is not stored any more;
   * VALIDATION_FAILED for a moment that has passed or is more than ten years ahead
   */
  async keepUntil(ctx: RequestContext, id: string, keptUntil: Date): Promise<void> {
    checkKeptUntil(ctx, keptUntil);
    await ctx.em.transactional(async (em) => {
      const before = await lockOwn(ctx, em, id);
      await ctx.requireMatch(em);
      if (before.keptUntil <= ctx.clock.now()) throw new AppError('GONE', 'the file of this report was deleted');
      if (before.keptUntil.getTime() === keptUntil.getTime()) return;
      await query(em)
        .updateTable('reports')
        .set({ expires_at: keptUntil })
        .where('tenant_id', '=', ctx.viewer.tenantId)
        .where('id', '=', id)
        .execute();
      await recordAudit(ctx, em, {
        action: 'report.kept_until_changed',
        resourceType: 'report',
        resourceId: id,
        before: { keptUntil: before.keptUntil.toISOString() },
        after: { keptUntil: keptUntil.toISOString() },
      });
    });
  }

  /**
   * Deletes a report with its file, also by links that were given out. The audit trail keeps that there was one, with its hash.
   * @throws {AppError} NOT_FOUND; FORBIDDEN for the report of another member
   */
  async delete(ctx: RequestContext, id: string): Promise<void> {
    const { key } = await ctx.em.transactional(async (em) => {
      const { key, keptUntil, ...before } = await lockOwn(ctx, em, id);
      await ctx.requireMatch(em);
      await query(em).deleteFrom('reports').where('tenant_id', '=', ctx.viewer.tenantId).where('id', '=', id).execute();
      await recordAudit(ctx, em, {
        action: 'report.deleted',
        resourceType: 'report',
        resourceId: id,
        before: { ...before, keptUntil: keptUntil.toISOString() },
      });
      return { key };
    });
    await this.objects
      .delete(key)
      .catch((err: unknown) => ctx.log.warn({ err }, 'cannot delete the file of a deleted report, the sweeper will'));
  }
}

/** @throws {AppError} VALIDATION_FAILED naming `/kept_until` unless it is ahead, by ten years at most */
export function checkKeptUntil({ clock }: RequestContext, keptUntil: Date): void {
  const now = clock.now().getTime();
  if (keptUntil.getTime() <= now) throw AppError.invalid('/kept_until', 'must be in the future');
  if (keptUntil.getTime() > now + STORED_MAX_MS) throw AppError.invalid('/kept_until', 'must be within ten years');
}

/** A report that the caller may change, locked until the transaction ends. */
async function lockOwn({ viewer }: RequestContext, em: EntityManager, id: string) {
  const found = await query(em)
    .selectFrom('reports')
    .select(['type', 'format', 'framework', 'sha256', 'object_key as key', 'expires_at as keptUntil'])
    .select('generated_by as generatedBy')
    .where('tenant_id', '=', viewer.tenantId)
    .where('id', '=', id)
    .where('as_of', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  if (found.generatedBy !== viewer.userId && viewer.role !== 'admin') {
    throw new AppError('FORBIDDEN', 'only who generated a report, and admins, can change it');
  }
  return found;
}
