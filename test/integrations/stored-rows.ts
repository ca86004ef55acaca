import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Config } from '../../src/config/config.js';
import type { TestService } from '../support/service.js';

/** Who has an object store. */
interface Stored {
  config: Pick<Config, 'dataDir'>;
}

/** All keys of the object store, including those of unfinished objects. */
export async function objectKeys({ config }: Stored): Promise<string[]> {
  const root = rootOf(config);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => path.slice(root.length + 1)).sort();
}

/** Every stored object by key, decompressed. */
export async function storedObjects(service: Stored): Promise<Map<string, Buffer>> {
  const keys = await objectKeys(service);
  const read = async (key: string) => [key, await contentOf(join(rootOf(service.config), key))] as const;
  return new Map(await Promise.all(keys.map(read)));
}

function rootOf({ dataDir }: Stored['config']): string {
  return join(dataDir, 'objects');
}

async function contentOf(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Stored data of imports: scans, objects, and the current report of each integration. */
export async function storedRows(service: TestService): Promise<object> {
  const { database } = service;
  const scans = await database.query(`select id, status from scans order by id`);
  const integrations = await database.query(
    `select id, import_key, imported_at, scans_completed from integrations order by id`,
  );
  return { scans, integrations, objects: await objectKeys(service) };
}

/** Tables with a row that contains `text` in any column. */
export async function tablesWith({ database }: TestService, text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(
      `select 1 from ${name} as t where strpos(lower(t::text), lower($1)) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
