import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { z } from 'zod';
import type { FormerControl } from './catalogue.build.js';
import { FrameworkControl, type Content } from './content.shapes.js';

type FrameworkFile = Content['frameworks'][number];

/** What was stored by a release before this one may have keys that the files no longer have. */
const StoredControl = z.object(FrameworkControl.shape);

/** Universal control, control and relationship. */
type MappingLine = [code: string, controlId: string, relationship: string];

/**
 * Keeps what each framework of the content holds, where it was not loaded before with the same version and digest. The digest
 * is of ids, titles, categories, levels, parts and mappings: a description that reads better does not make another version.
 */
export async function keepVersions(client: Client, content: Content): Promise<void> {
  const { rows: known } = await client.query<{ key: string }>(
    `select framework || ' ' || version || ' ' || digest as key from catalogue_versions`,
  );
  const keys = new Set(known.map(({ key }) => key));
  for (const file of content.frameworks) {
    const mappings = mappingsOf(content, file.slug);
    const digest = digestOf(file, mappings);
    if (keys.has(`${file.slug} ${file.version} ${digest}`)) continue;
    const ids = file.controls.map((entry) => entry.control_id);
    await client.query(
      `insert into catalogue_versions (framework, version, digest, control_ids, controls, mappings)
       values ($1, $2, $3, $4, $5, $6)`,
      [file.slug, file.version, digest, ids, JSON.stringify(file.controls), JSON.stringify(mappings)],
    );
  }
}

/**
 * The controls that no framework has any more, each as the last version that had it. Those that were dropped before versions
 * were kept are not among them.
 */
export async function formerControls(client: Client): Promise<FormerControl[]> {
  const { rows: found } = await client.query<{ framework: string; entry: unknown }>(
    `select distinct on (known.no) known.framework, entry
     from catalogue_controls known
     join catalogue_versions held on held.framework = known.framework and known.control_id = any (held.control_ids)
     cross join lateral jsonb_array_elements(held.controls) entry
     where not known.is_current and entry ->> 'control_id' = known.control_id
     order by known.no, held.no desc`,
  );
  return found.map(({ framework, entry }) => ({ framework, entry: StoredControl.parse(entry) }));
}

function mappingsOf({ domains }: Content, slug: string): MappingLine[] {
  return domains.flatMap(({ universal_controls: entries }) =>
    entries.flatMap(({ code, mappings }) =>
      mappings
        .filter(({ framework }) => framework === slug)
        .map(({ control_id: id, relationship }): MappingLine => [code, id, relationship]),
    ),
  );
}

/** The same whatever the order of the entries in the files. SHA-256, in hexadecimal. */
function digestOf({ controls }: FrameworkFile, mappings: MappingLine[]): string {
  const facts = controls.map((entry) => [
    entry.control_id,
    entry.title,
    entry.category,
    entry.level ?? null,
    entry.part ?? null,
  ]);
  const lines = [...facts, ...mappings].map((line) => JSON.stringify(line)).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
