import { afterAll, beforeAll, beforeEach } from 'vitest';
import { connect, runImport } from '../support/scans.js';
import { startService, type ServiceOptions, type TestService, type TestTenant } from '../support/service.js';
import { prowlerReport, type ProwlerFinding } from './reports.js';

/** A service, and for each test an organization of its own that imports reports of Prowler. */
export class FedTenants {
  service!: TestService;
  /** That of the running test. */
  tenant!: TestTenant;
  /** Its integration of Prowler. */
  integration!: string;
  private count = 0;

  private constructor(private readonly options: ServiceOptions) {}

  /** Starts the service before the tests of the calling block, and stops it after them. */
  static set(options: ServiceOptions = {}): FedTenants {
    const fed = new FedTenants(options);
    beforeAll(async () => {
      fed.service = await startService(fed.options);
    });
    afterAll(() => fed.service.stop());
    beforeEach(async () => {
      fed.tenant = await fed.service.addTenant(`Fed${(fed.count += 1)}`, 'ENTERPRISE');
      fed.integration = await connect(fed.tenant.admin, 'prowler');
    });
    return fed;
  }

  /** Imports a report with these findings. @returns its scan, ended */
  feed(...findings: ProwlerFinding[]) {
    return runImport(this.tenant.admin, this.integration, prowlerReport(findings));
  }
}
