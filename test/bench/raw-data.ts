import { join } from 'node:path';
import type { Client } from 'pg';
import { buildCatalogue } from '../../src/modules/catalogue/catalogue-build.js';
import { controlUuid, universalControlUuid } from '../../src/modules/catalogue/catalogue-ids.js';
import type { Catalogue } from '../../src/modules/catalogue/catalogue.js';
import { loadContent } from '../../src/modules/catalogue/content-load.js';
import type { Content } from '../../src/modules/catalogue/content-shapes.js';
import { CONTROL_STATUSES } from '../../src/modules/posture/posture.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

/** Tables as such a service would have them if written by hand: normalized, keyed, indexed. */
const TABLES = `
  create schema raw;
  create table raw.frameworks (
    id uuid primary key, position int not null, slug text not null unique, name text not null unique,
    version text not null, description text not null, total_controls int not null
  );
  create table raw.controls (
    id uuid primary key, framework_id uuid not null references raw.frameworks, position int not null,
    control_id text not null, title text not null, category text not null, maturity_level int,
    unique (framework_id, position)
  );
  create table raw.universal_controls (id uuid primary key, code text not null unique, title text not null);
  create table raw.mappings (
    position int primary key, relationship text not null,
    universal_control_id uuid not null references raw.universal_controls,
    control_id uuid not null references raw.controls
  );
  create index on raw.mappings (control_id);
  create index on raw.mappings (universal_control_id);
  create table raw.control_statuses (
    tenant_id uuid, control_id uuid references raw.controls, status text not null, primary key (tenant_id, control_id)
  )`;

/** Copies the catalogue and the statuses of every tenant into tables of the schema `raw`, and analyzes them. */
export async function fillRaw(client: Client): Promise<void> {
  const content = loadContent(join(SOURCE_ROOT, 'content'));
  const { frameworks, controls, universalControls, domains } = buildCatalogue(content, numberingOf(content));
  const mappings = domains.flatMap((domain) => domain.universalControls.flatMap((each) => each.mappings));
  await client.query(TABLES);
  const insert = (table: string, rows: object[]) =>
    client.query(`insert into raw.${table} select * from jsonb_populate_recordset(null::raw.${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  await insert(
    'frameworks',
    frameworks.map(({ id, slug, name, version, description, controls: all }, position) => {
      return { id, position, slug, name, version, description, total_controls: all.length };
    }),
  );
  await insert('controls', controls.map(controlRow));
  await insert(
    'universal_controls',
    universalControls.map(({ id, code, title }) => ({ id, code, title })),
  );
  await insert(
    'mappings',
    mappings.map(({ universalControl, control, relationship }, position) => {
      return { position, relationship, universal_control_id: universalControl.id, control_id: control.id };
    }),
  );
  await client.query(
    `insert into raw.control_statuses
     select p.tenant_id, c.id, ($1::text[])[case when c.no < length(p.statuses) then get_byte(p.statuses, c.no) else 0 end + 1]
     from postures p, catalogue_controls c`,
    [CONTROL_STATUSES],
  );
  await client.query(
    'vacuum analyze raw.frameworks, raw.controls, raw.universal_controls, raw.mappings, raw.control_statuses',
  );
}

function controlRow(control: Catalogue['controls'][number], position: number): object {
  const { id, framework, controlId, title, category, maturityLevel } = control;
  return {
    id,
    framework_id: framework.id,
    position,
    control_id: controlId,
    title,
    category,
    maturity_level: maturityLevel,
  };
}

/** Numbers for the catalogue's rows; they need not be those of the service. */
function numberingOf({ frameworks, domains }: Content) {
  const controls = frameworks.flatMap(({ slug, controls: all }) =>
    all.map((each) => controlUuid(slug, each.control_id)),
  );
  const universal = domains.flatMap(({ universal_controls: all }) => all.map(({ code }) => universalControlUuid(code)));
  const count = (ids: string[]) => new Map(ids.map((id, index) => [id, index]));
  return { controls: count(controls), universalControls: count(universal), former: [] };
}
