import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { controlId } from '../catalogue/shipped.js';
import { prowlerReport } from '../integrations/reports.js';
import { fileOf, generate, jsonReport } from '../reports/reports.js';
import { connect, resultsOf, runImport, storedBytes } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

/** More than any of the lists shows. */
const FAILING = 250;
const AUDITED = '10.2.1.6';
const FRAMEWORK = 'PCI DSS';

/** What a list shows of the failing resources, and what it says of the rest. */
interface CutList {
  shown: number;
  total: number | null;
  url: string | null;
}
interface Detail {
  control_id: string;
  affected_resources: unknown[];
  affected_resources_total: number;
  findings_urls: string[];
}

let service: TestService;
let scanId = '';
beforeAll(async () => {
  service = await startService({ content: contentOfOneSystem() });
  const { admin } = service.a;
  const report = Array.from({ length: FAILING }, (_, index) => ({
    rule: AUDIT_TRAIL.prowler,
    status: 'FAIL' as const,
    resource: `r-${index}`,
  }));
  const others = [{ rule: 'a_rule_of_nobody', status: 'FAIL' as const, resource: 'other' }];
  scanId = (await runImport(admin, await connect(admin, 'prowler'), prowlerReport([...report, ...others]))).id;
});
afterAll(() => service.stop());

async function ofControl(): Promise<CutList> {
  const { control } = await service.a.member.data<{
    control: { latestFinding: { resources: unknown[]; resourcesTotal: number; findingsUrl: string } };
  }>('query ($id: ID!) { control(id: $id) { latestFinding { resources { id } resourcesTotal findingsUrl } } }', {
    id: controlId('pci-dss', AUDITED),
  });
  const { resources, resourcesTotal: total, findingsUrl: url } = control.latestFinding;
  return { shown: resources.length, total, url };
}

async function ofArtifact(): Promise<CutList> {
  const result = (await resultsOf(service.a.member, scanId)).find(({ control_id: id }) => id === AUDITED);
  const text = String(await storedBytes(service.config.dataDir, result?.evidence_key ?? null));
  const { checks } = JSON.parse(text) as {
    checks: { failures: unknown[]; failures_total: number; findings_url: string }[];
  };
  expect(checks).toHaveLength(1);
  const { failures = [], failures_total: total = null, findings_url: url = null } = checks[0] ?? {};
  return { shown: failures.length, total, url };
}

const ofReport = (type: string, detailsOf: (report: Record<string, unknown>) => Detail[]) => async () => {
  const report = await jsonReport<Record<string, unknown>>(service.a.member, {
    framework: FRAMEWORK,
    report_type: type,
  });
  const detail = detailsOf(report).find(({ control_id: id }) => id === AUDITED);
  const {
    affected_resources: shown = [],
    affected_resources_total: total = null,
    findings_urls: urls = [],
  } = detail ?? {};
  expect(urls).toHaveLength(1);
  return { shown: shown.length, total, url: urls[0] ?? null };
};

const ofCsv = (type: string) => async (): Promise<CutList> => {
  const order = { framework: FRAMEWORK, report_type: type, format: 'csv' };
  const file = await fileOf(await generate(service.a.member, order));
  const rows = parse(file, { bom: true, columns: true }) as unknown as Record<string, string>[];
  const row = rows.find(({ control_id: id }) => id === AUDITED);
  return { shown: 0, total: Number(row?.resources_failed), url: row?.findings_urls ?? null };
};

/** Every list of failing resources that is cut, with its limit. */
const LISTS: Readonly<Record<string, { limit: number; read: () => Promise<CutList> }>> = {
  'the latest finding of a control': { limit: 100, read: ofControl },
  'the artifact of a control': { limit: 25, read: ofArtifact },
  'a compliance summary': {
    limit: 5,
    read: ofReport('compliance_summary', (report) => (report.compliance_summary as { controls: Detail[] }).controls),
  },
  'a gap analysis': {
    limit: 5,
    read: ofReport('gap_analysis', (report) => (report.gap_analysis as { gaps: Detail[] }).gaps),
  },
  'a compliance summary in CSV': { limit: 0, read: ofCsv('compliance_summary') },
  'a gap analysis in CSV': { limit: 0, read: ofCsv('gap_analysis') },
};

describe.each(Object.entries(LISTS))('%s', (_name, { limit, read }) => {
  it('says of more failing resources than it shows how many there are, and leads to all of them', async () => {
    const { shown, total, url } = await read();
    expect({ shown, total }).toEqual({ shown: limit, total: FAILING });
    const { status, body } = await service.a.member.get(`${url ?? ''}&limit=1`);
    expect(status).toBe(200);
    expect((body as { meta: { pagination: { total: number } } }).meta.pagination.total).toBe(FAILING);
    const { text } = await service.a.member.get(url ?? '', { accept: 'application/x-ndjson' });
    const ids = text
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { resource_id: string }).resource_id);
    expect(new Set(ids)).toEqual(new Set(Array.from({ length: FAILING }, (_, index) => `r-${index}`)));
  });
});
