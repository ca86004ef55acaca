import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import { SavedViewEntity, type SavedList } from './saved-view.entity.js';
import type { SavedViewService } from './saved-view.service.js';
import {
  DeleteSavedViewInput,
  SavedListEnum,
  SavedViewPayload,
  SavedViewType,
  SaveViewInput,
} from './saved-view.type.js';

@Resolver()
export class SavedViewResolver {
  constructor(private readonly views: SavedViewService) {}

  @Query(() => [SavedViewType], { description: 'Saved views of the caller for a list, by name.' })
  savedViews(
    @Arg('list', () => SavedListEnum, { description: 'The list.' }) list: SavedList,
    @Ctx() { em, viewer: { tenantId, userId } }: RequestContext,
  ): Promise<object[]> {
    return em.find(SavedViewEntity, { tenantId, userId, list }, { orderBy: { name: 'asc' } });
  }

  @Mutation(() => SavedViewPayload, { description: 'Gives a filter of a list a name, for the caller alone.' })
  async saveView(
    @Arg('input', () => SaveViewInput) { list, name, filter }: SaveViewInput,
    @Ctx() ctx: RequestContext,
  ): Promise<SavedViewPayload> {
    return { savedView: await this.views.save(ctx, { list, name: name.trim(), filter }) };
  }

  @Mutation(() => SavedViewPayload, { description: 'Deletes a saved view of the caller.' })
  async deleteSavedView(
    @Arg('input', () => DeleteSavedViewInput) { savedViewId }: DeleteSavedViewInput,
    @Ctx() ctx: RequestContext,
  ): Promise<SavedViewPayload> {
    if (!isUuid(savedViewId)) throw AppError.invalid('/saved_view_id', 'is not a UUID');
    return { savedView: await this.views.delete(ctx, savedViewId) };
  }
}
