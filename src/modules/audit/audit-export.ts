import type { RequestContext } from '../../context.js';
import type { ObjectOwner } from '../../feature/object-owner.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { newId } from '../../platform/crypto/uuid.js';
import { LINK_LIFETIME_MS } from '../../platform/storage/download-links.js';
import { inChunks } from '../../platform/storage/lines.js';
import type { Storage } from '../../platform/storage/open-storage.js';
import { csvText } from '../../platform/spreadsheet-cell.rules.js';
import { outsideTurn } from '../../platform/outside-turn.js';
import { securityEvents } from '../security-events/security-events.js';
import { readEntries } from './chain.read.js';
import { exportedEntries } from './chain.sql.js';
import { entryText, exportLine, type StoredEntry } from './entry-text.rules.js';

const FOLDER = 'audit-exports';
const CSV_COLUMNS = [
  'sequence',
  'at',
  'actorType',
  'actorId',
  'apiKeyId',
  'address',
  'userAgent',
  'requestId',
  'action',
  'resourceType',
  'resourceId',
  'before',
  'after',
  'hash',
] as const satisfies readonly (keyof StoredEntry)[];

export type AuditExportFormat = 'ndjson' | 'csv';

/** A file with the whole trail. */
export interface AuditExport {
  url: string;
  expiresAt: Date;
  entries: number;
  /** SHA-256 of the file, hexadecimal. */
  sha256: string;
}

/** Files of exports: the sweeper removes each after 15 minutes, when its link has expired. */
export const exportObjects: ObjectOwner = { folder: FOLDER, counted: 'audit', inUse: () => Promise.resolve([]) };

/** Exports of the whole trail as a file, without holding it in memory. */
export class AuditExporter {
  constructor(
    private readonly storage: Storage,
    private readonly quota: TenantQuota,
  ) {}

  /** Writes the file and returns its link. @throws {AppError} RATE_LIMITED, UNAVAILABLE */
  async export(ctx: RequestContext, format: AuditExportFormat): Promise<AuditExport> {
    await this.quota.take(ctx);
    const { objects, links } = this.storage;
    const { tenantId } = ctx.viewer;
    const fileName = `audit-trail.${format}`;
    const key = `${tenantId}/${FOLDER}/${newId()}/${fileName}`;
    let entries = 0;
    const counted = async function* () {
      for await (const entry of readEntries(ctx.em, tenantId, 0, exportedEntries)) {
        entries += 1;
        yield entry;
      }
    };
    const lines = format === 'csv' ? csvLines(counted()) : ndjsonLines(counted());
    const { sha256 } = await outsideTurn(() => objects.put(key, inChunks(lines)));
    await securityEvents(ctx).record(ctx, { kind: 'audit_log.exported', details: { format, entries } });
    const expiresAt = new Date(ctx.clock.now().getTime() + LINK_LIFETIME_MS);
    return { url: await links.urlOf(key, fileName), expiresAt, entries, sha256 };
  }
}

async function* ndjsonLines(entries: AsyncIterable<StoredEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${exportLine(entry)}\n`;
}

async function* csvLines(entries: AsyncIterable<StoredEntry>): AsyncGenerator<string> {
  yield `${[...CSV_COLUMNS, 'text'].join(',')}\r\n`;
  for await (const entry of entries) {
    const cells = CSV_COLUMNS.map((column) => String(entry[column] ?? ''));
    yield `${[...cells, entryText(entry)].map(csvText).join(',')}\r\n`;
  }
}
