import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { connect, runScan } from '../support/scans.js';
import { readHtml, readPdf } from './read-files.js';
import { fileOf, generate, jsonReport } from './reports.js';
import { filesOfZip } from './zip-reader.js';

const GENERATE = `mutation ($input: GenerateReportInput!) {
  generateReport(input: $input) { report { id language } } }`;

interface Manifest {
  left_out: string[];
  entries: { path: string; about: string }[];
}

describe('the language of a report', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
  });
  afterAll(() => service.stop());

  const make = async (more: object = {}) =>
    (await generate(service.a.member, { framework: 'SOC 2', format: 'html', ...more })) as Awaited<
      ReturnType<typeof generate>
    > & { language: string };

  it('is English unless another one is asked for', async () => {
    const report = await make();
    expect(report.language).toBe('en');
    expect(readHtml(await fileOf(report)).language).toBe('en');
  });

  it('is stored with it, and that of the same report made again', async () => {
    const { id, language } = await make({ language: 'de', format: 'pdf' });
    expect(language).toBe('de');
    expect(await service.a.member.rest(`/api/reports/${id}`)).toMatchObject({ id, language: 'de' });
    const { status, body } = await service.a.member.post(`/api/reports/${id}/regenerate`);
    expect(status).toBe(201);
    const again = (body as { data: { report_url: string; language: string } }).data;
    expect(again.language).toBe('de');
    const { texts, info } = await readPdf(await fileOf(again));
    expect(info).toMatchObject({ Language: 'de', Title: expect.stringContaining('Konformitätsübersicht: SOC 2') });
    expect(texts[0]).toMatch(/Ganz erfüllt.*Erfüllung.*im englischen Wortlaut.*Rahmenwerk/s);
    for (const [index, page] of texts.slice(1, 3).entries()) expect(page).toContain(`Seite ${index + 2} von `);
  });

  it('is one that there is', async () => {
    const { status, body } = await service.a.member.post('/api/reports/generate', {
      framework: 'SOC 2',
      language: 'fr',
    });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        error: { code: 'VALIDATION_FAILED', details: [{ field: '/language', message: 'must be one of en, de' }] },
      },
    });
  });

  it('can be asked for in the graph, and is in the audit trail', async () => {
    const { generateReport } = await service.a.member.data<{
      generateReport: { report: { id: string; language: string } };
    }>(GENERATE, { input: { framework: 'SOC 2', language: 'de' } });
    expect(generateReport.report.language).toBe('de');
    const [entry] = await service.database.query<{ after: object }>(
      `select after from audit_log where action = 'report.generated' and resource_id = $1`,
      [generateReport.report.id],
    );
    expect(entry?.after).toMatchObject({ language: 'de' });
  });

  it('changes the sentences of a JSON report, and none of its codes', async () => {
    interface Gaps {
      metadata: { language: string };
      gap_analysis: { priority_formula: string; gaps: { status: string; inputs: { severity: string } }[] };
    }
    const about = { framework: 'SOC 2', report_type: 'gap_analysis' };
    const german = await jsonReport<Gaps>(service.a.member, { ...about, language: 'de' });
    const english = await jsonReport<Gaps>(service.a.member, about);
    expect([german.metadata.language, english.metadata.language]).toEqual(['de', 'en']);
    expect(german.gap_analysis.priority_formula).toMatch(/^Priorität = Schweregrad /);
    const codes = ({ gap_analysis: { gaps } }: Gaps) => gaps.map(({ status, inputs }) => [status, inputs.severity]);
    expect(codes(german)).toEqual(codes(english));
  });

  it('of an audit package is that of its first page and its reports, and its manifest has English words', async () => {
    const report = await generate(service.a.auditor, {
      ...{ framework: 'SOC 2', report_type: 'audit_package', language: 'de' },
    });
    const files = filesOfZip(await fileOf(report));
    const page = readHtml(files.get('index.html') ?? Buffer.of());
    expect(page.language).toBe('de');
    expect(page.texts).toEqual(expect.arrayContaining(['Auditpaket: SOC 2', 'Nachweise mit ihren Anforderungen']));
    expect(readHtml(files.get('report/compliance-summary.html') ?? Buffer.of()).language).toBe('de');
    const { entries } = JSON.parse(files.get('manifest.json')?.toString() ?? '') as Manifest;
    expect(entries).toContainEqual(
      expect.objectContaining({ path: 'evidence/evidence.csv', about: 'Artifacts with their controls' }),
    );
  });
});
