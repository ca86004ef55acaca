import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import type { CheckReach } from './reach.rules.js';

export interface Scanned {
  tenantId: string;
  integrationIds: readonly string[];
  /** What the deciding checks of each integration could look at, by its id. */
  reach: Readonly<Record<string, CheckReach>>;
  at: Date;
}

/**
 * Counts a completed scan of each integration, records what its checks could look at, and clears the error of those that had one; disconnected ones are
 * unchanged.
 */
export const confirmScanned = statement({
  name: 'integrations.confirm_scanned',
  row: {},
  text: ({ tenantId, integrationIds, reach, at }: Scanned) => sql`
    update integrations set last_scan_at = ${at}, scans_completed = scans_completed + 1, error = null,
      check_reach = ${JSON.stringify(reach)}::jsonb -> id::text,
      status = case when status = 'error' then 'connected' else status end
    where tenant_id = ${tenantId} and id = any(${integrationIds}::uuid[])`,
  samples: [{ tenantId: '', integrationIds: [], reach: {}, at: new Date(0) }],
});
