import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Owner } from '../../platform/database/owner.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { readEntries, readHeadNotes } from '../audit/chain.read.js';
import { readEvents } from '../audit/event-digest.read.js';
import { exportLine } from '../audit/entry-text.rules.js';
import { readStoredNotes } from '../audit/head-objects.js';
import { publicPem } from '../audit/signed-head.rules.js';
import { TarWriter } from './tar-writer.js';
import { tenantTables, type TenantTable } from './tenant-tables.sql.js';
import type { SecretColumn } from './withheld-columns.js';

/** Version of the archive's layout. Source: schema/contract/organization-export.md. */
const FORMAT = 'crosswalk-organization-export/1';
const ROWS_AT_ONCE = 1_000;
const Lines = z.array(z.object({ line: z.string() }));

export interface ExportOptions {
  owner: Owner;
  objects: ObjectStore;
  tenantId: string;
  /** File that is written; it must not exist. */
  path: string;
  /** Public keys of signed audit heads. */
  publicKeys: readonly KeyObject[];
  withheld: readonly SecretColumn[];
  now: Date;
}

/** What an export contains. */
export interface ExportSummary {
  /** Rows by table. */
  tables: Record<string, number>;
  objects: number;
}

/**
 * Writes everything of an organization into a gzipped tar file: the rows of every table as JSON lines, every stored file, the audit
 * trail with its signed heads, and a manifest with the SHA-256 of each. The rows are those of one moment. Without secrets.
 */
export async function exportTenant(options: ExportOptions): Promise<ExportSummary> {
  const { owner, tenantId, path, now } = options;
  const archive = new TarWriter(path);
  try {
    await owner.bind(tenantId);
    await owner.client.query('begin isolation level repeatable read read only');
    const tables: Record<string, number> = {};
    for (const table of await tenantTables.all(owner.client)) {
      const rows = new TableRows(owner, table, options);
      await archive.add(`tables/${table.name}.jsonl`, rows.lines());
      tables[table.name] = rows.count;
    }
    await addTrail(archive, options);
    await owner.client.query('commit');
    const objects = await addObjects(archive, options);
    const manifest = {
      format: FORMAT,
      tenant_id: tenantId,
      exported_at: now.toISOString(),
      tables,
      files: archive.files,
    };
    await archive.addText('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
    await archive.finish();
    return { tables, objects };
  } catch (err) {
    await archive.abandon();
    throw err;
  }
}

/** The rows of a table of one organization, read a part at a time. */
class TableRows {
  count = 0;

  constructor(
    private readonly owner: Owner,
    private readonly table: TenantTable,
    private readonly options: ExportOptions,
  ) {}

  async *lines(): AsyncGenerator<string> {
    const { client } = this.owner;
    const { name, columns, key, tenantColumn } = this.table;
    const isWithheld = (column: string) =>
      this.options.withheld.some((each) => each.table === name && each.column === column);
    const shown = columns.filter((column) => !isWithheld(column)).join(', ');
    const order = key.length === 0 ? '' : `order by ${key.join(', ')}`;
    // Names are those of the database's own catalogue; an owner to whom policies do not apply needs the condition.
    await client.query(
      `declare exported_rows no scroll cursor for
       select row_to_json(r)::text as line from (
         select ${shown} from ${name} where ${tenantColumn} = '${this.options.tenantId}' ${order}
       ) r`,
    );
    for (;;) {
      const fetched = await client.query(`fetch ${ROWS_AT_ONCE} from exported_rows`);
      const rows = Lines.parse(fetched.rows);
      for (const { line } of rows) yield `${line}\n`;
      this.count += rows.length;
      if (rows.length < ROWS_AT_ONCE) break;
    }
    await client.query('close exported_rows');
  }
}

/** Adds the trail and the security events in the form that `audit verify --export` reads, signed heads, and the public keys. */
async function addTrail(archive: TarWriter, { owner, objects, tenantId, publicKeys }: ExportOptions): Promise<void> {
  const entries = async function* () {
    for await (const entry of readEntries(owner.client, tenantId)) yield `${exportLine(entry)}\n`;
  };
  await archive.add('audit/trail.ndjson', entries());
  const events = async function* () {
    for await (const { text } of readEvents(owner.client, tenantId)) yield `${text}\n`;
  };
  await archive.add('audit/security-events.ndjson', events());
  const notes = [...(await readStoredNotes(objects, tenantId)), ...(await readHeadNotes(owner.client, tenantId))];
  await archive.addText('audit/heads.txt', [...new Set(notes)].join('\n'));
  await archive.addText('audit/public-keys.pem', publicKeys.map(publicPem).join(''));
}

/** Adds every stored file under the key of its object, without the organization's id. @returns their number */
async function addObjects(archive: TarWriter, { objects, tenantId }: ExportOptions): Promise<number> {
  const prefix = `${tenantId}/`;
  let count = 0;
  for await (const page of objects.list(prefix)) {
    for (const { key } of page) {
      await archive.add(`files/${key.slice(prefix.length)}`, await objects.get(key));
      count += 1;
    }
  }
  return count;
}
