import { sql } from '../database.js';
import { statement, type StatementRow } from '../statement.js';

/** Tables of the service, whether the cluster has placed them, and whether their changes are left out of the log of the server. */
export const tablesOf = statement({
  name: 'distribution.tables',
  row: { name: 'text', isPlaced: 'bool', isUnlogged: 'bool' },
  // Citus marks what it has placed by a trigger of its own on every such table.
  text: () => sql`
    select c.relname::text as name,
      exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'truncate_trigger_%') as "isPlaced",
      c.relpersistence = 'u' as "isUnlogged"
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`,
});

/** Foreign keys between tables of the service. */
export const foreignKeys = statement({
  name: 'distribution.foreign_keys',
  row: { table: 'text', target: 'text', name: 'text', definition: 'text' },
  text: () => sql`
    select c.relname::text as table, t.relname::text as target, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace order by 1, 3`,
});

/** Triggers of the migrations. */
export const triggersOf = statement({
  name: 'distribution.triggers',
  row: { table: 'text', name: 'text', definition: 'text' },
  text: () => sql`
    select c.relname::text as table, t.tgname::text as name, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and t.tgname not like 'truncate_trigger_%' order by 1, 2`,
});

/** Functions of the migrations, as `name(types)`. */
export const functionsOf = statement({
  name: 'distribution.functions',
  row: { signature: 'text' },
  text: () => sql`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`,
});

/**
 * Unique keys of tables with a `tenant_id` that do not contain it: with the first of their columns, the definition of the constraint
 * and of the index, and the unique constraint that has the same columns with `tenant_id` before them.
 */
export const narrowKeys = statement({
  name: 'distribution.narrow_keys',
  row: { table: 'text', name: 'text', column: 'text', constraint: 'text?', index: 'text', same: 'text?' },
  text: () => sql`
    with keys as (
      select x.*, c.relname, i.relname as index_name,
        array(select a.attname::text from unnest(x.indkey) with ordinality k (no, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.no order by place) as columns
      from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      where c.relnamespace = 'public'::regnamespace and x.indisunique
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
    )
    select k.relname::text as table, k.index_name::text as name, k.columns[1] as column,
      pg_get_constraintdef(n.oid) as constraint, pg_get_indexdef(k.indexrelid) as index,
      case when k.indisprimary then (
        select w.index_name::text from keys w where w.indrelid = k.indrelid and w.columns = array['tenant_id'] || k.columns
          and w.indpred is null limit 1) end as same
    from keys k left join pg_constraint n on n.conindid = k.indexrelid and n.contype in ('p', 'u')
    where not 'tenant_id' = any (k.columns) order by 1, 2`,
});

export type NarrowKey = StatementRow<typeof narrowKeys>;
