import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Lists whose rows are counted by subset, in the order in which transactions write them: the table, and the subset that its row is in. */
const LISTS = [
  ['evidence', `type || ' ' || coalesce(to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD'), '-')`],
  ['evidence_controls', `control_no || ' ' || type`],
  ['assessments', `universal_no || ' ' || status`],
  ['audit_log', `action || ' ' || resource_type || ' ' || coalesce(actor_id::text, '-')`],
] as const;

/**
 * Numbers of the rows of long lists, by what the lists are filtered by: totals of pages, which would read every row otherwise. They are
 * counted by triggers, so that a process of an earlier release counts too.
 */
export class Migration20261129120000_list_counts extends Migration {
  override up(): void {
    this.addSql(`
      create table list_counts (
        tenant_id uuid not null references tenants (id),
        -- The table that has the rows.
        list text not null,
        -- What its rows have in common, in words with a blank between them.
        subset text collate "C" not null,
        rows bigint not null,
        primary key (tenant_id, list, subset)
      )`);
    for (const statement of bindToTenant('list_counts')) this.addSql(statement);
    // Row by row: a set would be copied into a distributed table, which row level security excludes there. A count is never made by what
    // is deleted: an organization is deleted table after table, this one among them.
    this.addSql(`
      create function count_listed() returns trigger language plpgsql as $function$
        declare
          changed record;
        begin
          -- In one order, so that transactions do not wait for each other in a circle.
          for changed in execute format(
            'select tenant_id, (%s) collate "C" as subset, count(*) as rows from changed_rows group by 1, 2 order by 1, 2', tg_argv[1])
          loop
            if tg_op = 'INSERT' then
              insert into list_counts (tenant_id, list, subset, rows)
              values (changed.tenant_id, tg_argv[0], changed.subset, changed.rows)
              on conflict (tenant_id, list, subset) do update set rows = list_counts.rows + excluded.rows;
            else
              update list_counts set rows = rows - changed.rows
              where tenant_id = changed.tenant_id and list = tg_argv[0] and subset = changed.subset;
            end if;
          end loop;
          return null;
        end $function$`);
    for (const [table, subset] of LISTS) {
      const counting = `for each statement execute function count_listed('${table}', '${subset.replaceAll("'", "''")}')`;
      this.addSql(
        `create trigger ${table}_count after insert on ${table} referencing new table as changed_rows ${counting}`,
      );
      this.addSql(
        `create trigger ${table}_uncount after delete on ${table} referencing old table as changed_rows ${counting}`,
      );
    }
    // Used by the next migration, and dropped behind it. Nobody writes these lists while those of one organization are counted.
    this.addSql(`
      create function fill_list_counts(organization uuid) returns text language plpgsql as $function$
        begin
          lock table ${LISTS.map(([table]) => table).join(', ')} in share row exclusive mode;
          delete from list_counts where tenant_id = organization;
          ${LISTS.map(
            ([table, subset]) => `insert into list_counts (tenant_id, list, subset, rows)
          select tenant_id, '${table}', ${subset}, count(*) from ${table} where tenant_id = organization group by 1, 3;`,
          ).join('\n          ')}
          return null;
        end $function$`);
  }
}
