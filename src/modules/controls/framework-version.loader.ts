import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { rows, sql } from '../../platform/database/database.js';
import type { FrameworkVersionType } from './framework-version.type.js';

const VERSIONS_MAX = 50;

/**
 * For `ctx.once`: the loaded versions of a framework by its slug, newest first, at most 50, in one statement for all that are
 * asked together.
 */
export function frameworkVersionLoader({ em }: RequestContext): DataLoader<string, FrameworkVersionType[]> {
  return new DataLoader(async (slugs) => {
    const found = await rows(
      em,
      sql<FrameworkVersionType & { framework: string }>`
        select framework, version, loaded_at as "loadedAt", cardinality(control_ids) as controls,
          cardinality(array(select unnest(control_ids) except select unnest(before))) as added,
          cardinality(array(select unnest(before) except select unnest(control_ids))) as removed
        from (
          select *, row_number() over (partition by framework order by no desc) as nth,
            lag(control_ids, 1, '{}') over (partition by framework order by no) as before
          from catalogue_versions where framework = any(${[...slugs]}::text[])
        ) loaded
        where nth <= ${VERSIONS_MAX} order by no desc`,
    );
    const bySlug = Map.groupBy(found, ({ framework }) => framework);
    return slugs.map((slug) => bySlug.get(slug) ?? []);
  });
}
