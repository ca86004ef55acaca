import { sql } from '../../platform/database/database.js';

type Sql = ReturnType<typeof sql>;

/**
 * SQL of the last place in the ledger up to a moment, 0 before the first: what is up to that place is what was decided up to the moment,
 * since the order of decisions is the order of their times. By it the index of a control leads to one row, where a condition on the time
 * would pass over all that was decided since.
 */
export const placeAt = (tenantId: string, at: Sql): Sql => sql`(
  select coalesce(max(sequence), 0) from (
    select sequence from status_ledger where tenant_id = ${tenantId} and changed_at <= ${at}
    order by changed_at desc, sequence desc limit 1
  ) newest)`;

/** Changes that are read one after another; beyond them every control is looked up by itself. */
const READ_MAX = 2_000;

interface ChangesOfControls {
  tenantId: string;
  /** Changes after this moment, and up to the other. Null for up to now. */
  from: Sql;
  to: Sql | null;
  /** Of several changes of a control the one that counts. */
  which: 'first' | 'last';
}

/**
 * SQL of the first or the last change of each control that changed between two moments, as rows of the ledger: of few changes by reading
 * them, of many by looking up each control, so that it costs no more however long ago the moments are.
 */
export function changesOfControls({ tenantId, from, to, which }: ChangesOfControls): Sql {
  const order = which === 'first' ? sql`sequence` : sql`sequence desc`;
  const isBefore = to === null ? sql`` : sql`and sequence <= (select until from places)`;
  return sql`
    with places as materialized (
      select ${placeAt(tenantId, from)} as since ${to === null ? sql`` : sql`, ${placeAt(tenantId, to)} as until`}
    ),
    some_changes as materialized (
      select * from status_ledger
      where tenant_id = ${tenantId} and changed_at > ${from} ${to === null ? sql`` : sql`and changed_at <= ${to}`}
      order by changed_at desc, sequence desc limit ${READ_MAX + 1}
    ),
    are_few as materialized (select count(*) <= ${READ_MAX} as few from some_changes),
    few_changes as (
      select distinct on (control_no) * from some_changes where (select few from are_few) order by control_no, ${order}
    ),
    many_changes as (
      select found.* from catalogue_controls c cross join lateral (
        select * from status_ledger
        where tenant_id = ${tenantId} and control_no = c.no and sequence > (select since from places) ${isBefore}
        order by ${order} limit 1
      ) found
      where not (select few from are_few)
    )
    select * from few_changes union all select * from many_changes`;
}
