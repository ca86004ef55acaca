import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogueOf, controlId, frameworkId, CONTROL_COUNT } from '../catalogue/shipped.js';
import { prowlerReport, auditTrail } from '../integrations/reports.js';
import { anyOf } from '../support/any-of.js';
import { connect, resultsOf, runImport, runScan, type ScanResultBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

interface EvidenceBody {
  id: string;
  type: string;
  title: string;
  description: string | null;
  control_id: string;
  controls: { id: string; control_id: string; framework: string }[];
  file_reference: string;
  file_name: string;
  content_type: string;
  size: number;
  sha256: string;
  collected_at: string;
  expires_at: string | null;
  created_at: string;
  created_by: string | null;
}

describe('evidence of scans', () => {
  let service: TestService;
  let scanId = '';
  let results: ScanResultBody[];
  let all: EvidenceBody[];

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
    scanId = (await runScan(service.a.member)).id;
    results = await resultsOf(service.a.member, scanId);
    all = await service.a.auditor.rest<EvidenceBody[]>('/api/evidence');
  });
  afterAll(() => service.stop());

  const nameOf = ({ controls: [control] }: EvidenceBody) => `${control?.framework ?? ''} ${control?.control_id ?? ''}`;

  it('is one automatic artifact for each control that a check looked at, and none for any other', async () => {
    const { controlByNo } = catalogueOf();
    const stored = await service.database.query<{ no: number }>(
      'select distinct unnest(control_nos) as no from scan_checks where scan_id = $1',
      [scanId],
    );
    const looked = stored.flatMap(({ no }) => controlByNo.get(no) ?? []);
    expect(looked.length).toBeGreaterThan(100);
    expect(looked.length).toBeLessThan(CONTROL_COUNT);
    expect(all.map(nameOf).sort()).toEqual(looked.map((each) => `${each.framework.name} ${each.controlId}`).sort());
    expect(all.every(({ type, controls }) => type === 'auto' && controls.length === 1)).toBe(true);
  });

  it('is referenced by evidence_key, which is null exactly where no check looked, and is there for what tests decide', () => {
    const references = new Map(all.map((evidence) => [nameOf(evidence), evidence.file_reference]));
    for (const result of results) {
      const reference = references.get(`${result.framework} ${result.control_id}`);
      expect(result.evidence_key).toBe(reference ?? null);
      if (result.evaluated) expect(reference).toBeDefined();
    }
    expect(results.filter(({ evaluated, evidence_key: key }) => !evaluated && key !== null)).not.toEqual([]);
  });

  it('has the size and SHA-256 of the stored bytes, which agree with the result', async () => {
    const byKey = new Map(results.map((result) => [result.evidence_key, result]));
    for (const { file_reference: key, size, sha256 } of all) {
      const bytes = await readFile(join(service.config.dataDir, 'objects', key));
      expect({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({
        size,
        sha256,
      });
      const result = byKey.get(key);
      expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({
        scan_job_id: scanId,
        status: result?.status,
        finding: result?.finding,
        resources_failed: result?.resources_failed,
        resources_passed: result?.resources_passed,
        control: { control_id: result?.control_id, framework: result?.framework },
      });
    }
  });

  it('links to all findings of the scan, with their hash', async () => {
    const [first] = all;
    const artifact = await readFile(join(service.config.dataDir, 'objects', first?.file_reference ?? ''), 'utf8');
    const { findings } = JSON.parse(artifact) as { findings: { key: string; sha256: string; size: number } };
    const bytes = await readFile(join(service.config.dataDir, 'objects', findings.key));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(findings.sha256);
    expect(bytes.length).toBe(findings.size);
  });

  it('has the fields of the contract', async () => {
    const { me } = await service.a.member.data<{ me: { id: string } }>('{ me { id } }');
    for (const evidence of all) {
      const [control] = evidence.controls;
      expect(evidence).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'auto',
        title: expect.stringContaining(control?.control_id ?? '?'),
        description: anyOf(String),
        control_id: control?.id,
        controls: [control],
        file_reference: expect.stringMatching(new RegExp(`^${service.a.tenantId}/`)),
        file_name: expect.stringMatching(/^[\w.-]+\.json$/),
        content_type: 'application/json',
        size: anyOf(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        collected_at: expect.stringMatching(/Z$/),
        expires_at: null,
        created_at: expect.stringMatching(/Z$/),
        created_by: me.id,
        withdrawal: null,
      });
    }
  });

  it('is filtered by the UUID of its control, in any case, and by no other notation', async () => {
    const { control_id: id } = all[0] ?? { control_id: '' };
    const expected = all.filter((evidence) => evidence.control_id === id);
    expect(await service.a.auditor.rest(`/api/evidence?control_id=${id}`)).toEqual(expected);
    expect(await service.a.auditor.rest(`/api/evidence?control_id=${id.toUpperCase()}`)).toEqual(expected);
    const none = results.find((result) => result.evidence_key === null && result.framework === 'SOC 2');
    const without = controlId('soc2', none?.control_id ?? '');
    expect(await service.a.auditor.rest(`/api/evidence?control_id=${without}`)).toEqual([]);
  });

  it.each([
    ['?control_id=CC6.1', 400, 'VALIDATION_FAILED'],
    ['?control_id=00000000-0000-5000-8000-000000000000', 404, 'NOT_FOUND'],
    ['?type=robot', 400, 'VALIDATION_FAILED'],
    ['?kind=auto', 400, 'VALIDATION_FAILED'],
    ['?limit=0', 400, 'VALIDATION_FAILED'],
    ['?limit=101', 400, 'VALIDATION_FAILED'],
    ['?offset=-1', 400, 'VALIDATION_FAILED'],
  ])('returns an error for %s', async (query, status, code) => {
    const answer = await service.a.auditor.get(`/api/evidence${query}`);
    expect(answer.body).toMatchObject({ error: { code } });
    expect(answer.status).toBe(status);
  });

  it('is paged with a limit, in the same order, newest first', async () => {
    const times = all.map((evidence) => evidence.created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    const pages: EvidenceBody[] = [];
    for (let offset = 0; offset < all.length; offset += 100) {
      const { body } = await service.a.auditor.get(`/api/evidence?limit=100&offset=${offset}`);
      const { data, meta } = body as { data: EvidenceBody[]; meta: { pagination: object } };
      expect(meta.pagination).toEqual({ limit: 100, offset, total: all.length, has_more: offset + 100 < all.length });
      pages.push(...data);
    }
    expect(pages).toEqual(all);
  });

  it('has one more artifact for each further scan of the control, newest first', async () => {
    const tenant = await service.addTenant('Repeat', 'ENTERPRISE');
    const integration = await connect(tenant.admin, 'prowler');
    for (const verdict of ['FAIL', 'PASS'] as const) {
      await runImport(tenant.admin, integration, prowlerReport([auditTrail(verdict)]));
    }
    const id = controlId('pci-dss', '10.2.1.5');
    const evidence = await tenant.admin.rest<EvidenceBody[]>(`/api/evidence?control_id=${id}`);
    expect(evidence.map(nameOf)).toEqual(['PCI DSS 10.2.1.5', 'PCI DSS 10.2.1.5']);
    const control = await tenant.admin.rest<{ evidence: object[] }>(`/api/compliance/controls/${id}`);
    expect(control.evidence).toEqual(
      evidence.map(({ id, type, title, created_at, file_reference }) => ({
        id,
        type,
        title,
        created_at,
        file_reference,
      })),
    );
  });

  it('of a scan of one framework belongs to that framework only', async () => {
    const tenant = await service.addTenant('Single', 'ENTERPRISE');
    await connect(tenant.admin, 'demo');
    await runScan(tenant.member, { framework_id: frameworkId('soc2') });
    const evidence = await tenant.admin.rest<EvidenceBody[]>('/api/evidence');
    expect(new Set(evidence.flatMap(({ controls }) => controls.map(({ framework }) => framework)))).toEqual(
      new Set(['SOC 2']),
    );
  });

  it('of another tenant returns the same as for an unknown id', async () => {
    const id = all[0]?.id ?? '';
    const answers = [];
    for (const each of [id, '00000000-0000-4000-8000-000000000000', 'x']) {
      answers.push(await service.b.admin.get(`/api/evidence/${each}`, { 'x-request-id': 'the-same' }));
    }
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await service.b.admin.rest('/api/evidence')).toEqual([]);
  });
});
