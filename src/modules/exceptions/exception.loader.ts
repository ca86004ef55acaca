import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import type { StatementRow } from '../../platform/database/statement.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { countApprovers } from '../organizations/approval.read.js';
import { exceptionsById, exceptionsOfControls, firstResources, type ExceptionRow } from './exception.sql.js';

/** Resources listed of an exception; the counts include all. */
const RESOURCES_MAX = 100;

/** A resource of an exception. */
export type ExceptionResource = StatementRow<typeof firstResources>;

/**
 * For `ctx.once`: the exceptions in force that accept findings of controls, by control number, in two statements for all
 * controls of a batch.
 */
export function controlExceptionsLoader(ctx: RequestContext): DataLoader<number, ExceptionRow[]> {
  const { em, viewer } = ctx;
  const { tenantId } = viewer;
  return new DataLoader(async (nos) => {
    const controls = nos.flatMap((no) => catalogueOf(ctx).controlByNo.get(no) ?? []);
    const found = await exceptionsOfControls.all(em, { tenantId, controls });
    const ids = [...new Set(found.flatMap(({ exceptionIds }) => exceptionIds))];
    const rows = ids.length === 0 ? [] : await exceptionsById.all(em, { tenantId, ids });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const byNo = new Map(found.map(({ controlNo, exceptionIds }) => [controlNo, exceptionIds]));
    return nos.map((no) =>
      (byNo.get(no) ?? [])
        .flatMap((id) => byId.get(id) ?? [])
        .toSorted((a, b) => (a.expiresOn < b.expiresOn ? -1 : a.expiresOn > b.expiresOn ? 1 : 0)),
    );
  });
}

/** For `ctx.once`: the first resources of exceptions by id, new matches first, at most 100 each. */
export function exceptionResourcesLoader({ em, viewer }: RequestContext): DataLoader<string, ExceptionResource[]> {
  return new DataLoader(async (ids) => {
    const found = await firstResources.all(em, { tenantId: viewer.tenantId, ids, first: RESOURCES_MAX });
    const byId = Map.groupBy(found, ({ exceptionId }) => exceptionId);
    return ids.map((id) => byId.get(id) ?? []);
  });
}

/** For `ctx.once`: how many members may approve. */
export function approversOf({ em, viewer }: RequestContext): Promise<number> {
  return countApprovers(em, viewer.tenantId);
}

/** For `ctx.once`: exceptions of the tenant by their ids, in one statement for all of a batch; null where there is none. */
export function exceptionLoader({ em, viewer }: RequestContext): DataLoader<string, ExceptionRow | null> {
  return new DataLoader(async (ids) => {
    const found = await exceptionsById.all(em, { tenantId: viewer.tenantId, ids });
    const byId = new Map(found.map((exception) => [exception.id, exception]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}
