import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** The newest signed head of a tenant, with the subtrees of its Merkle tree. */
export const newestHead = statement({
  name: 'audit_heads.newest',
  row: { size: 'float8', note: 'text', subtrees: 'text[]' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select h.size::float8 as size, h.note, h.subtrees from audit_heads h where h.tenant_id = ${tenantId}
    order by h.size desc limit 1`,
  samples: [{ tenantId: '' }],
});

/** Signed heads of a tenant, oldest first. */
export const signedHeads = statement({
  name: 'audit_heads.all',
  row: { note: 'text' },
  text: ({ tenantId }: { tenantId: string }) =>
    sql`select note from audit_heads where tenant_id = ${tenantId} order by size`,
  samples: [{ tenantId: '' }],
});

/** The smallest signed head of a tenant of at least some entries. */
export const headCovering = statement({
  name: 'audit_heads.covering',
  row: { size: 'float8', note: 'text' },
  text: ({ tenantId, sequence }: { tenantId: string; sequence: number }) => sql`
    select h.size::float8 as size, h.note from audit_heads h
    where h.tenant_id = ${tenantId} and h.size >= ${sequence}::bigint order by h.size limit 1`,
  samples: [{ tenantId: '', sequence: 1 }],
});

interface NewHead {
  tenantId: string;
  size: number;
  at: Date;
  note: string;
  subtrees: string[];
}

/** Stores a signed head. */
export const insertHead = statement({
  name: 'audit_heads.insert',
  row: {},
  text: ({ tenantId, size, at, note, subtrees }: NewHead) => sql`
    insert into audit_heads (tenant_id, size, at, note, subtrees)
    values (${tenantId}, ${size}::bigint, ${at}, ${note}, ${subtrees}::text[])`,
  samples: [{ tenantId: '', size: 0, at: new Date(0), note: '', subtrees: [] }],
});

/** One page of the signed heads of a tenant, newest first. */
export const headPage = statement({
  name: 'audit_heads.page',
  mayBeStale: true,
  row: { size: 'float8', signedAt: 'timestamptz', note: 'text' },
  text: (page: { tenantId: string; below: number | null; limit: number; offset: number }) => sql`
    select h.size::float8 as size, h.at as "signedAt", h.note from audit_heads h
    where h.tenant_id = ${page.tenantId} and (${page.below}::bigint is null or h.size < ${page.below}::bigint)
    order by h.size desc limit ${page.limit} offset ${page.offset}`,
  samples: [{ tenantId: '', below: null, limit: 1, offset: 0 }],
});

/** Number of the signed heads of a tenant. */
export const headCount = statement({
  name: 'audit_heads.count',
  mayBeStale: true,
  row: { count: 'int4' },
  text: ({ tenantId }: { tenantId: string }) =>
    sql`select count(*)::int as count from audit_heads where tenant_id = ${tenantId}`,
  samples: [{ tenantId: '' }],
});

/** Time of the last signed head of a tenant, or else of the first entry of its trail; null of an empty trail. */
export const unsignedSince = statement({
  name: 'audit_heads.unsigned_since',
  row: { since: 'timestamptz?' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select coalesce(
      (select at from audit_heads where tenant_id = ${tenantId} order by size desc limit 1),
      (select at from audit_log where tenant_id = ${tenantId} and sequence = 1)) as since`,
  samples: [{ tenantId: '' }],
});
