import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultsOf, runScan } from '../../support/scans.js';
import { startService, type TestService, type TestTenant } from '../../support/service.js';
import { CONTENT, PROFILE } from './programs.js';

const CONFIG = { data_stream: 'host-ds.xml', profile: PROFILE };

/** Runs with the real scanner, which `npm run test:oscap` installs. */
describe('a scan of the host by oscap', () => {
  let service: TestService;
  let tenant: TestTenant;

  beforeAll(async () => {
    service = await startService({ settings: { openscapContentDir: CONTENT } });
    tenant = await service.addTenant('Hosts', 'ENTERPRISE');
  });
  afterAll(() => service.stop());

  const connected = async (config: Record<string, unknown>): Promise<string> => {
    const { connectIntegration } = await tenant.admin.data<{ connectIntegration: { integration: { id: string } } }>(
      'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { integration { id } } }',
      { input: { type: 'openscap', name: 'Host', config } },
    );
    return connectIntegration.integration.id;
  };
  const problemsOf = async (integrationId: string): Promise<string[]> => {
    const { testIntegration } = await tenant.admin.data<{ testIntegration: { problems: string[] } }>(
      'mutation ($input: TestIntegrationInput!) { testIntegration(input: $input) { problems } }',
      { input: { integrationId } },
    );
    return testIntegration.problems;
  };

  it('has no problem in a probe when content and profile exist', async () => {
    expect(await problemsOf(await connected(CONFIG))).toEqual([]);
  });

  it('has a problem in a probe when the content has no such profile, even one with the same ending', async () => {
    const profile = 'xccdf_content_profile_files';
    expect(await problemsOf(await connected({ ...CONFIG, profile }))).toEqual([
      `host-ds.xml has no profile ${profile}, or is no SCAP content.`,
    ]);
  });

  it('turns failures and passes of the host into results of controls', async () => {
    tenant = await service.addTenant('Scanned', 'ENTERPRISE');
    await connected(CONFIG);
    const scan = await runScan(tenant.member);
    expect(scan).toMatchObject({ status: 'completed', failure_reason: null });
    const results = await resultsOf(tenant.member, scan.id);
    const of = (control: string) => results.find(({ control_id: id }) => id === control);
    // The comparison of files is a matter of UCF-MON-03; the owner of a file supports UCF-IAM-08, and shows nothing of it.
    expect(of('11.5.2')).toMatchObject({ status: 'fail', evaluated: true, resources_failed: 1, severity: 'high' });
    expect(of('CC6.1')).toMatchObject({ status: 'not-applicable', evaluated: false });
  });

  it('fails with the reason when the scanner cannot read the content', async () => {
    tenant = await service.addTenant('Broken', 'ENTERPRISE');
    const id = await connected({ ...CONFIG, data_stream: 'recorded-results.xml', profile: 'xccdf_a_profile_b' });
    // As of content that was replaced after the integration was connected.
    await service.database.query(`update integrations set status = 'connected', error = null where id = $1`, [id]);
    const scan = await runScan(tenant.member);
    expect(scan.status).toBe('failed');
    expect(scan.failure_reason?.message).toContain('oscap could not evaluate recorded-results.xml');
  });
});
