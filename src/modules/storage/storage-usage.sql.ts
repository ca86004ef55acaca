import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

interface File {
  tenantId: string;
  /** Id of the reservation. */
  id: string;
  bytes: number;
}

/** Reports whose files are stored, until they are deleted. */
const reports = (tenantId: string) => sql`reports where tenant_id = ${tenantId} and expires_at > now()`;

/** Gives a tenant that has stored nothing yet the row that `reserve` changes. */
export const beginUsage = statement({
  name: 'storage.begin_usage',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`
    insert into storage_usage (tenant_id, bytes, files) values (${tenantId}, 0, 0) on conflict (tenant_id) do nothing`,
  samples: [{ tenantId: '' }],
});

/**
 * Reserves room for one file. The row of the tenant is locked by its update, so that concurrent uploads are counted one
 * after the other. One row when there was room, else none; none, too, before `beginUsage`.
 */
export const reserve = statement({
  name: 'storage.reserve',
  row: { id: 'uuid' },
  text: ({ tenantId, id, bytes, bytesMax, filesMax }: File & { bytesMax: number; filesMax: number }) => sql`
    with stored as (select coalesce(sum(size), 0) as bytes, count(*) as files from ${reports(tenantId)}),
    taken as (
      update storage_usage used set bytes = used.bytes + ${bytes}::bigint, files = used.files + 1 from stored
      where used.tenant_id = ${tenantId} and used.bytes + ${bytes}::bigint + stored.bytes <= ${bytesMax}::bigint
        and used.files + 1 + stored.files <= ${filesMax}::bigint
      returning used.tenant_id
    )
    insert into storage_reservations (tenant_id, id, bytes)
    select tenant_id, ${id}::uuid, ${bytes}::bigint from taken returning id`,
  samples: [{ tenantId: '', id: '', bytes: 1, bytesMax: 1, filesMax: 1 }],
});

/** Replaces a reservation by the stored file's size. Changes no row where the reservation is gone. */
export const settle = statement({
  name: 'storage.settle',
  row: {},
  text: ({ tenantId, id, bytes }: File) => sql`
    with settled as (
      delete from storage_reservations where tenant_id = ${tenantId} and id = ${id} returning bytes
    )
    update storage_usage set bytes = storage_usage.bytes - settled.bytes + ${bytes}::bigint
    from settled where tenant_id = ${tenantId}`,
  samples: [{ tenantId: '', id: '', bytes: 1 }],
});

/** Gives back one reservation, or, without an id, all that are older than 15 minutes: no request takes that long. */
export const release = statement({
  name: 'storage.release',
  row: {},
  text: ({ tenantId, id }: { tenantId: string; id: string | null }) => sql`
    with released as (
      delete from storage_reservations
      where tenant_id = ${tenantId}
        and (id = ${id}::uuid or (${id}::uuid is null and created_at < now() - interval '15 minutes'))
      returning bytes
    )
    update storage_usage set bytes = storage_usage.bytes - gone.bytes, files = storage_usage.files - gone.files
    from (select coalesce(sum(bytes), 0)::bigint as bytes, count(*)::int as files from released) gone
    where tenant_id = ${tenantId} and gone.files > 0`,
  samples: [{ tenantId: '', id: null }],
});

/** Counts stored files in, or out where the numbers are negative. */
export const addStored = statement({
  name: 'storage.add_stored',
  row: {},
  text: ({ tenantId, bytes, files }: { tenantId: string; bytes: number; files: number }) => sql`
    insert into storage_usage as used (tenant_id, bytes, files)
    values (${tenantId}, greatest(0, ${bytes}::bigint), greatest(0, ${files}::int))
    on conflict (tenant_id) do update
    set bytes = greatest(0, used.bytes + ${bytes}::bigint), files = greatest(0, used.files + ${files}::int)`,
  samples: [{ tenantId: '', bytes: 1, files: 1 }],
});

/** What of the storage of a tenant is used, what is being received included: bytes, in all and by kind, and files. */
export const storageUsage = statement({
  name: 'storage.usage',
  row: {
    bytes: 'float8!',
    files: 'int4!',
    evidenceBytes: 'float8!',
    reportBytes: 'float8!',
    scanBytes: 'float8!',
    importBytes: 'float8!',
    auditBytes: 'float8!',
  },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select (bytes + report_bytes)::float8 as bytes, (files + report_files)::int as files,
      greatest(0, bytes - scan_bytes - import_bytes - audit_bytes)::float8 as "evidenceBytes", report_bytes::float8 as "reportBytes",
      scan_bytes::float8 as "scanBytes", import_bytes::float8 as "importBytes", audit_bytes::float8 as "auditBytes"
    from (select coalesce(sum(size), 0) as report_bytes, count(*) as report_files from ${reports(tenantId)}) kept,
      (select coalesce(sum(bytes), 0) as bytes, coalesce(sum(files), 0) as files, coalesce(sum(scan_bytes), 0) as scan_bytes,
         coalesce(sum(import_bytes), 0) as import_bytes, coalesce(sum(audit_bytes), 0) as audit_bytes
       from storage_usage where tenant_id = ${tenantId}) used`,
  samples: [{ tenantId: '' }],
});

/** License tier of a tenant. */
export const tierOf = statement({
  name: 'storage.tier',
  row: { tier: 'text' },
  text: ({ tenantId }: { tenantId: string }) => sql`select license_tier as tier from tenants where id = ${tenantId}`,
  samples: [{ tenantId: '' }],
});
