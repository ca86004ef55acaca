import { sql } from '../database/database.js';
import { text } from '../database/statement-row.js';
import { statement, type StatementRow } from '../database/statement.js';

/**
 * Tables by name: columns that the database does not compute, and the column by which policies filter rows, of a tenant or of an account;
 * quoted where necessary.
 */
export const tablesToBackUp = statement({
  name: 'backup.tables',
  row: {
    name: 'text',
    columns: 'text[]',
    tenantColumn: text<'tenant_id' | 'id'>('text?'),
    accountColumn: text<'account_id' | 'id'>('text?'),
  },
  text: ({ leftOut }: { leftOut: readonly string[] }) => sql`
    select c.relname::text as name,
      array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns,
      case when not c.relrowsecurity then null
           when bool_or(a.attname = 'tenant_id') then 'tenant_id' when c.relname = 'tenants' then 'id' end as "tenantColumn",
      case when not c.relrowsecurity or bool_or(a.attname = 'tenant_id') then null
           when c.relname = 'accounts' then 'id' when bool_or(a.attname = 'account_id') then 'account_id' end as "accountColumn"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (${leftOut})
    group by c.oid order by c.relname`,
  samples: [{ leftOut: [] }],
});

/** A table to back up. */
export type Table = StatementRow<typeof tablesToBackUp>;

/** Every foreign key, with the statement that creates it. */
export const foreignKeys = statement({
  name: 'backup.foreign_keys',
  row: { table: 'text', name: 'text', definition: 'text' },
  text: () => sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' order by 1, 2`,
});

/** Tables whose policies apply to their owner too. */
export const tablesWithForcedPolicies = statement({
  name: 'backup.tables_with_forced_policies',
  row: { table: 'text' },
  text: () => sql`
    select oid::regclass::text as table from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity order by 1`,
});

/** Tables with triggers of the service. */
export const tablesWithTriggers = statement({
  name: 'backup.tables_with_triggers',
  row: { table: 'text' },
  text: () => sql`
    select distinct tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal order by 1`,
});

/** Every sequence with the column that it numbers. */
export const sequencesOfColumns = statement({
  name: 'backup.sequences_of_columns',
  row: { sequence: 'text', table: 'text', column: 'text' },
  text: () => sql`
    select d.objid::regclass::text as sequence, d.refobjid::regclass::text as table, quote_ident(a.attname) as column
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and s.relnamespace = 'public'::regnamespace`,
});
