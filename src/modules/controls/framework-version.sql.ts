import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/**
 * Newest versions of each framework, newest first, with the number of controls that differ from the previous version.
 */
export const frameworkVersions = statement({
  name: 'controls.framework_versions',
  row: {
    framework: 'text',
    version: 'text',
    loadedAt: 'timestamptz',
    controls: 'int4',
    added: 'int4',
    removed: 'int4',
  },
  text: ({ slugs, versionsMax }: { slugs: readonly string[]; versionsMax: number }) => sql`
    select framework, version, loaded_at as "loadedAt", cardinality(control_ids) as controls,
      cardinality(array(select unnest(control_ids) except select unnest(before))) as added,
      cardinality(array(select unnest(before) except select unnest(control_ids))) as removed
    from (
      select *, row_number() over (partition by framework order by no desc) as nth,
        lag(control_ids, 1, '{}') over (partition by framework order by no) as before
      from catalogue_versions where framework = any(${slugs}::text[])
    ) loaded
    where nth <= ${versionsMax} order by no desc`,
  samples: [{ slugs: [], versionsMax: 1 }],
});
