import type { Client } from '../support/client.js';
import type { TestDatabase } from '../support/database.js';
import { connect, runScan } from '../support/scans.js';
import type { TestService, TestTenant } from '../support/service.js';

/** What one tenant has: an id of every kind that a caller can name. */
export interface World {
  tenantId: string;
  email: string;
  /** Completed. */
  scanId: string;
  evidenceId: string;
  /** The demo integration that was scanned. */
  demoId: string;
  /** An integration that takes reports. */
  reportsId: string;
  /** An integration that is disconnected already. */
  disconnectedId: string;
  frameworkId: string;
  controlId: string;
  universalControlId: string;
}

/** A report of one passing finding, in the format OCSF Compliance Finding. */
export const REPORT = JSON.stringify([
  {
    class_uid: 2003,
    severity_id: 2,
    metadata: { product: { name: 'Security Hub', vendor_name: 'AWS' } },
    finding_info: { title: 'Tables scale with demand' },
    compliance: { control: 'DynamoDB.1', status: 'Pass', status_id: 1 },
    resources: [{ uid: 'example-table', type: 'AwsDynamoDbTable' }],
  },
]);

const DISCONNECT =
  'mutation ($input: DisconnectIntegrationInput!) { disconnectIntegration(input: $input) { integration { id } } }';

/** Furnishes a tenant with integrations, a completed scan, its evidence, and an assessment. */
export async function furnish({ database }: TestService, { tenantId, admin, emails }: TestTenant): Promise<World> {
  const demoId = await connect(admin, 'demo');
  const scan = await runScan(admin);
  const reportsId = await connect(admin, 'prowler');
  const disconnectedId = await connect(admin, 'openscap');
  await admin.data(DISCONNECT, { input: { integrationId: disconnectedId } });
  const frameworkId = await firstId(admin, '/api/compliance/frameworks');
  const controlId = await firstId(admin, `/api/compliance/frameworks/${frameworkId}/controls?status=failed`);
  const evidenceId = await firstId(admin, `/api/evidence?control_id=${controlId}&limit=1`);
  const { mappings } = await admin.rest<{ mappings: { universal_control: { id: string } }[] }>(
    `/api/compliance/controls/${controlId}`,
  );
  const universalControlId = mappings[0]?.universal_control.id ?? '';
  await assess(database, tenantId, universalControlId);
  return {
    tenantId,
    email: emails.admin,
    scanId: scan.id,
    evidenceId,
    demoId,
    reportsId,
    disconnectedId,
    frameworkId,
    controlId,
    universalControlId,
  };
}

async function firstId(client: Client, path: string): Promise<string> {
  const [first] = await client.rest<{ id: string }[]>(path);
  if (!first) throw new Error(`${path} is empty`);
  return first.id;
}

/** Written by the owner: what is told of an assessment matters here, not how it is made. */
async function assess(database: TestDatabase, tenantId: string, universalControlId: string): Promise<void> {
  await database.query(
    `insert into assessments (id, tenant_id, universal_no, status, assessed_by)
     select gen_random_uuid(), u.tenant_id, c.no, 'compliant', u.id
     from users u, catalogue_universal_controls c
     where u.tenant_id = $1 and u.role = 'admin' and c.id = $2`,
    [tenantId, universalControlId],
  );
}
