import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { frameworkVersions } from './framework-version.sql.js';
import type { FrameworkVersionType } from './framework-version.type.js';

const VERSIONS_MAX = 50;

/**
 * Loader for `ctx.once`: loaded versions of a framework by its slug, newest first, at most 50, in one statement for all
 * frameworks of a batch.
 */
export function frameworkVersionLoader({ em }: RequestContext): DataLoader<string, FrameworkVersionType[]> {
  return new DataLoader(async (slugs) => {
    const found = await frameworkVersions.all(em, { slugs, versionsMax: VERSIONS_MAX });
    const bySlug = Map.groupBy(found, ({ framework }) => framework);
    return slugs.map((slug) => bySlug.get(slug) ?? []);
  });
}
