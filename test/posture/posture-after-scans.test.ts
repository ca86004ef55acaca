import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Client as Postgres } from 'pg';
import { controlId, frameworkId } from '../catalogue/shipped.js';
import {
  adminMfa,
  auditTrail,
  consoleMfa,
  prowlerReport,
  verdictOn,
  XCCDF,
  type ProwlerFinding,
} from '../integrations/reports.js';
import { eventually } from '../support/eventually.js';
import { connect, resultsOf, runImport, runScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { contentOfOneSystem, MANUAL } from '../catalogue/content-of-one-system.js';

interface ControlBody {
  status: string;
  assurance: { level: string; shown: number; needed: number } | null;
  latest_finding: { scan_job_id: string; status: string } | null;
  assessment_history: {
    status: string;
    previous_status: string;
    source: string;
    changed_by: string | null;
    scan_job_id: string | null;
    reason: string;
  }[];
}

/** Decided by one rule of Prowler, and by two: see `AUDIT_TRAIL` and `ADMIN_MFA`. */
const AUDITED = controlId('pci-dss', '10.2.1.6');
const MFA = controlId('pci-dss', '8.4.1');

describe('the status of a control after scans', () => {
  let service: TestService;
  let tenant: TestTenant;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
  });
  afterAll(() => service.stop());

  beforeEach(async () => {
    tenant = await service.addTenant(`Voter${(tenants += 1)}`, 'ENTERPRISE');
  });

  const control = (id: string = AUDITED) => tenant.auditor.rest<ControlBody>(`/api/compliance/controls/${id}`);
  const statusOf = async (id?: string) => (await control(id)).status;
  const feed = (integrationId: string, ...findings: ProwlerFinding[]) =>
    runImport(tenant.admin, integrationId, prowlerReport(findings));
  const disconnect = (integrationId: string) =>
    tenant.admin.data<{ disconnectIntegration: { integration: { status: string } } }>(
      'mutation ($id: ID!) { disconnectIntegration(input: { integrationId: $id }) { integration { status } } }',
      { id: integrationId },
    );
  const versionOf = async () => {
    const [row] = await service.database.query<{ version: string }>(
      'select version from postures where tenant_id = $1',
      [tenant.tenantId],
    );
    return row?.version;
  };

  it('is not_assessed with an empty history before any scan', async () => {
    expect(await control()).toMatchObject({ status: 'not_assessed', latest_finding: null, assessment_history: [] });
  });

  it('is the worst vote of two integrations: a later pass of one does not override the fail of the other', async () => {
    const [one, two] = [await connect(tenant.admin, 'prowler'), await connect(tenant.admin, 'prowler')];
    const failing = await feed(one, auditTrail('FAIL'));
    const passing = await feed(two, auditTrail('PASS'));
    const [result] = (await resultsOf(tenant.member, passing.id)).filter((each) => each.control_id === '10.2.1.6');
    expect(result?.status).toBe('pass');
    expect(await control()).toMatchObject({
      status: 'failed',
      latest_finding: { scan_job_id: failing.id, status: 'fail' },
    });
    await feed(one, auditTrail('PASS'));
    expect(await statusOf()).toBe('passed');
  });

  it('is not passed by one provider while another that is connected only has to do with it, and says in which', async () => {
    const [cloud, hosts] = [await connect(tenant.admin, 'prowler'), await connect(tenant.admin, 'openscap')];
    await feed(cloud, auditTrail('PASS'));
    expect(await statusOf()).toBe('passed');
    // Of hosts: whether sudo writes a log, which says nothing of who stops it.
    const report = XCCDF.replaceAll('file_permissions_var_log_auth', 'sudo_custom_logfile').replace('>fail<', '>pass<');
    await runImport(tenant.admin, hosts, report);
    expect(await statusOf()).toBe('not_assessed');
    const { control: derived } = await tenant.auditor.data<{ control: { derivation: { missing: unknown[] } } }>(
      'query ($id: ID!) { control(id: $id) { derivation { missing { action text } } } }',
      { id: AUDITED },
    );
    expect(derived.derivation.missing).toEqual([
      { action: 'assess', text: 'No check shows this in Test openscap: assess UCF-LOG-03, with a note or evidence.' },
    ]);
    await disconnect(hosts);
    expect(await statusOf()).toBe('passed');
  });

  it('is unchanged by a scan in which no check evaluated the control', async () => {
    const integration = await connect(tenant.admin, 'prowler');
    await feed(integration, auditTrail('FAIL'));
    const version = await versionOf();
    const { id } = await feed(integration, { rule: 'of_nothing', status: 'PASS' });
    const [result] = (await resultsOf(tenant.member, id)).filter((each) => each.control_id === '10.2.1.6');
    expect(result).toMatchObject({ status: 'not-applicable', evaluated: false });
    const after = await control();
    expect(after.status).toBe('failed');
    expect(after.assessment_history).toHaveLength(1);
    expect(await versionOf()).toBe(version);
  });

  it('does not stay passed by a report that the newest one of its integration replaced', async () => {
    const integration = await connect(tenant.admin, 'prowler');
    await feed(integration, auditTrail('PASS'));
    expect(await statusOf()).toBe('passed');
    await feed(integration, ...adminMfa('PASS'));
    expect(await control()).toMatchObject({ status: 'not_assessed', assurance: null });
    expect(await statusOf(MFA)).toBe('passed');
  });

  it('is decided by a scan of another framework: a test shows the same to every framework', async () => {
    const integration = await connect(tenant.admin, 'prowler');
    await feed(integration, auditTrail('FAIL'));
    const { import_key: failing } = await importKeys();
    await feed(integration, auditTrail('PASS'));
    expect(await statusOf()).toBe('passed');
    // Back to the first report, and a scan of SOC 2 alone, which has no result for PCI DSS.
    await service.database.query('update integrations set import_key = $1 where id = $2', [failing, integration]);
    const scan = await runScan(tenant.member, { framework_id: frameworkId('soc2') });
    const frameworks = new Set((await resultsOf(tenant.member, scan.id)).map(({ framework }) => framework));
    expect(frameworks).toEqual(new Set(['SOC 2']));
    expect(await control()).toMatchObject({
      status: 'failed',
      latest_finding: { scan_job_id: scan.id, status: 'fail' },
    });
  });

  it('is not decided by a rule that only names requirement ids: its findings are evidence', async () => {
    const integration = await connect(tenant.admin, 'prowler');
    const cc61 = controlId('soc2', 'CC6.1');
    for (const verdict of ['FAIL', 'PASS'] as const) {
      const { id } = await feed(integration, verdictOn('cc_6_1', verdict));
      const [result] = (await resultsOf(tenant.member, id)).filter((each) => each.control_id === 'CC6.1');
      expect(result).toMatchObject({ status: 'not-applicable', evaluated: false });
      expect(result?.evidence_key).not.toBeNull();
      expect(await control(cc61)).toMatchObject({ status: 'not_assessed', assessment_history: [] });
    }
  });

  it('is passed with full assurance when every deciding check of the provider ran, and not before', async () => {
    const integration = await connect(tenant.admin, 'prowler');
    const all = adminMfa('PASS');
    await feed(integration, ...all.slice(0, 1));
    expect(await control(MFA)).toMatchObject({ status: 'not_assessed', assurance: null });
    await feed(integration, ...all);
    expect(await control(MFA)).toMatchObject({
      status: 'passed',
      assurance: { level: 'full', shown: 1, needed: 1 },
    });
    // One of them is missing again: what ran shows the element no more.
    await feed(integration, ...all.slice(1));
    expect(await control(MFA)).toMatchObject({ status: 'not_assessed', assurance: null });
  });

  it('is failed by one failing check of several, also where the others did not run', async () => {
    const integration = await connect(tenant.admin, 'prowler');
    await feed(integration, ...adminMfa('FAIL').slice(0, 1));
    expect(await statusOf(MFA)).toBe('failed');
  });

  it('is failed for a manual control with a failing test, and not_assessed once the test passes', async () => {
    const integration = await connect(tenant.admin, 'prowler');
    // It asks for a second factor of everybody who enters from outside, among others.
    const manual = controlId(MANUAL.framework, MANUAL.controlId);
    await feed(integration, ...consoleMfa('FAIL'));
    expect(await control(manual)).toMatchObject({ status: 'failed', method: 'manual' });
    await feed(integration, ...consoleMfa('PASS'));
    expect(await control(manual)).toMatchObject({ status: 'not_assessed', assurance: null });
  });

  it('has one history entry per change, newest first, with user and reason', async () => {
    const integration = await connect(tenant.admin, 'prowler');
    const first = await feed(integration, auditTrail('FAIL'));
    await feed(integration, auditTrail('FAIL'));
    const third = await feed(integration, auditTrail('PASS'));
    const { id: adminId } = (await tenant.admin.data<{ me: { id: string } }>('{ me { id } }')).me;
    expect((await control()).assessment_history).toMatchObject([
      { status: 'passed', previous_status: 'failed', source: 'scan', changed_by: adminId, scan_job_id: third.id },
      { status: 'failed', previous_status: 'not_assessed', source: 'scan', changed_by: adminId, scan_job_id: first.id },
    ]);
  });

  it('is re-evaluated without the vote of an integration that is disconnected', async () => {
    const [one, two] = [await connect(tenant.admin, 'prowler'), await connect(tenant.admin, 'prowler')];
    await feed(one, auditTrail('FAIL'), ...adminMfa('FAIL'));
    await feed(two, auditTrail('PASS'));
    expect(await disconnect(one)).toEqual({ disconnectIntegration: { integration: { status: 'disconnected' } } });
    expect(await control()).toMatchObject({ status: 'passed', latest_finding: { status: 'pass' } });
    expect(await statusOf(MFA)).toBe('not_assessed');
    await disconnect(two);
    const last = await control();
    expect(last).toMatchObject({ status: 'not_assessed', latest_finding: null });
    expect(last.assessment_history.map(({ status }) => status)).toEqual(['not_assessed', 'passed', 'failed']);
    expect(last.assessment_history[0]?.scan_job_id).toBeNull();
    expect(last.assessment_history[0]?.changed_by).not.toBeNull();
  });

  it('is unchanged by a disconnection while its framework is not active', async () => {
    const integration = await connect(tenant.admin, 'prowler');
    await feed(integration, auditTrail('FAIL'));
    const setFrameworks = (frameworks: string[]) =>
      tenant.admin.data(
        'mutation ($input: SetFrameworksInput!) { setFrameworks(input: $input) { organization { name } } }',
        { input: { frameworks } },
      );
    await setFrameworks(['soc2']);
    await disconnect(integration);
    const storedStatuses = async () => {
      const found = await service.database.query<{ status: string }>(
        `select l.status from status_ledger l join catalogue_controls c on c.no = l.control_no
         where l.tenant_id = $1 and c.control_id = '10.2.1.6' order by l.sequence`,
        [tenant.tenantId],
      );
      return found.map(({ status }) => status);
    };
    expect(await storedStatuses()).toEqual(['failed']);
    await setFrameworks(['soc2', 'pci-dss']);
    expect(await storedStatuses()).toEqual(['failed', 'not_assessed']);
  });

  it('is unchanged by disconnecting an integration without a vote', async () => {
    const [one, two] = [await connect(tenant.admin, 'prowler'), await connect(tenant.admin, 'prowler')];
    await feed(one, auditTrail('FAIL'));
    await feed(two, auditTrail('PASS'));
    const version = await versionOf();
    await disconnect(two);
    expect(await statusOf()).toBe('failed');
    expect(await versionOf()).toBe(version);
  });

  it('a disconnected integration is not scanned, and disconnecting it again returns CONFLICT', async () => {
    const [one, two] = [await connect(tenant.admin, 'prowler'), await connect(tenant.admin, 'prowler')];
    await feed(one, auditTrail('FAIL'));
    await feed(two, auditTrail('PASS'));
    await disconnect(one);
    await runScan(tenant.member);
    expect(await statusOf()).toBe('passed');
    await expect(disconnect(one)).rejects.toThrow('CONFLICT');
    const unknown = '00000000-0000-4000-8000-000000000000';
    await expect(disconnect(unknown)).rejects.toThrow('NOT_FOUND');
  });

  // What the end of a scan locks, in its order: integrations by foreign key, the posture, integrations for their last scan.
  it.each([1, 2])(
    'a scan that holds %d of its locks and an admin who disconnects do not wait in a ring',
    async (held) => {
      const integration = await connect(tenant.admin, 'prowler');
      const scan = new Postgres({ connectionString: service.database.url });
      await scan.connect();
      try {
        const steps = [
          () => scan.query('select from integrations where id = $1 for key share', [integration]),
          () => scan.query('select from postures where tenant_id = $1 for update', [tenant.tenantId]),
          () => scan.query('update integrations set last_scan_at = now() where id = $1', [integration]),
        ];
        await scan.query('begin');
        for (const step of steps.slice(0, held)) await step();
        let isDone = false;
        const disconnected = disconnect(integration).finally(() => (isDone = true));
        await eventually(async () => (isDone || (await isSomeoneWaiting()) ? true : null));
        for (const step of steps.slice(held)) await step();
        await scan.query('commit');
        expect(await disconnected).toMatchObject({
          disconnectIntegration: { integration: { status: 'disconnected' } },
        });
      } finally {
        await scan.end();
      }
    },
  );

  async function isSomeoneWaiting(): Promise<boolean> {
    const waiting = await service.database.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  }

  async function importKeys(): Promise<{ import_key: string | null }> {
    const [found] = await service.database.query<{ import_key: string | null }>(
      'select import_key from integrations where tenant_id = $1',
      [tenant.tenantId],
    );
    return found ?? { import_key: null };
  }
});
