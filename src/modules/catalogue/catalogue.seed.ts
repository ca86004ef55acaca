import type { Client } from 'pg';
import { type Numbering } from './catalogue.build.js';
import { controlUuid, universalControlUuid } from './catalogue.ids.js';
import { formerControls, keepVersions } from './catalogue.versions.js';
import type { Content } from './content.shapes.js';

/**
 * Gives a number to every control and universal control that has none yet, in the order of the content, and keeps what each
 * version of a framework held. Numbers are never changed or used again, so stored results outlive a new version of a framework.
 */
export async function seedCatalogue(client: Client, content: Content): Promise<Numbering> {
  const controls = content.frameworks.flatMap((file) =>
    file.controls.map((entry) => ({
      id: controlUuid(file.slug, entry.control_id),
      framework: file.slug,
      code: entry.control_id,
      part: entry.part ?? null,
    })),
  );
  const universal = content.domains.flatMap((file) =>
    file.universal_controls.map((entry) => ({ id: universalControlUuid(entry.code), code: entry.code })),
  );
  await client.query(
    `insert into catalogue_controls (no, id, framework, control_id)
     select coalesce((select max(no) + 1 from catalogue_controls), 0) + row_number() over (order by rank) - 1, id, framework, code
     from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as entry (id, framework, code, rank)
     where not exists (select from catalogue_controls known where known.id = entry.id)`,
    [controls.map(({ id }) => id), controls.map(({ framework }) => framework), controls.map(({ code }) => code)],
  );
  await client.query(
    `update catalogue_controls set is_current = id = any($1::uuid[]) where is_current <> (id = any($1::uuid[]))`,
    [controls.map(({ id }) => id)],
  );
  await client.query(
    `update catalogue_controls known set part = entry.part from unnest($1::uuid[], $2::text[]) as entry (id, part)
     where known.id = entry.id and known.part is distinct from entry.part`,
    [controls.map(({ id }) => id), controls.map(({ part }) => part)],
  );
  await client.query(
    `insert into catalogue_universal_controls (no, id, code)
     select coalesce((select max(no) + 1 from catalogue_universal_controls), 0) + row_number() over (order by rank) - 1, id, code
     from unnest($1::uuid[], $2::text[]) with ordinality as entry (id, code, rank)
     where not exists (select from catalogue_universal_controls known where known.id = entry.id)`,
    [universal.map(({ id }) => id), universal.map(({ code }) => code)],
  );
  await keepVersions(client, content);
  return {
    controls: await numbers(client, 'catalogue_controls'),
    universalControls: await numbers(client, 'catalogue_universal_controls'),
    former: await formerControls(client),
  };
}

async function numbers(client: Client, table: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; no: number }>(`select id, no from ${table}`);
  return new Map(rows.map(({ id, no }) => [id, no]));
}
