import { join } from 'node:path';
import type { Client } from 'pg';
import { buildCatalogue } from '../../src/modules/catalogue/catalogue-build.js';
import { universalControlUuid } from '../../src/modules/catalogue/catalogue-ids.js';
import type { Catalogue } from '../../src/modules/catalogue/catalogue.js';
import { loadContent } from '../../src/modules/catalogue/content-load.js';
import type { Content } from '../../src/modules/catalogue/content-shapes.js';
import { Posture } from '../../src/modules/posture/posture.js';
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
    tenant_id uuid, control_id uuid references raw.controls, status text not null, assurance json, disputed boolean not null,
    primary key (tenant_id, control_id)
  )`;

/** Copies the catalogue and the statuses of every tenant into tables of the schema `raw`, and analyzes them. */
export async function fillRaw(client: Client): Promise<void> {
  const content = loadContent(join(SOURCE_ROOT, 'content'));
  const { frameworks, controls, universalControls, domains } = buildCatalogue(
    content,
    numberingOf(content, await numbersOf(client)),
  );
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
  const { rows: postures } = await client.query<PostureRow>('select tenant_id, statuses, assurances from postures');
  await insert(
    'control_statuses',
    postures.flatMap((row) => controls.map((control) => statusRow(row, control))),
  );
  await client.query(
    'vacuum analyze raw.frameworks, raw.controls, raw.universal_controls, raw.mappings, raw.control_statuses',
  );
}

interface PostureRow {
  tenant_id: string;
  statuses: Buffer;
  assurances: Buffer;
}

function statusRow({ tenant_id, statuses, assurances }: PostureRow, control: Catalogue['controls'][number]): object {
  const posture = new Posture('0', statuses, assurances);
  return {
    tenant_id,
    control_id: control.id,
    status: posture.statusOf(control),
    assurance: posture.assuranceOf(control),
    disputed: posture.isDisputed(control),
  };
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

/** Numbers of the service's controls, by which a posture has their statuses. */
async function numbersOf(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; no: number }>('select id, no from catalogue_controls');
  return new Map(rows.map(({ id, no }) => [id, no]));
}

/** Numbers for the catalogue's rows; those of universal controls need not be those of the service. */
function numberingOf({ domains }: Content, controls: Map<string, number>) {
  const universal = domains.flatMap(({ universal_controls: all }) => all.map(({ code }) => universalControlUuid(code)));
  return { controls, universalControls: new Map(universal.map((id, index) => [id, index])), former: [] };
}
