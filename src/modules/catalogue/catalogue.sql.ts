import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';

interface ControlIdentities {
  ids: readonly string[];
  frameworks: readonly string[];
  codes: readonly string[];
}

/** Numbers the controls that have no number yet, in their order, after the last number in use. */
export const numberControls = statement({
  name: 'catalogue.number_controls',
  row: {},
  text: ({ ids, frameworks, codes }: ControlIdentities) => sql`
    insert into catalogue_controls (no, id, framework, control_id)
    select coalesce((select max(no) + 1 from catalogue_controls), 0) + row_number() over (order by rank) - 1, id, framework, code
    from unnest(${ids}::uuid[], ${frameworks}::text[], ${codes}::text[]) with ordinality as entry (id, framework, code, rank)
    where not exists (select from catalogue_controls known where known.id = entry.id)`,
  samples: [{ ids: [], frameworks: [], codes: [] }],
});

/** Marks the controls of the content as current, and all others as former. */
export const markCurrentControls = statement({
  name: 'catalogue.mark_current_controls',
  row: {},
  text: ({ ids }: { ids: readonly string[] }) => sql`
    update catalogue_controls set is_current = id = any(${ids}::uuid[]) where is_current <> (id = any(${ids}::uuid[]))`,
  samples: [{ ids: [] }],
});

/** Sets the part of its framework that each control belongs to. */
export const setPartsOfControls = statement({
  name: 'catalogue.set_parts_of_controls',
  row: {},
  text: ({ ids, parts }: { ids: readonly string[]; parts: readonly (string | null)[] }) => sql`
    update catalogue_controls known set part = entry.part from unnest(${ids}::uuid[], ${parts}::text[]) as entry (id, part)
    where known.id = entry.id and known.part is distinct from entry.part`,
  samples: [{ ids: [], parts: [] }],
});

/** Numbers the universal controls that have no number yet, like `numberControls`. */
export const numberUniversalControls = statement({
  name: 'catalogue.number_universal_controls',
  row: {},
  text: ({ ids, codes }: { ids: readonly string[]; codes: readonly string[] }) => sql`
    insert into catalogue_universal_controls (no, id, code)
    select coalesce((select max(no) + 1 from catalogue_universal_controls), 0) + row_number() over (order by rank) - 1, id, code
    from unnest(${ids}::uuid[], ${codes}::text[]) with ordinality as entry (id, code, rank)
    where not exists (select from catalogue_universal_controls known where known.id = entry.id)`,
  samples: [{ ids: [], codes: [] }],
});

/** Numbers of all controls, former ones included. */
export const numbersOfControls = statement({
  name: 'catalogue.numbers_of_controls',
  row: { id: 'uuid', no: 'int4' },
  text: () => sql`select id, no from catalogue_controls`,
});

/** Numbers of all universal controls. */
export const numbersOfUniversalControls = statement({
  name: 'catalogue.numbers_of_universal_controls',
  row: { id: 'uuid', no: 'int4' },
  text: () => sql`select id, no from catalogue_universal_controls`,
});

/** Every stored version of a framework. */
export const storedVersions = statement({
  name: 'catalogue.stored_versions',
  row: { framework: 'text', version: 'text', digest: 'text' },
  text: () => sql`select framework, version, digest from catalogue_versions`,
});

interface FrameworkVersion {
  framework: string;
  version: string;
  digest: string;
  controlIds: readonly string[];
  /** JSON. */
  controls: string;
  /** JSON. */
  mappings: string;
}

/** Stores what a version of a framework contains. */
export const storeVersion = statement({
  name: 'catalogue.store_version',
  row: {},
  text: ({ framework, version, digest, controlIds, controls, mappings }: FrameworkVersion) => sql`
    insert into catalogue_versions (framework, version, digest, control_ids, controls, mappings)
    values (${framework}, ${version}, ${digest}, ${controlIds}, ${controls}, ${mappings})`,
  samples: [{ framework: '', version: '', digest: '', controlIds: [], controls: '[]', mappings: '[]' }],
});

/**
 * The numbered controls that are none of `ids`, each as in the last stored version that had it: those of former versions, and of newer ones
 * while a newer release runs beside this one.
 */
export const otherControlEntries = statement({
  name: 'catalogue.other_control_entries',
  row: { framework: 'text', entry: json<unknown>() },
  text: ({ ids }: { ids: readonly string[] }) => sql`
    select distinct on (known.no) known.framework, entry
    from catalogue_controls known
    join catalogue_versions held on held.framework = known.framework and known.control_id = any (held.control_ids)
    cross join lateral jsonb_array_elements(held.controls) entry
    where known.id <> all (${ids}::uuid[]) and entry ->> 'control_id' = known.control_id
    order by known.no, held.no desc`,
  samples: [{ ids: [] }],
});
