import { sql } from '../database/database.js';
import { statement } from '../database/statement.js';

interface ColumnOfTable {
  table: string;
  column: string;
}

const SAMPLE_COLUMN: ColumnOfTable = { table: 'webhooks', column: 'secret' };

/** Whose rows they are: those of a tenant, or that of an account. */
export interface RowsOf {
  ownerColumn: 'tenant_id' | 'id';
  ownerId: string;
}

/** The next rows of a tenant or of an account with a value in a column, by id. */
export const valuesOfColumn = statement({
  name: 'crypto.values_of_column',
  row: { id: 'uuid', value: 'text' },
  text: ({ table, column, ...page }: ColumnOfTable & RowsOf & { after: string; limit: number }) => sql`
    select id, ${sql.ref(column)}::text as value from ${sql.table(table)}
    where ${sql.ref(page.ownerColumn)} = ${page.ownerId} and id > ${page.after} and ${sql.ref(column)} is not null
    order by id limit ${page.limit}`,
  samples: [{ ...SAMPLE_COLUMN, ownerColumn: 'tenant_id', ownerId: '', after: '', limit: 1 }],
});

interface Replacement extends ColumnOfTable, RowsOf {
  /** PostgreSQL type of the column. */
  type: string;
  id: string;
  former: string;
  value: string;
}

/** Replaces the value of one row, unless it was changed meanwhile. */
export const replaceValue = statement({
  name: 'crypto.replace_value',
  row: {},
  text: ({ table, column, type, ownerColumn, ownerId, id, former, value }: Replacement) => sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${value}::text::${sql.raw(type)}
    where ${sql.ref(ownerColumn)} = ${ownerId} and id = ${id} and ${sql.ref(column)}::text = ${former}`,
  samples: [{ ...SAMPLE_COLUMN, type: 'text', ownerColumn: 'id', ownerId: '', id: '', former: '', value: '' }],
});

/** PostgreSQL type of a column. */
export const typeOfColumn = statement({
  name: 'crypto.type_of_column',
  row: { type: 'text' },
  text: ({ table, column }: ColumnOfTable) => sql`
    select format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::text::regclass and attname = ${column} and not attisdropped`,
  samples: [SAMPLE_COLUMN],
});

/** Every column of the schema that may contain text. */
export const columnsOfText = statement({
  name: 'crypto.columns_of_text',
  row: { table: 'text', column: 'text' },
  text: () => sql`
    select c.relname::text as table, a.attname::text as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and format_type(a.atttypid, null) in ('text', 'character varying', 'json', 'jsonb', 'text[]', 'bytea')
    order by 1, 2`,
});

/** Whether a value of a column matches a regular expression. */
export const columnMatches = statement({
  name: 'crypto.column_matches',
  row: { matches: 'bool' },
  text: ({ table, column, pattern }: ColumnOfTable & { pattern: string }) => sql`
    select exists (select 1 from ${sql.table(table)} where ${sql.ref(column)}::text ~ ${pattern}) as matches`,
  samples: [{ ...SAMPLE_COLUMN, pattern: '' }],
});
