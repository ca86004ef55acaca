import { prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import type { TestService } from '../support/service.js';

/** An organization of its own that has imported a report. */
export async function imported(service: TestService, name: string, findings: ProwlerFinding[], frameworks?: string[]) {
  const tenant = await service.addTenant(name, 'ENTERPRISE', frameworks);
  const integrationId = await connect(tenant.admin, 'prowler');
  await runImport(tenant.admin, integrationId, prowlerReport(findings));
  return { tenant, integrationId };
}
