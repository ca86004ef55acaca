import type { StoredKind } from '../../feature/object-owner.js';
import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** A stored object of a tenant, with its size in bytes. */
export interface CountedObject {
  key: string;
  kind: StoredKind;
  bytes: number;
}

/** Numbers of the objects in `changed`, which has their kinds and sizes. The audit trail's are no files that anybody could delete. */
const totals = (changed: 'added' | 'gone') => sql`
  select count(*) filter (where kind <> 'audit')::int as files, coalesce(sum(bytes), 0)::bigint as bytes,
    coalesce(sum(bytes) filter (where kind = 'scans'), 0)::bigint as scan_bytes,
    coalesce(sum(bytes) filter (where kind = 'imports'), 0)::bigint as import_bytes,
    coalesce(sum(bytes) filter (where kind = 'audit'), 0)::bigint as audit_bytes
  from ${changed === 'added' ? sql`added` : sql`gone`} having count(*) > 0`;

/** Counts objects in the storage of their tenant, each once: those that are counted already stay as they are. */
export const countObjects = statement({
  name: 'storage.count_objects',
  row: {},
  text: ({ tenantId, objects }: { tenantId: string; objects: readonly CountedObject[] }) => sql`
    with added as (
      insert into stored_objects (tenant_id, key, kind, bytes)
      select ${tenantId}::uuid, * from unnest(${objects.map(({ key }) => key)}::text[],
        ${objects.map(({ kind }) => kind)}::text[], ${objects.map(({ bytes }) => bytes)}::bigint[])
      on conflict do nothing returning kind, bytes
    )
    insert into storage_usage as used (tenant_id, files, bytes, scan_bytes, import_bytes, audit_bytes)
    select ${tenantId}::uuid, total.* from (${totals('added')}) total
    on conflict (tenant_id) do update set files = used.files + excluded.files, bytes = used.bytes + excluded.bytes,
      scan_bytes = used.scan_bytes + excluded.scan_bytes, import_bytes = used.import_bytes + excluded.import_bytes,
      audit_bytes = used.audit_bytes + excluded.audit_bytes`,
  samples: [{ tenantId: '', objects: [] }],
});

const released = sql`
  update storage_usage used set files = greatest(0, used.files - total.files),
    bytes = greatest(0, used.bytes - total.bytes), scan_bytes = greatest(0, used.scan_bytes - total.scan_bytes),
    import_bytes = greatest(0, used.import_bytes - total.import_bytes),
    audit_bytes = greatest(0, used.audit_bytes - total.audit_bytes)
  from (${totals('gone')}) total`;

/** Counts deleted objects out; those that are not counted change nothing. */
export const releaseObjects = statement({
  name: 'storage.release_objects',
  row: {},
  text: ({ tenantId, keys }: { tenantId: string; keys: readonly string[] }) => sql`
    with gone as (
      delete from stored_objects where tenant_id = ${tenantId} and key = any(${keys}::text[]) returning kind, bytes
    )
    ${released} where used.tenant_id = ${tenantId}`,
  samples: [{ tenantId: '', keys: [] }],
});

interface Listing {
  tenantId: string;
  /** Keys after this one alone. */
  after: string;
  /** Keys up to this one; null for all that follow. */
  last: string | null;
  /** All objects in this range that are there. */
  present: readonly string[];
}

/** Counts out what a listing of the object store does not have any more, unless it was counted during the last 15 minutes. */
export const releaseAbsent = statement({
  name: 'storage.release_absent',
  row: {},
  text: ({ tenantId, after, last, present }: Listing) => sql`
    with gone as (
      delete from stored_objects
      where tenant_id = ${tenantId} and key > ${after} and (${last}::text is null or key <= ${last}::text)
        and created_at < now() - interval '15 minutes' and key <> all(${present}::text[])
      returning kind, bytes
    )
    ${released} where used.tenant_id = ${tenantId}`,
  samples: [
    { tenantId: '', after: '', last: '', present: [] },
    { tenantId: '', after: '', last: null, present: [] },
  ],
});
