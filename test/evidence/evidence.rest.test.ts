import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../src/platform/crypto/uuid.js';
import { catalogueOf, controlId, frameworkId, CONTROL_COUNT } from '../catalogue/shipped.js';
import { prowlerReport, auditTrail } from '../integrations/reports.js';
import { anyOf } from '../support/any-of.js';
import { objectKeys } from '../integrations/stored-rows.js';
import { connect, resultsOf, runImport, runScan, storedBytes, type ScanResultBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import type { EvidenceBody } from './evidence-body.js';

describe('evidence of scans', () => {
  let service: TestService;
  let scanId = '';
  let results: ScanResultBody[];
  let whole: EvidenceBody;
  /** Some of the parts, of every framework. */
  let parts: EvidenceBody[];

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
    scanId = (await runScan(service.a.member)).id;
    results = await resultsOf(service.a.member, scanId);
    const ids = results.flatMap(({ evidence_id: id }) => id ?? []).filter((_, index) => index % 20 === 0);
    parts = await Promise.all(ids.map((id) => service.a.auditor.rest<EvidenceBody>(`/api/evidence/${id}`)));
    const [first] = await service.a.auditor.rest<EvidenceBody[]>('/api/evidence');
    whole = await service.a.auditor.rest<EvidenceBody>(`/api/evidence/${first?.id ?? ''}`);
  });
  afterAll(() => service.stop());

  const nameOf = ({ controls: [control] }: EvidenceBody) => `${control?.framework ?? ''} ${control?.control_id ?? ''}`;
  const bytesOf = ({ file_reference: reference }: EvidenceBody) => storedBytes(service.config.dataDir, reference);
  const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  it('is one artifact with each control that a check looked at, and with no other', async () => {
    const { controlByNo } = catalogueOf();
    const stored = await service.database.query<{ no: number }>(
      'select distinct unnest(control_nos) as no from scan_checks where scan_id = $1',
      [scanId],
    );
    const looked = stored.flatMap(({ no }) => controlByNo.get(no) ?? []);
    expect(looked.length).toBeGreaterThan(100);
    expect(looked.length).toBeLessThan(CONTROL_COUNT);
    expect(await service.a.auditor.rest('/api/evidence')).toHaveLength(1);
    expect(whole).toMatchObject({ type: 'auto', part_of_id: null, controls_total: looked.length });
    const names = whole.controls.map(({ framework, control_id: code }) => `${framework} ${code}`);
    expect(names.toSorted()).toEqual(looked.map((each) => `${each.framework.name} ${each.controlId}`).toSorted());
  });

  it('is one object, of which the bytes of every control are a line with their own SHA-256', async () => {
    expect(whole).toMatchObject({ content_type: 'application/x-ndjson', scan_job_id: scanId });
    const bytes = await bytesOf(whole);
    expect([bytes.length, sha256Of(bytes)]).toEqual([whole.size, whole.sha256]);
    const stored = await service.database.query<{ no: number; start: string; size: number; sha256: string }>(
      `select control_no as no, part_offset as start, part_size as size, part_sha256 as sha256 from evidence_controls
       where evidence_id = $1 order by part_offset`,
      [whole.id],
    );
    expect(stored).toHaveLength(whole.controls_total);
    const lines = bytes.toString('utf8').split('\n');
    const { controlByNo } = catalogueOf();
    expect(lines.pop()).toBe('');
    expect(lines).toHaveLength(stored.length);
    for (const [index, { no, start, size, sha256 }] of stored.entries()) {
      const part = bytes.subarray(Number(start), Number(start) + size);
      expect(part.toString('utf8')).toBe(lines[index]);
      expect(sha256Of(part)).toBe(sha256);
      expect(JSON.parse(part.toString('utf8'))).toMatchObject({
        control: { id: controlByNo.get(no)?.id },
      });
    }
    // The findings and the resources beside it.
    expect((await objectKeys(service)).filter((key) => key.includes(scanId))).toHaveLength(3);
  });

  it('is listed with the first controls and the number of all', async () => {
    const [listed] = await service.a.auditor.rest<EvidenceBody[]>('/api/evidence');
    expect(listed?.controls).toEqual(whole.controls.slice(0, 20));
    expect(listed?.controls_total).toBe(whole.controls.length);
    const document = '{ evidenceList(first: 1) { nodes { controls(first: 3) { id } controlsTotal } } }';
    const { evidenceList } = await service.a.auditor.data<{ evidenceList: { nodes: object[] } }>(document);
    expect(evidenceList.nodes).toEqual([
      { controls: whole.controls.slice(0, 3).map(({ id }) => ({ id })), controlsTotal: whole.controls_total },
    ]);
    for (const first of [0, 2_001]) {
      const answer = await service.a.auditor.graphql(document.replace('first: 3', `first: ${first}`));
      expect(answer.text).toContain('must be from 1 to 2000');
    }
  });

  it('is referenced by evidence_key, which is null exactly where no check looked, and is there for what tests decide', () => {
    const looked = new Set(whole.controls.map(({ id }) => id));
    for (const { control_uuid: id, evidence_key: key, evaluated } of results) {
      expect(key === null).toBe(!looked.has(id));
      if (evaluated) expect(key).not.toBeNull();
    }
    expect(results.filter(({ evaluated, evidence_key: key }) => !evaluated && key !== null)).not.toEqual([]);
    const keys = results.flatMap(({ evidence_key: key }) => key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => key.startsWith(`${whole.file_reference};bytes=`))).toBe(true);
  });

  it('of a control has the size and SHA-256 of its bytes, which agree with the result', async () => {
    const byKey = new Map(results.map((result) => [result.evidence_key, result]));
    expect(parts.length).toBeGreaterThan(20);
    for (const part of parts) {
      const bytes = await bytesOf(part);
      expect({ size: bytes.length, sha256: sha256Of(bytes) }).toEqual({ size: part.size, sha256: part.sha256 });
      const result = byKey.get(part.file_reference);
      expect(part.description).toBe(result?.finding);
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

  it('of a control is downloaded alone, as a file of its own', async () => {
    const [another, part] = parts;
    const { download_url: url = '' } = part ?? {};
    const ask = async (address: string | URL, init: RequestInit = {}) => {
      const response = await fetch(address, init);
      await response.clone().arrayBuffer();
      return response;
    };
    const answer = await ask(url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([bytes.length, sha256Of(bytes)]).toEqual([part?.size, part?.sha256]);
    expect(answer.headers.get('content-length')).toBe(String(part?.size));
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${part?.file_name ?? ''}"`);
    const tag = answer.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect((await ask(another?.download_url ?? '')).headers.get('etag')).not.toBe(tag);
    expect((await ask(whole.download_url)).headers.get('etag')).not.toBe(tag);
    expect((await ask(url, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const head = await ask(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(part?.size)]);
    const middle = await ask(url, { headers: { range: 'bytes=5-14' } });
    expect([middle.status, middle.headers.get('content-range')]).toEqual([206, `bytes 5-14/${part?.size ?? 0}`]);
    expect(Buffer.from(await middle.arrayBuffer())).toEqual(bytes.subarray(5, 15));
    const tail = await ask(url, { headers: { range: 'bytes=-4' } });
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-4));
    const behind = await ask(url, { headers: { range: `bytes=${part?.size ?? 0}-` } });
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${part?.size ?? 0}`]);
    const widened = new URL(url);
    widened.pathname = widened.pathname.replace(/bytes%3D\d+/, 'bytes%3D0');
    expect((await ask(widened)).status).toBe(404);
  });

  it('links to all findings of the scan, with their hash', async () => {
    const [part] = parts;
    const artifact = String(await storedBytes(service.config.dataDir, part?.file_reference ?? null));
    const { findings } = JSON.parse(artifact) as { findings: { key: string; sha256: string; size: number } };
    const bytes = await storedBytes(service.config.dataDir, findings.key);
    expect(sha256Of(bytes)).toBe(findings.sha256);
    expect(bytes.length).toBe(findings.size);
  });

  it('has the fields of the contract', async () => {
    const { me } = await service.a.member.data<{ me: { id: string } }>('{ me { id } }');
    for (const part of parts) {
      const [control] = part.controls;
      expect(part).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'auto',
        title: `Scan result of ${nameOf(part)}`,
        description: anyOf(String),
        control_id: control?.id,
        controls: [control],
        controls_total: 1,
        scan_job_id: scanId,
        part_of_id: whole.id,
        file_reference: expect.stringMatching(
          new RegExp(`^${service.a.tenantId}/scans/${scanId}/\\d+/evidence.ndjson;bytes=\\d+-\\d+$`),
        ),
        file_name: expect.stringMatching(/^[\w.-]+\.json$/),
        content_type: 'application/json',
        size: anyOf(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        collected_at: expect.stringMatching(/Z$/),
        expires_at: null,
        created_at: expect.stringMatching(/Z$/),
        created_by: me.id,
        ...{ document_id: part.id, version: 1, versions_total: 1, current_id: part.id, universal_controls: [] },
        versions: [expect.objectContaining({ id: part.id, version: 1, sha256: part.sha256 })],
        download_url: expect.stringContaining('/files/'),
        withdrawal: null,
      });
    }
  });

  it('is found by the key of a part and by that of the whole', async () => {
    const byKey = (key: string, more = '') =>
      service.a.auditor.rest<EvidenceBody[]>(`/api/evidence?evidence_key=${encodeURIComponent(key)}${more}`);
    const [part, another] = parts;
    const key = part?.file_reference ?? '';
    const ids = async (found: Promise<EvidenceBody[]>) => (await found).map(({ id }) => id);
    expect(await ids(byKey(key))).toEqual([part?.id]);
    expect(await ids(byKey(key, `&control_id=${part?.control_id ?? ''}`))).toEqual([part?.id]);
    expect(await ids(byKey(key, `&control_id=${another?.control_id ?? ''}`))).toEqual([]);
    expect(await ids(byKey(whole.file_reference))).toEqual([whole.id]);
    expect(await ids(byKey(whole.file_reference, `&control_id=${part?.control_id ?? ''}`))).toEqual([]);
    expect(await ids(byKey(key.replace(/\d+$/, '1')))).toEqual([]);
    expect(await ids(byKey(`${whole.file_reference};bytes=9-1`))).toEqual([]);
  });

  it('is filtered by the UUID of its control, in any case, and by no other notation', async () => {
    const id = parts[0]?.control_id ?? '';
    const expected: Partial<EvidenceBody> = { ...parts[0] };
    delete expected.download_url;
    delete expected.versions;
    delete expected.universal_controls;
    for (const notation of [id, id.toUpperCase()]) {
      expect(await service.a.auditor.rest(`/api/evidence?control_id=${notation}`)).toEqual([
        { ...expected, control_id: id },
      ]);
    }
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
    const tenant = await service.addTenant('Paged', 'ENTERPRISE');
    const integration = await connect(tenant.admin, 'prowler');
    for (let scans = 0; scans < 5; scans++) {
      await runImport(tenant.admin, integration, prowlerReport([auditTrail('PASS')]));
    }
    const id = controlId('pci-dss', '10.2.1.6');
    for (const query of ['', `control_id=${id}&`]) {
      const all = await tenant.auditor.rest<EvidenceBody[]>(`/api/evidence?${query}`);
      expect(all).toHaveLength(5);
      const times = all.map((evidence) => evidence.created_at);
      expect(times).toEqual(times.toSorted().toReversed());
      const pages: EvidenceBody[] = [];
      for (let offset = 0; offset < all.length; offset += 2) {
        const { body } = await tenant.auditor.get(`/api/evidence?${query}limit=2&offset=${offset}`);
        const { data, meta } = body as { data: EvidenceBody[]; meta: { pagination: object } };
        expect(meta.pagination).toEqual({ limit: 2, offset, total: 5, has_more: offset + 2 < 5 });
        pages.push(...data);
      }
      expect(pages).toEqual(all);
    }
  });

  it('has one more artifact for each further scan of the control, newest first', async () => {
    const tenant = await service.addTenant('Repeat', 'ENTERPRISE');
    const integration = await connect(tenant.admin, 'prowler');
    for (const verdict of ['FAIL', 'PASS'] as const) {
      await runImport(tenant.admin, integration, prowlerReport([auditTrail(verdict)]));
    }
    const id = controlId('pci-dss', '10.2.1.6');
    const evidence = await tenant.admin.rest<EvidenceBody[]>(`/api/evidence?control_id=${id}`);
    expect(evidence.map(nameOf)).toEqual(['PCI DSS 10.2.1.6', 'PCI DSS 10.2.1.6']);
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

  it('with an object for each control, as scans stored it before, stays readable beside parts', async () => {
    const tenant = await service.addTenant('Former', 'ENTERPRISE');
    const integration = await connect(tenant.admin, 'prowler');
    const { id: former } = await runImport(tenant.admin, integration, prowlerReport([auditTrail('PASS')]));
    const { no, id: control } = catalogueOf().controlById.get(controlId('pci-dss', '10.2.1.6')) ?? { no: 0, id: '' };
    const key = `${tenant.tenantId}/scans/${former}/1/pci-dss-10.2.1.6.json`;
    const content = Buffer.from('{"status":"pass"}');
    await writeFile(join(service.config.dataDir, 'objects', key), content);
    const id = newId();
    await service.database.query('delete from evidence where tenant_id = $1', [tenant.tenantId]);
    await service.database.query(
      `insert into evidence (id, tenant_id, type, scan_id, title, file_reference, file_name, content_type, size, sha256, collected_at)
       values ($1, $2, 'auto', $3, 'Scan result of PCI DSS 10.2.1.6', $4, 'pci-dss-10.2.1.6.json', 'application/json', 17, $5, now())`,
      [id, tenant.tenantId, former, key, sha256Of(content)],
    );
    await service.database.query(`insert into evidence_controls values ($1, $2, $3, 'auto', now())`, [
      tenant.tenantId,
      id,
      no,
    ]);
    await service.database.query('update scan_results set evidence_id = $1 where scan_id = $2 and control_no = $3', [
      id,
      former,
      no,
    ]);
    const result = (await resultsOf(tenant.admin, former)).find(({ control_uuid: uuid }) => uuid === control);
    expect(result).toMatchObject({ evidence_id: id, evidence_key: key });
    const shown = await tenant.admin.rest<EvidenceBody>(`/api/evidence/${id}`);
    expect(shown).toMatchObject({ file_reference: key, part_of_id: null, size: 17, controls_total: 1 });
    expect(Buffer.from(await (await fetch(shown.download_url)).arrayBuffer())).toEqual(content);
    for (const query of [`evidence_key=${encodeURIComponent(key)}`, `evidence_key=${key}&control_id=${control}`]) {
      expect(await tenant.admin.rest(`/api/evidence?${query}`)).toMatchObject([{ id }]);
    }
    await runImport(tenant.admin, integration, prowlerReport([auditTrail('FAIL')]));
    const both = await tenant.admin.rest<EvidenceBody[]>(`/api/evidence?control_id=${control}`);
    expect(both.map(({ title }) => title)).toEqual(Array(2).fill('Scan result of PCI DSS 10.2.1.6'));
    expect(both.map(({ part_of_id: whole }) => whole === null)).toEqual([false, true]);
  });

  it('of a scan of one framework belongs to that framework only', async () => {
    const tenant = await service.addTenant('Single', 'ENTERPRISE');
    await connect(tenant.admin, 'demo');
    await runScan(tenant.member, { framework_id: frameworkId('soc2') });
    const [listed] = await tenant.admin.rest<EvidenceBody[]>('/api/evidence');
    const evidence = [await tenant.admin.rest<EvidenceBody>(`/api/evidence/${listed?.id ?? ''}`)];
    expect(new Set(evidence.flatMap(({ controls }) => controls.map(({ framework }) => framework)))).toEqual(
      new Set(['SOC 2']),
    );
  });

  it('of another tenant returns the same as for an unknown id', async () => {
    const answers = [];
    for (const each of [whole.id, parts[0]?.id ?? '', '00000000-0000-4000-8000-000000000000', 'x']) {
      answers.push(await service.b.admin.get(`/api/evidence/${each}`, { 'x-request-id': 'the-same' }));
    }
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await service.b.admin.rest('/api/evidence')).toEqual([]);
  });
});
