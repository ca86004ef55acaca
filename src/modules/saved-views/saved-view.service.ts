import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { SavedViewEntity, type SavedFilter, type SavedList, type SavedView } from './saved-view.entity.js';
import { lockViews } from './saved-view.sql.js';

/** Views of a person for one list. Our choice. */
export const VIEWS_MAX = 20;

/** Filters of lists that people give a name. Each sees their own alone, and no change of one is in the audit trail. */
export class SavedViewService {
  /** Saves a view, in the place of one of the same name. @throws {AppError} CONFLICT at the limit */
  save(ctx: RequestContext, view: { list: SavedList; name: string; filter: SavedFilter }): Promise<SavedView> {
    const { tenantId, userId } = ctx.viewer;
    return ctx.em.transactional(async (em) => {
      await lockViews.run(em, { tenantId, userId });
      const { list, name, filter } = view;
      const existing = await em.findOne(SavedViewEntity, { tenantId, userId, list, name });
      if (existing) return em.assign(existing, { filter });
      if ((await em.count(SavedViewEntity, { tenantId, userId, list })) >= VIEWS_MAX)
        throw new AppError('CONFLICT', `a list has at most ${VIEWS_MAX} saved views`);
      return em.create(SavedViewEntity, {
        ...{ id: newId(), tenantId, userId, list, name, filter, createdAt: ctx.clock.now() },
      });
    });
  }

  /** @returns the view as it was. @throws {AppError} NOT_FOUND, also for one of somebody else */
  delete(ctx: RequestContext, id: string): Promise<SavedView> {
    const { tenantId, userId } = ctx.viewer;
    return ctx.em.transactional(async (em) => {
      const view = await em.findOne(SavedViewEntity, { tenantId, userId, id: id.toLowerCase() });
      if (!view) throw notFound('/saved_view_id');
      em.remove(view);
      return view;
    });
  }
}
