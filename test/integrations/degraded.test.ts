import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_MFA } from '../catalogue/decided.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { prowlerReport } from './reports.js';

/** A check that decides nothing. */
const SUPPORTING = {
  id: 'azure.monitor.diagnostic-setting-with-appropriate-categories',
  prowler: 'monitor_diagnostic_setting_with_appropriate_categories',
};

interface Reading {
  status: string;
  degraded: boolean;
  withheldChecks: { reason: string; checkIds: string[] }[];
}

describe('an integration whose last scan could not look at everything', () => {
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await startService();
    id = await connect(service.a.admin, 'prowler');
  });
  afterAll(() => service.stop());

  /** The integration after a report in which these many of its rules have no verdict, and the others pass. */
  async function afterReport(withoutVerdict: number): Promise<Reading> {
    const findings = CONSOLE_MFA.map(({ prowler: rule }, index) => ({
      rule,
      status: index < withoutVerdict ? ('MANUAL' as const) : ('PASS' as const),
    }));
    await runImport(service.a.admin, id, prowlerReport(findings));
    const { integrations } = await service.a.auditor.data<{ integrations: Reading[] }>(
      '{ integrations { status degraded withheldChecks { reason checkIds } } }',
    );
    const [rest] = await service.a.auditor.rest<{ degraded: boolean }[]>('/api/org/integrations');
    const [reading] = integrations;
    if (!reading) throw new Error('there is no integration');
    expect(rest?.degraded).toBe(reading.degraded);
    return reading;
  }

  it('is connected and degraded when more checks could not look than looked, and lists all of them', async () => {
    const { status, degraded, withheldChecks } = await afterReport(CONSOLE_MFA.length);
    expect({ status, degraded }).toEqual({ status: 'connected', degraded: true });
    expect(withheldChecks.flatMap(({ checkIds }) => checkIds)).toHaveLength(CONSOLE_MFA.length);
    for (const { reason } of withheldChecks) expect(reason).toMatch(/\w+ \w+/);
  });

  it('lists the checks that could not look where most did, and is not degraded', async () => {
    expect(CONSOLE_MFA.length).toBeGreaterThan(1);
    const { degraded, withheldChecks } = await afterReport(1);
    expect(degraded).toBe(false);
    expect(withheldChecks).toHaveLength(1);
  });

  it('counts the checks that support alone', async () => {
    await runImport(service.a.admin, id, prowlerReport([{ rule: SUPPORTING.prowler, status: 'MANUAL' }]));
    const { integrations } = await service.a.auditor.data<{ integrations: Reading[] }>(
      '{ integrations { degraded withheldChecks { checkIds } } }',
    );
    expect(integrations).toEqual([{ degraded: true, withheldChecks: [{ checkIds: [SUPPORTING.id] }] }]);
  });

  it('lists none after a scan in which all could look', async () => {
    expect(await afterReport(0)).toEqual({ status: 'connected', degraded: false, withheldChecks: [] });
  });
});
