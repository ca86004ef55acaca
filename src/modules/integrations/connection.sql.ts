import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

interface Scanned {
  tenantId: string;
  integrationIds: readonly string[];
  at: Date;
}

/**
 * Counts a completed scan of each integration, and clears the error of those that had one; disconnected ones are
 * unchanged.
 */
export const confirmScanned = statement({
  name: 'integrations.confirm_scanned',
  row: {},
  text: ({ tenantId, integrationIds, at }: Scanned) => sql`
    update integrations set last_scan_at = ${at}, scans_completed = scans_completed + 1, error = null,
      status = case when status = 'error' then 'connected' else status end
    where tenant_id = ${tenantId} and id = any(${integrationIds}::uuid[])`,
  samples: [{ tenantId: '', integrationIds: [], at: new Date(0) }],
});
