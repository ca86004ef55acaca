import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../src/platform/clock.js';
import { signerOf } from '../audit/signing.js';
import { controlId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { fileOf, generate, type ReportBody } from './reports.js';
import { filesOfZip } from './zip-reader.js';

interface Manifest {
  framework: string;
  period: { from: string; to: string };
  left_out: string[];
  entries: { path: string; bytes: number; sha256: string; about: string }[];
}

const NOTE = 'The restore of 14 March took 41 minutes.';

describe('an audit package', () => {
  let service: TestService;
  let report: ReportBody;
  let files: Map<string, Buffer>;
  let folder: string;

  beforeAll(async () => {
    service = await startService();
    const { admin } = service.a;
    await connect(admin, 'demo');
    await runScan(admin);
    const form = (content: string, name: string, fields: Record<string, string>) =>
      uploaded(admin, ...Object.entries(fields).map(([name, content]) => ({ name, content })), file(content, name));
    const soc2 = { control_id: controlId('soc2', 'CC7.2') };
    await form(NOTE, 'restore test.txt', soc2);
    const { id: wrong } = await form('Of another company.', 'wrong.txt', soc2);
    await form('Of two years ago.', 'old.txt', {
      ...soc2,
      collected_at: new Date(Date.now() - 730 * DAY).toISOString(),
    });
    const { id: former } = await form('Policy of two years ago.', 'policy-1.txt', {
      ...soc2,
      collected_at: new Date(Date.now() - 730 * DAY).toISOString(),
    });
    await form('Policy of today.', 'policy-2.txt', { version_of: former });
    await form('Of another framework.', 'hipaa.txt', { control_id: controlId('hipaa', '164.312(b)') });
    await admin.post(`/api/evidence/${wrong}/withdraw`, { reason_code: 'wrong_file', reason: 'Of another company.' });
    await signerOf(service).sign(service.a.tenantId);
    report = await generate(service.a.auditor, { framework: 'SOC 2', report_type: 'audit_package' });
    files = filesOfZip(await fileOf(report));
    folder = await mkdtemp(join(tmpdir(), 'package-'));
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await service.stop();
  });

  const manifest = () => JSON.parse(files.get('manifest.json')?.toString() ?? '') as Manifest;
  const text = (path: string) => files.get(path)?.toString() ?? '';
  const verify = (...args: string[]) =>
    new Promise<{ status: number; output: string }>((resolve) => {
      execFile(process.execPath, [join(folder, 'verify.mjs'), ...args], { cwd: tmpdir() }, (err, stdout, stderr) =>
        resolve({ status: err ? Number(err.code) : 0, output: stdout + stderr }),
      );
    });

  it('is a zip of the library, with reports, evidence, findings, derivations and proofs', () => {
    expect(report).toMatchObject({ report_type: 'audit_package', format: 'zip' });
    const paths = [...files.keys()].filter((path) => !path.startsWith('evidence/files/'));
    expect(paths).toEqual([
      ...['report/compliance-summary.pdf', 'report/compliance-summary.html', 'report/compliance-summary.json'],
      ...['report/statement-of-applicability.pdf', 'report/statement-of-applicability.csv'],
      ...['report/evidence-collection.csv', 'evidence/evidence.csv', 'findings/findings.csv', 'derivations.json'],
      ...['audit/heads.txt', 'audit/public-keys.pem', 'audit/proofs.json', 'verify.mjs', 'index.html', 'manifest.json'],
    ]);
  });

  it('has the uploaded evidence of its framework and period, and says what is left out', () => {
    const uploaded = [...files.keys()].filter((path) => path.endsWith('.txt') && path.startsWith('evidence/files/'));
    const named = (name: string) => uploaded.filter((path) => path.endsWith(`/${name}`));
    expect(uploaded).toHaveLength(3);
    expect(named('restore test.txt')).toEqual([
      expect.stringMatching(/^evidence\/files\/[0-9a-f-]{36}\/restore test\.txt$/),
    ]);
    expect(text(named('restore test.txt')[0] ?? '')).toBe(NOTE);
    const lines = text('evidence/evidence.csv').split('\r\n');
    expect(lines.filter((line) => line.includes('"manual"'))).toHaveLength(4);
    expect(lines.find((line) => line.includes('wrong.txt'))).toMatch(/"wrong_file"/);
    expect(lines.find((line) => line.includes('restore test.txt'))).toContain('"CC7.2"');
    expect(manifest().left_out).toEqual(['The files of 1 withdrawn artifacts, which evidence.csv names.']);
    expect(Date.parse(manifest().period.to) - Date.parse(manifest().period.from)).toBe(365 * DAY);
  });

  it('has every version of a document of which one was collected in the period, each with its number', () => {
    const [header = '', ...lines] = text('evidence/evidence.csv').split('\r\n');
    expect(header).toMatch(/,"document_id","version","is_current"$/);
    const idOf = (line: string) => line.split('","')[0]?.slice(1) ?? '';
    const [first, second] = ['policy-1.txt', 'policy-2.txt'].map(
      (name) => lines.find((line) => line.includes(name)) ?? '',
    );
    expect(first).toContain(`"${idOf(first ?? '')}",1,"no"`);
    expect(second).toContain(`"${idOf(first ?? '')}",2,"yes"`);
    const path = [...files.keys()].find((each) => each.endsWith('/policy-1.txt'));
    expect(text(path ?? '')).toBe('Policy of two years ago.');
  });

  it('has the stored files of a scan for the controls of its framework only, each with the hash that the service has', async () => {
    const { entries } = manifest();
    const scanned = entries.filter(({ path }) => path.startsWith('evidence/files/') && !path.endsWith('.txt'));
    expect(scanned.length).toBeGreaterThan(5);
    for (const { path, about, sha256 } of scanned) {
      expect(about).toMatch(/^Scan result of SOC 2 [A-Z0-9.]+$/);
      expect(text(path)).toContain('"SOC 2"');
      expect(text(path)).not.toMatch(/HIPAA|PCI DSS|CMMC|HITRUST|ISO 27001|NIST CSF/);
      const [, , id = ''] = path.split('/');
      const artifact = await service.a.member.rest<{ sha256: string; title: string }>(`/api/evidence/${id}`);
      expect([artifact.sha256, artifact.title]).toEqual([sha256, about]);
    }
  });

  it('has the derivation of every control, and every current finding of its checks', async () => {
    const derivations = JSON.parse(text('derivations.json')) as { control_id: string; status: string }[];
    const controls = await service.a.admin.data<{ controls: { controlId: string; status: string }[] }>(
      '{ controls(framework: "SOC 2") { controlId status } }',
    );
    expect(derivations.map(({ control_id, status }) => [control_id, status])).toEqual(
      controls.controls.map(({ controlId: code, status }) => [code, status]),
    );
    const { findings } = await service.a.admin.data<{ findings: { totalCount: number } }>(
      '{ findings(where: { framework: "SOC 2" }, first: 1) { totalCount } }',
    );
    // A header, and an empty end.
    expect(text('findings/findings.csv').split('\r\n')).toHaveLength(findings.totalCount + 2);
    expect(findings.totalCount).toBeGreaterThan(50);
  });

  it('names the SHA-256 of every file in its manifest', () => {
    const { entries, framework } = manifest();
    expect(framework).toBe('SOC 2');
    expect(entries.map(({ path }) => path).toSorted()).toEqual(
      [...files.keys()].filter((path) => path !== 'manifest.json').toSorted(),
    );
    for (const { path, bytes, sha256 } of entries) {
      const content = files.get(path) ?? Buffer.alloc(0);
      expect([path, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([path, bytes, sha256]);
    }
    expect(text('index.html')).toContain('restore%20test.txt');
    expect(text('index.html')).not.toContain('<script');
  });

  it('is verified without the service, by a key that was noted before too', async () => {
    const verified = await verify();
    expect(verified).toMatchObject({ status: 0, output: expect.stringContaining('3 proofs') });
    const { auditKeys } = await service.a.auditor.data<{ auditKeys: { publicKey: string }[] }>(
      '{ auditKeys { publicKey } }',
    );
    const key = join(folder, '..', `${report.id}.pem`);
    await writeFile(key, auditKeys.map(({ publicKey }) => publicKey).join(''));
    expect(await verify(key)).toMatchObject({ status: 0 });
    await rm(key);
  });

  it.each([
    ['a changed file', 'findings/findings.csv', 'is not the file in the manifest'],
    ['an added file', 'evidence/files/added.txt', 'is not in the manifest'],
  ])('is not verified with %s', async (_, path, reason) => {
    await writeFile(join(folder, path), 'else');
    expect(await verify()).toMatchObject({ status: 1, output: expect.stringContaining(`${path} ${reason}`) });
    const before = files.get(path);
    await (before ? writeFile(join(folder, path), before) : rm(join(folder, path)));
    expect((await verify()).status).toBe(0);
  });

  it('is for admins and auditors alone, because it has entries of the audit trail', async () => {
    const { member, auditor, admin } = service.a;
    const asked = { framework: 'SOC 2', report_type: 'audit_package' };
    expect(await member.post('/api/reports/generate', asked)).toMatchObject({ status: 403 });
    expect((await member.get(`/api/reports/${report.id}`)).status).toBe(404);
    expect(await member.rest<object[]>('/api/reports?report_types=audit_package')).toEqual([]);
    expect((await member.post(`/api/reports/${report.id}/regenerate`)).status).toBe(404);
    expect(await auditor.rest<object[]>('/api/reports?report_types=audit_package')).toHaveLength(1);
    expect((await service.b.admin.get(`/api/reports/${report.id}`)).status).toBe(404);
    expect((await admin.get(`/api/reports/${report.id}`)).status).toBe(200);
  });

  it.each([
    ['another format', { format: 'pdf' }, '/format'],
    ['a moment', { as_of: '2026-01-01T00:00:00Z' }, '/as_of'],
    ['a period that has not begun', { period_from: '2100-01-01T00:00:00Z' }, '/period_from'],
  ])('is refused with %s', async (_, terms, field) => {
    const answer = await service.a.admin.post('/api/reports/generate', {
      ...{ framework: 'SOC 2', report_type: 'audit_package', ...terms },
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
  });

  it('has the evidence of the period that is asked for, and counts as stored until it is deleted', async () => {
    const { admin } = service.a;
    const before = (await admin.rest<{ usage: object }>('/api/org/profile')).usage;
    // Its period begins after everything, so that it is small and still counts.
    const small = await generate(admin, {
      framework: 'SOC 2',
      report_type: 'audit_package',
      period_from: report.generated_at,
    });
    expect([...filesOfZip(await fileOf(small)).keys()].filter((path) => path.startsWith('evidence/files/'))).toEqual(
      [],
    );
    expect((await admin.send('DELETE', `/api/reports/${small.id}`)).status).toBe(204);
    expect((await admin.rest<{ usage: object }>('/api/org/profile')).usage).toEqual(before);
  });
});
