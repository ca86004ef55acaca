import { connect, runScan } from '../support/scans.js';
import type { TestTenant } from '../support/service.js';

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

/** Furnishes a tenant with integrations, a completed scan and its evidence. */
export async function furnish({ tenantId, admin, emails }: TestTenant): Promise<World> {
  const demoId = await connect(admin, 'demo');
  const scan = await runScan(admin);
  const reportsId = await connect(admin, 'prowler');
  const disconnectedId = await connect(admin, 'openscap');
  await admin.data(DISCONNECT, { input: { integrationId: disconnectedId } });
  const frameworkId = await firstId(admin.rest('/api/compliance/frameworks'));
  const evidenceId = await firstId(admin.rest('/api/evidence?limit=1'));
  const { controls } = await admin.rest<{ controls: { id: string }[] }>(`/api/evidence/${evidenceId}`);
  const controlId = await firstId(Promise.resolve(controls));
  const { mappings } = await admin.rest<{ mappings: { universal_control: { id: string } }[] }>(
    `/api/compliance/controls/${controlId}`,
  );
  const universalControlId = await firstId(Promise.resolve(mappings.map((mapping) => mapping.universal_control)));
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

async function firstId(list: Promise<{ id: string }[]>): Promise<string> {
  const [first] = await list;
  if (!first) throw new Error('the list is empty');
  return first.id;
}
