import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** The last scan of an integration up to a moment that stored the resources it read; none where retention has deleted it. */
export const lastStoredScan = statement({
  name: 'snapshots.last_stored_scan',
  row: { id: 'uuid' },
  text: ({ tenantId, integrationId, until }: { tenantId: string; integrationId: string; until: Date }) => sql`
    select s.id from finding_scans f
    join scans s on s.tenant_id = ${tenantId} and s.id = f.scan_id and s.snapshot is not null
    where f.tenant_id = ${tenantId} and f.integration_id = ${integrationId} and f.seen_at <= ${until}
    order by f.scan_no desc limit 1`,
  samples: [{ tenantId: '', integrationId: '', until: new Date(0) }],
});
