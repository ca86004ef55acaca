import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/platform/clock.js';
import { newId } from '../../src/platform/crypto/uuid.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { CONSOLE_MFA } from '../catalogue/decided.js';
import { frameworkId, universalControlId } from '../catalogue/shipped.js';
import { prowlerReport } from '../integrations/reports.js';
import { anyOf } from '../support/any-of.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { fileOf, generate, jsonReport } from './reports.js';
import { statusOf } from '../support/status-of.js';

/** Fails two controls of SOC 2: CC6.1 and CC6.6. */
const MFA_FAILS = CONSOLE_MFA.map(({ prowler: rule }) => ({ rule, status: 'FAIL' }) as const);

describe('generating a report', () => {
  let service: TestService;
  let starter: TestTenant;
  const clock = new ShiftedClock();
  let scanId = '';
  let soc2Scan = '';

  beforeAll(async () => {
    service = await startService({ clock });
    starter = await service.addTenant('Gamma', 'STARTER', ['soc2']);
    const integration = await connect(service.a.admin, 'prowler');
    await assess(service.a.auditor, universalControlId('UCF-PRI-06'), 'compliant', {
      details: 'Twelve cases sampled.',
    });
    const report = prowlerReport(MFA_FAILS);
    scanId = (await runImport(service.a.admin, integration, report)).id;
    soc2Scan = (await runScan(service.a.admin, { framework_id: frameworkId('soc2') })).id;
  });
  afterAll(() => service.stop());

  const ask = (body: unknown) => service.a.member.post('/api/reports/generate', body);
  const refused = (code: string, status: number, details?: unknown) => ({
    status,
    body: { error: { code, ...(details ? { details } : {}) } },
  });

  it('returns 201 with the link, the counts and the specified score', async () => {
    const { status, body } = await ask({ framework: 'SOC 2' });
    expect(status).toBe(201);
    // SOC 2 has 61 controls; P4.1 and P6.1 passed by the assessment: 100 × 2 / 61 = 3.27…. P4.1 asks for nothing beyond the
    // universal control, P6.1 for more: 100 × 1 / 61 = 1.63…. CC6.1 and CC6.6 failed.
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        report_url: expect.stringContaining(`${service.baseUrl}/files/${service.a.tenantId}/reports/`),
        assured_score: 1.6,
        compliance_score: 3.3,
        total_controls: 61,
        passed_controls: 2,
        assured_controls: 1,
        failed_controls: 2,
        report_type: 'compliance_summary',
        format: 'json',
        language: 'en',
        generated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
        expires_at: expect.stringMatching(/Z$/),
        as_of: expect.stringMatching(/Z$/),
        kept_until: expect.stringMatching(/Z$/),
        size: anyOf(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      meta: { request_id: anyOf(String) },
    });
  });

  it('returns the same values through GraphQL', async () => {
    const { generateReport } = await service.a.auditor.data<{ generateReport: { report: object } }>(
      `mutation ($input: GenerateReportInput!) { generateReport(input: $input) {
        report { assuredScore complianceScore totalControls passedControls assuredControls failedControls reportType format } } }`,
      { input: { framework: 'soc-2', reportType: 'gap_analysis', format: 'csv' } },
    );
    expect(generateReport.report).toEqual({
      assuredScore: 1.6,
      complianceScore: 3.3,
      totalControls: 61,
      passedControls: 2,
      assuredControls: 1,
      failedControls: 2,
      reportType: 'gap_analysis',
      format: 'csv',
    });
  });

  it('refers to the requested scan, or else the latest completed scan of the framework', async () => {
    const latest = await jsonReport(service.a.member, { framework: 'SOC 2' });
    const hipaa = await jsonReport(service.a.member, { framework: 'HIPAA' });
    const asked = await jsonReport(service.a.member, { framework: 'SOC 2', scan_job_id: scanId.toUpperCase() });
    expect(latest.metadata).toMatchObject({ scan_job_id: soc2Scan, organization: 'Alpha', framework: 'SOC 2' });
    expect(hipaa.metadata.scan_job_id).toBe(scanId);
    expect(asked.metadata.scan_job_id).toBe(scanId);
  });

  it.each([
    ['an unknown framework', { framework: 'COBIT' }, '/framework'],
    ['no framework', {}, '/framework'],
    ['an unknown type', { framework: 'SOC 2', report_type: 'poem' }, '/report_type'],
    ['an unknown format', { framework: 'SOC 2', format: 'docx' }, '/format'],
    ['a malformed scan id', { framework: 'SOC 2', scan_job_id: 'x' }, '/scan_job_id'],
    ['an unknown field', { framework: 'SOC 2', title: 'x' }, '/title'],
  ])('refuses %s with 400', async (_, body, field) => {
    const answer = await ask(body);
    expect(answer).toMatchObject(refused('VALIDATION_FAILED', 400));
    expect(answer.text).toContain(`"${field}"`);
  });

  it('returns 422 for an inactive framework', async () => {
    const answer = await starter.admin.post('/api/reports/generate', { framework: 'HIPAA' });
    expect(answer).toMatchObject(refused('FRAMEWORK_NOT_ACTIVE', 422));
  });

  it('returns 422 before any completed scan', async () => {
    const answer = await service.b.admin.post('/api/reports/generate', { framework: 'SOC 2' });
    expect(answer).toMatchObject(refused('NO_COMPLETED_SCAN', 422));
  });

  it('returns 404 for an unknown scan and for a scan of another organization', async () => {
    const unknown = await ask({ framework: 'SOC 2', scan_job_id: newId() });
    expect(unknown).toMatchObject(refused('NOT_FOUND', 404));
    const foreign = await service.b.admin.post('/api/reports/generate', { framework: 'SOC 2', scan_job_id: scanId });
    expect(foreign).toMatchObject(refused('NOT_FOUND', 404));
  });

  it('returns 409 for a scan that did not cover the framework', async () => {
    expect(await ask({ framework: 'HIPAA', scan_job_id: soc2Scan })).toMatchObject(refused('CONFLICT', 409));
  });

  it.each(['queued', 'running', 'failed'])('returns 409 for a %s scan', async (status) => {
    const id = newId();
    await service.database.query(
      `insert into scans (id, tenant_id, sequence, status, integration_ids, frameworks, catalogue_version, total_controls,
         progress, lease_expires_at)
       select $1, $2, 1000 + (select count(*) from scans), $3, '{}', '{soc2}', '1', 61, '{}', now() + interval '1 hour'`,
      [id, service.a.tenantId, status],
    );
    expect(await ask({ framework: 'SOC 2', scan_job_id: id })).toMatchObject(refused('CONFLICT', 409));
  });

  it('links to an attachment for 15 minutes', async () => {
    const report = await generate(service.a.member, { framework: 'SOC 2', report_type: 'gap_analysis', format: 'csv' });
    const lifeMs = Date.parse(report.expires_at) - Date.parse(report.generated_at);
    expect(lifeMs).toBeGreaterThan(14.9 * MINUTE);
    expect(lifeMs).toBeLessThanOrEqual(15.1 * MINUTE);
    const response = await fetch(report.report_url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="soc2-gap-analysis-\d{4}-\d\d-\d\d\.csv"$/,
    );
    await clock.at(16 * MINUTE, async () => {
      expect(await statusOf(report.report_url)).toBe(410);
    });
  });

  it('stores a row beside the file and an audit entry', async () => {
    const report = await generate(service.a.member, {
      framework: 'SOC 2',
      report_type: 'gap_analysis',
      format: 'html',
    });
    const file = await fileOf(report);
    const [stored] = await service.database.query<Record<string, unknown>>(
      `select type, format, framework, scan_id, size::int, object_key, expires_at from reports where id = $1`,
      [report.id],
    );
    expect(stored).toMatchObject({ type: 'gap_analysis', format: 'html', framework: 'soc2', scan_id: soc2Scan });
    expect(stored?.size).toBe(file.length);
    expect(stored?.object_key).toMatch(new RegExp(`^${service.a.tenantId}/reports/${report.id}/`));
    expect(stored?.expires_at).toEqual(new Date(Date.parse(report.generated_at) + 365 * DAY));
    const audited = await service.database.query<{ actor_type: string; after: object }>(
      `select actor_type, after from audit_log where action = 'report.generated' and resource_id = $1`,
      [report.id],
    );
    expect(audited).toMatchObject([{ actor_type: 'user', after: { type: 'gap_analysis', framework: 'SOC 2' } }]);
  });

  it('lists the active frameworks with their current score', async () => {
    const { frameworks } = await service.a.auditor.rest<{ frameworks: object[] }>('/api/reports/frameworks');
    expect(frameworks).toHaveLength(7);
    expect(frameworks[0]).toEqual({
      framework: 'SOC 2',
      version: 'TSC 2017 (revised points of focus 2022)',
      total_controls: 61,
      assured_score: 1.6,
      score: 3.3,
    });
    expect(await starter.member.rest('/api/reports/frameworks')).toMatchObject({
      frameworks: [{ framework: 'SOC 2', total_controls: 61, assured_score: null, score: null }],
    });
  });
});

describe('the report quota', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { rateLimitPerMinute: 600 } });
    const integration = await connect(service.a.admin, 'prowler');
    await runImport(service.a.admin, integration, prowlerReport(MFA_FAILS));
  });
  afterAll(() => service.stop());

  it('allows 20 accepted reports a minute and does not count rejected ones', async () => {
    const ask = (framework: string) => service.a.member.post('/api/reports/generate', { framework, format: 'csv' });
    for (let count = 0; count < 5; count += 1) expect((await ask('COBIT')).status).toBe(400);
    for (let count = 0; count < 20; count += 1) expect((await ask('SOC 2')).status).toBe(201);
    const answer = await ask('SOC 2');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
