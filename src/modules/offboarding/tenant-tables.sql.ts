import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { LEASE_SECONDS } from '../scans/scan-states.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';

/**
 * Every table with rows of organizations, the table of organizations itself included: the column of the organization's id, the columns
 * by which rows are ordered (the primary key), and the other tables that it refers to. By name.
 */
export const tenantTables = statement({
  name: 'offboarding.tenant_tables',
  row: {
    name: 'text',
    tenantColumn: text<'tenant_id' | 'id'>('text!'),
    columns: 'text[]!',
    key: 'text[]!',
    refersTo: 'text[]!',
  },
  text: () => sql`
    select c.relname::text as name,
      case when c.relname = 'tenants' then 'id' else 'tenant_id' end as "tenantColumn",
      array(select quote_ident(a.attname) from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
      array(select quote_ident(a.attname) from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place)
            join pg_attribute a on a.attnum = k.attnum
            where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid order by k.place) as key,
      array(select distinct confrelid::regclass::text from pg_constraint
            where conrelid = c.oid and contype = 'f' and confrelid <> c.oid order by 1) as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relname = 'tenants' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
    order by 1`,
});

/** A table with rows of organizations. */
export type TenantTable = StatementRow<typeof tenantTables>;

/** Name, tier and suspension of an organization, and how many scans this has ended so lately that their workers may not have noticed. */
export const organizationOf = statement({
  name: 'offboarding.organization',
  row: { name: 'text', licenseTier: 'text', suspendedAt: 'timestamptz?', scansEnding: 'int4!' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select name, license_tier as "licenseTier", suspended_at as "suspendedAt",
      (select count(*)::int from scans
       where tenant_id = ${tenantId} and completed_at >= suspended_at
         and completed_at > now() - make_interval(secs => ${LEASE_SECONDS})) as "scansEnding"
    from tenants where id = ${tenantId}`,
  samples: [{ tenantId: '' }],
});

/** Whether an account has a membership: a row, or none. */
export const hasMembership = statement({
  name: 'offboarding.has_membership',
  row: { id: 'uuid' },
  text: ({ accountId }: { accountId: string }) => sql`select id from users where account_id = ${accountId} limit 1`,
  samples: [{ accountId: '' }],
});

/** Deletes the passkeys of an account. */
export const deletePasskeys = statement({
  name: 'offboarding.delete_passkeys',
  row: {},
  text: ({ accountId }: { accountId: string }) => sql`delete from passkeys where account_id = ${accountId}`,
  samples: [{ accountId: '' }],
});

/** Deletes an account. */
export const deleteAccount = statement({
  name: 'offboarding.delete_account',
  row: {},
  text: ({ accountId }: { accountId: string }) => sql`delete from accounts where id = ${accountId}`,
  samples: [{ accountId: '' }],
});

/** Number and hash of the last entry of an organization's audit trail. */
export const lastEntry = statement({
  name: 'offboarding.last_entry',
  row: { sequence: 'float8', hash: 'text' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select e.sequence::float8 as sequence, e.hash from audit_log e
    where e.tenant_id = ${tenantId} order by e.sequence desc limit 1`,
  samples: [{ tenantId: '' }],
});
