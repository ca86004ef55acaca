import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlCountOf, frameworkId, CONTROL_COUNT } from '../catalogue/shipped.js';
import { AUDIT_TRAIL, failedBy, nameOf } from '../catalogue/decided.js';
import { auditTrail, prowlerReport, verdictOn } from '../integrations/reports.js';
import { anyOf } from '../support/any-of.js';
import { connect, resultsOf, runImport, runScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';

interface IntegrationBody {
  id: string;
  type: string;
  last_scan: string | null;
}

const REPORT = prowlerReport([auditTrail('FAIL'), verdictOn('cc_9_9', 'FAIL')]);

describe('triggering a scan', () => {
  let service: TestService;
  let tenant: TestTenant;

  beforeAll(async () => {
    service = await startService();
    tenant = service.a;
    await runImport(tenant.admin, await connect(tenant.admin, 'prowler'), REPORT);
    await connect(tenant.admin, 'openscap');
    await connect(tenant.admin, 'aws-security-hub');
  });
  afterAll(() => service.stop());

  /** Types of the integrations that a scan with this body reads. */
  async function scannedBy(body: Record<string, unknown>): Promise<string[]> {
    const before = await tenant.admin.rest<IntegrationBody[]>('/api/org/integrations');
    await runScan(tenant.member, body);
    const after = await tenant.admin.rest<IntegrationBody[]>('/api/org/integrations');
    const scanned = after.filter(({ last_scan: at }, index) => at !== before[index]?.last_scan);
    return scanned.map(({ type }) => type).sort();
  }

  it('scans every connected integration against all active frameworks without a body', async () => {
    const { status, body } = await tenant.member.send('POST', '/api/scans/trigger');
    expect(status).toBe(202);
    expect(body).toMatchObject({ data: { status: 'queued' } });
    expect(await scannedBy({})).toEqual(['aws-security-hub', 'openscap', 'prowler']);
    expect(await runScan(tenant.member)).toMatchObject({ status: 'completed', total_controls: CONTROL_COUNT });
  });

  it.each([
    [['prowler'], ['prowler']],
    [
      ['prowler', 'openscap'],
      ['openscap', 'prowler'],
    ],
    [['openscap', 'openscap'], ['openscap']],
    [null, ['aws-security-hub', 'openscap', 'prowler']],
  ])('scans only integrations of types %j', async (types, scanned) => {
    expect(await scannedBy({ integration_types: types })).toEqual(scanned);
  });

  it('has the findings of the requested type alone', async () => {
    const { id } = await runScan(tenant.member, { integration_types: ['prowler'] });
    const evaluated = (await resultsOf(tenant.member, id)).filter((result) => result.evaluated);
    expect(evaluated.map((result) => `${result.framework}: ${result.control_id}`)).toEqual(
      failedBy(AUDIT_TRAIL.check).map(nameOf),
    );
    expect(new Set(evaluated.map(({ status }) => status))).toEqual(new Set(['fail']));
  });

  it.each([
    ['soc2', 'SOC 2'],
    ['hitrust', 'HITRUST'],
  ])('has exactly the controls of the framework %s', async (slug, name) => {
    const count = controlCountOf(slug);
    const scan = await runScan(tenant.member, { framework_id: frameworkId(slug) });
    expect(scan).toMatchObject({ status: 'completed', total_controls: count });
    expect(scan.scores?.frameworks.map(({ framework }) => framework)).toEqual([name]);
    expect(scan.scores?.overall).toBe(scan.scores?.frameworks[0]?.score);
    expect(scan.scores?.frameworks[0]?.assured_score).toBe(scan.scores?.assured_overall);
    const results = await resultsOf(tenant.member, scan.id);
    expect(results).toHaveLength(count);
    expect(new Set(results.map((result) => result.control_id)).size).toBe(count);
    expect(new Set(results.map(({ framework }) => framework))).toEqual(new Set([name]));
  });

  it('accepts a framework id in upper case', async () => {
    const { status } = await tenant.member.post('/api/scans/trigger', {
      framework_id: frameworkId('soc2').toUpperCase(),
    });
    expect(status).toBe(202);
  });

  it('scans a tenant of another tier against the controls of its own frameworks', async () => {
    const starter = await service.addTenant('Small', 'STARTER');
    await connect(starter.admin, 'demo');
    const scan = await runScan(starter.member);
    const total = controlCountOf('soc2') + controlCountOf('iso27001');
    expect(scan).toMatchObject({ status: 'completed', total_controls: total });
    expect(scan.scores?.frameworks.map(({ framework }) => framework)).toEqual(['SOC 2', 'ISO 27001']);
  });

  it.each([
    ['an unknown type', { integration_types: ['nothing'] }],
    ['a known and an unknown type', { integration_types: ['prowler', 'nothing'] }],
    ['types that are no array', { integration_types: 'demo' }],
    ['a type that is no text', { integration_types: [1] }],
    ['a malformed framework id', { framework_id: 'soc2' }],
    ['a framework id that is no text', { framework_id: 1 }],
    ['an empty framework id', { framework_id: '' }],
    ['an unknown field', { frameworks: [] }],
    ['a field in another spelling', { frameworkId: frameworkId('soc2') }],
    ['an array', []],
    ['no JSON', '{"framework_id":'],
  ])('returns 400 for %s and queues nothing', async (_, body) => {
    await refused(tenant, body, 400, 'VALIDATION_FAILED');
  });

  it('returns 404 for a framework that does not exist', async () => {
    await refused(tenant, { framework_id: '00000000-0000-5000-8000-000000000000' }, 404, 'NOT_FOUND');
  });

  it.each([
    ['STARTER', 'pci-dss'],
    ['STARTER', 'nist-csf'],
    ['PROFESSIONAL', 'hitrust'],
  ] as const)('of a %s tenant with %s, which is not active there, is 422', async (tier, slug) => {
    const other = await service.addTenant(`${tier}${slug}`, tier);
    await connect(other.admin, 'demo');
    await refused(other, { framework_id: frameworkId(slug) }, 422, 'FRAMEWORK_NOT_ACTIVE');
  });

  it('returns 409 where nothing is connected, or nothing of the type', async () => {
    const empty = await service.addTenant('Empty', 'ENTERPRISE');
    await refused(empty, {}, 409, 'CONFLICT');
    await connect(empty.admin, 'demo');
    await refused(empty, { integration_types: ['prowler'] }, 409, 'CONFLICT');
  });

  async function refused(by: TestTenant, body: unknown, status: number, code: string): Promise<void> {
    const scans = () => service.database.query('select id from scans where tenant_id = $1', [by.tenantId]);
    const before = await scans();
    const answer = await by.member.post('/api/scans/trigger', body);
    expect(answer.body).toMatchObject({ error: { code } });
    expect(answer.status).toBe(status);
    expect(await scans()).toHaveLength(before.length);
  }
});

/** Without a worker, so that a scan stays queued. */
describe('a scan that is queued', () => {
  let service: TestService;
  let integration: string;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    integration = await connect(service.a.admin, 'demo');
  });
  afterAll(() => service.stop());

  it('is accepted with 202, its id, Location and Retry-After', async () => {
    const { status, headers, body } = await service.a.member.post('/api/scans/trigger', {});
    expect(status).toBe(202);
    const { data } = body as { data: Record<string, string> };
    expect(Object.keys(data).sort()).toEqual(['created_at', 'scan_job_id', 'status']);
    expect(data).toMatchObject({ status: 'queued', scan_job_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(headers.get('location')).toBe(`/api/scans/${data.scan_job_id ?? ''}`);
    expect(headers.get('retry-after')).toBe('10');
  });

  it('returns its status, with Retry-After', async () => {
    const trigger = await service.a.member.post('/api/scans/trigger', { framework_id: frameworkId('soc2') });
    const { headers, body } = await service.a.auditor.get(trigger.headers.get('location') ?? '');
    const { me } = await service.a.member.data<{ me: { id: string } }>('{ me { id } }');
    expect(headers.get('retry-after')).toBe('10');
    expect((body as { data: object }).data).toEqual({
      id: anyOf(String),
      scan_job_id: (trigger.body as { data: { scan_job_id: string } }).data.scan_job_id,
      status: 'queued',
      created_at: anyOf(String),
      started_at: null,
      completed_at: null,
      total_controls: controlCountOf('soc2'),
      passed_controls: 0,
      failed_controls: 0,
      progress: {
        percent: 0,
        controls_done: 0,
        controls_total: controlCountOf('soc2'),
        current_integration: null,
        findings: 0,
      },
      scores: null,
      failure_reason: null,
      report_rules: null,
      frameworks: ['SOC 2'],
      integration_ids: [integration],
      resource_types: [],
      gaps: [],
      triggered_by: me.id,
    });
  });
});
