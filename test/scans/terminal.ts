import type { TestService } from '../support/service.js';

/** The events of scans that were written for a tenant, oldest first. */
export function scanEvents(
  { database }: TestService,
  tenantId: string,
): Promise<{ event: string; data: Record<string, unknown> }[]> {
  return database.query(
    `select event, data from outbox where tenant_id = $1 and event like 'scan.%' order by sequence`,
    [tenantId],
  );
}

/** Number of rows that each table stores of a tenant's scans. */
export async function storedRows({ database }: TestService, tenantId: string): Promise<Record<string, number>> {
  const tables = [
    'scan_checks',
    'scan_findings',
    'scan_results',
    'element_votes',
    'evidence',
    'evidence_controls',
    'status_ledger',
  ];
  const stored: Record<string, number> = {};
  for (const table of tables) {
    const text = `select count(*)::int as count from ${table} where tenant_id = $1`;
    const [row] = await database.query<{ count: number }>(text, [tenantId]);
    stored[table] = row?.count ?? -1;
  }
  return stored;
}

/** Result of `storedRows` where nothing was stored. */
export const NOTHING = {
  scan_checks: 0,
  scan_findings: 0,
  scan_results: 0,
  element_votes: 0,
  evidence: 0,
  evidence_controls: 0,
  status_ledger: 0,
};
