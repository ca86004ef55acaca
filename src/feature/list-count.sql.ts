import { sql } from '../platform/database/database.js';

/** Lists of which the rows of each subset are counted where they are written, by a trigger: the table of the rows. */
type CountedList = 'evidence' | 'evidence_controls' | 'assessments' | 'audit_log';

/**
 * SQL of the number of rows of a list, added up from `list_counts`: of all subsets, or of those of which `where` is true. How many subsets a list
 * has depends on what its rows have in common, and not on how many there are. The words of each subset: the migration that made the table.
 */
export function listCount(tenantId: string, list: CountedList, where = sql`true`) {
  return sql`(
    select coalesce(sum(l.rows), 0)::int from list_counts l
    where l.tenant_id = ${tenantId} and l.list = ${sql.lit(list)} and ${where})`;
}

/** Condition on a word of the subset, which is counted from 1; of any where it is null. */
export function hasWord(place: number, word: string | null) {
  return word === null ? sql`true` : sql`split_part(l.subset, ' ', ${sql.lit(place)}) = ${word}::text`;
}
