import type { TestDatabase } from '../support/database.js';

/** Subset that each row of a counted list is in, as the migration that counts them says it. */
const SUBSETS = {
  evidence: `type || ' ' || coalesce(to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD'), '-')`,
  evidence_controls: `control_no || ' ' || type`,
  assessments: `universal_no || ' ' || status`,
  audit_log: `action || ' ' || resource_type || ' ' || coalesce(actor_id::text, '-')`,
};

/** Subsets of the lists of any organization whose stored count is not the number of their rows. */
export function miscounted(database: Pick<TestDatabase, 'query'>): Promise<object[]> {
  const counted = Object.entries(SUBSETS).map(
    ([table, subset]) =>
      `select tenant_id, '${table}' as list, ${subset} as subset, count(*) as rows from ${table} group by 1, 3`,
  );
  return database.query(`
    select * from list_counts stored full join (${counted.join(' union all ')}) counted using (tenant_id, list, subset)
    where coalesce(stored.rows, 0) <> coalesce(counted.rows, 0)`);
}
