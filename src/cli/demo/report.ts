import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { QueuedScan } from './answers.js';
import type { ServiceClient } from './client.js';
import { CONNECT_INTEGRATION, ConnectIntegration, INTEGRATIONS, Integrations } from './queries.js';
import type { Screen } from './screen.js';

/**
 * Name and type of the demo's integration. The name distinguishes it from the customer's own, whose last report must
 * not be replaced.
 */
const INTEGRATION = { type: 'prowler', name: 'Imported reports' };

/**
 * Imports a scanner's report as a scan of the integration for imported reports, which is connected when missing.
 * @returns the id of the scan
 * @throws {RefusalError} with the message of the service when it cannot read the report
 */
export async function importReport(client: ServiceClient, screen: Screen, path: string): Promise<string> {
  const integrationId = await reportIntegration(client, screen);
  const file = await openAsBlob(path);
  const upload = { file, name: basename(path) };
  const { scan_job_id: scanId } = await client.upload(
    `/api/org/integrations/${integrationId}/import`,
    upload,
    QueuedScan,
  );
  screen.step(`Imported ${basename(path)} (${sizeText(file.size)})`, 'POST /api/org/integrations/{id}/import');
  return scanId;
}

async function reportIntegration(client: ServiceClient, screen: Screen): Promise<string> {
  const { integrations } = await client.graphql(INTEGRATIONS, {}, Integrations);
  const known = integrations.find(
    ({ type, name, status }) => type === INTEGRATION.type && name === INTEGRATION.name && status === 'connected',
  );
  if (known) return known.id;
  const { connectIntegration } = await client.graphql(CONNECT_INTEGRATION, { input: INTEGRATION }, ConnectIntegration);
  screen.step(`Connected an integration for imported reports`, 'mutation connectIntegration');
  return connectIntegration.integration.id;
}

/** `687 KiB`, rounded up. */
function sizeText(bytes: number): string {
  const KIB = 1_024;
  const MIB = 1_024 * KIB;
  return bytes < MIB ? `${Math.ceil(bytes / KIB)} KiB` : `${Math.ceil(bytes / MIB)} MiB`;
}
