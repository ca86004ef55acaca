import type DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';

type Loader<Target> = (ctx: RequestContext) => DataLoader<string, Target | null>;

/** The target of an edge by its id: null without an id, where there is none, and where the caller may not call `operation`. */
export async function edge<Target>(
  ctx: RequestContext,
  id: string | null,
  { loader, operation }: { loader: Loader<Target>; operation: string | null },
): Promise<Target | null> {
  if (id === null || !mayRead(ctx, operation)) return null;
  return ctx.once(loader).load(id);
}

/** The targets of an edge by their ids, in their order, without those that there are no more. */
export async function edges<Target>(
  ctx: RequestContext,
  ids: readonly string[],
  of: { loader: Loader<Target>; operation: string | null },
): Promise<Target[]> {
  const found = await Promise.all(ids.map((id) => edge(ctx, id, of)));
  return found.filter((target) => target !== null);
}

function mayRead({ app, viewer }: RequestContext, operation: string | null): boolean {
  return operation === null || app.access.refusalOf(viewer, operation) === null;
}
