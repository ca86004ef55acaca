import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseCsv } from 'csv-parse/sync';
import Excel from 'exceljs';
import { parse as parseHtml, type DefaultTreeAdapterTypes } from 'parse5';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { catalogueOf } from '../catalogue/shipped.js';
import { prowlerReport } from '../integrations/reports.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { fileOf, generate, jsonReport, TYPES } from './reports.js';

const NAME = 'Müller & Söhne – Kraków 株式会社';
const HOSTILE_NAME = `=HYPERLINK("https://example.org","<img src=x onerror=alert(1)>")`;
const HOSTILE_TITLE = `<script>alert(1)</script>`;
const HOSTILE_RESOURCE = `=cmd|' /C calc'!A0`;

interface GapReport {
  gap_analysis: { gaps: { rank: number; control_id: string; priority: number }[] };
}

describe('report files', () => {
  let service: TestService;
  let hostile: TestTenant;

  beforeAll(async () => {
    service = await startService();
    hostile = await service.addTenant('Hostile', 'ENTERPRISE');
    await service.database.query('update tenants set name = $2 where id = $1', [service.a.tenantId, NAME]);
    await service.database.query('update tenants set name = $2 where id = $1', [hostile.tenantId, HOSTILE_NAME]);
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
    const integration = await connect(hostile.admin, 'prowler');
    // Decides controls of SOC 2, so that they fail with these texts.
    const rule = 'iam_user_mfa_enabled_console_access';
    const finding = { rule, status: 'FAIL' as const, resource: HOSTILE_RESOURCE, text: '-2+3' };
    const report = prowlerReport([finding]).replace(`About ${rule}`, HOSTILE_TITLE);
    await runImport(hostile.admin, integration, report);
    // A failing check is named by what we state of it; what people write is printed as it is.
    const judged = catalogueOf().universalControls.find(({ code }) => code === 'UCF-PHY-02');
    await assess(hostile.admin, judged?.id ?? '', 'non_compliant', { details: HOSTILE_TITLE });
  });
  afterAll(() => service.stop());

  const made = new Map<string, Promise<Buffer>>();

  /** The file of a report on SOC 2; each is made once. */
  function make(tenant: TestTenant, report_type: string, format: string): Promise<Buffer> {
    const key = `${tenant.tenantId} ${report_type} ${format}`;
    const known = made.get(key);
    if (known) return known;
    const making = generate(tenant.member, { framework: 'SOC 2', report_type, format }).then(fileOf);
    made.set(key, making);
    return making;
  }

  describe('CSV', () => {
    const read = (file: Buffer) => parseCsv(file, { bom: true, columns: true }) as unknown as Record<string, string>[];

    it.each([
      ['compliance_summary', 61],
      ['evidence_collection', 61],
      ['statement_of_applicability', 61],
    ])('of type %s has a row for each of the %i controls', async (type, count) => {
      const rows = read(await make(service.a, type, 'csv'));
      expect(rows).toHaveLength(count);
      expect(rows[0]).toMatchObject({ control_id: 'A1.1', organization: NAME, framework: 'SOC 2' });
    });

    it('of a compliance summary has the assurance of every control', async () => {
      const { control_status: statuses } = await jsonReport(service.a.member, { framework: 'SOC 2' });
      const rows = read(await make(service.a, 'compliance_summary', 'csv'));
      expect(rows.map(({ control_id, status, assurance }) => [control_id, status, assurance])).toEqual(
        statuses.map(({ control_id, status, assurance }) => [control_id, status, assurance ?? '']),
      );
    });

    it('of a gap analysis has the same ranks as the JSON report', async () => {
      const { gap_analysis: analysis } = await jsonReport<GapReport>(service.a.member, {
        framework: 'SOC 2',
        report_type: 'gap_analysis',
      });
      const rows = read(await make(service.a, 'gap_analysis', 'csv'));
      expect(rows.map(({ rank, control_id, priority }) => [Number(rank), control_id, Number(priority)])).toEqual(
        analysis.gaps.map(({ rank, control_id, priority }) => [rank, control_id, priority]),
      );
      for (const { priority, severity_points: a, framework_points: b, effort_points: c } of rows) {
        expect(Number(priority)).toBe(Number(a) + Number(b) + Number(c));
      }
    });

    it('of an executive summary has one row per figure', async () => {
      const rows = read(await make(service.a, 'executive_summary', 'csv'));
      const values = Object.fromEntries(rows.map(({ figure = '', value }) => [figure, value]));
      expect(values.total_controls).toBe('61');
      expect(values.assured_score).toBe(String(Math.round((1_000 * Number(values.assured_controls)) / 61) / 10));
      expect(values.score).toBe(String(Math.round((1_000 * Number(values.passed_controls)) / 61) / 10));
    });

    it('begins with a byte order mark and ends lines with CRLF', async () => {
      const text = (await make(service.a, 'compliance_summary', 'csv')).toString('utf8');
      expect(text.startsWith('\uFEFF"control_id","title",')).toBe(true);
      expect(text.endsWith('\r\n')).toBe(true);
    });

    it('contains no cell that a spreadsheet evaluates as a formula', async () => {
      for (const type of TYPES) {
        const rows = read(await make(hostile, type, 'csv'));
        const cells = rows.flatMap((row) => Object.values(row)).filter((cell) => !/^-?[\d.]+$/.test(cell));
        expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
        expect(rows[0]?.organization).toBe(`'${HOSTILE_NAME}`);
      }
    });
  });

  describe('XLSX', () => {
    const read = async (file: Buffer) => {
      const workbook = new Excel.Workbook();
      await workbook.xlsx.load(file as unknown as Parameters<typeof workbook.xlsx.load>[0]);
      return workbook;
    };

    it.each([
      [
        'compliance_summary',
        ['Summary', 'Categories', 'Controls', 'Remediation', 'Failing resources', 'Evidence', 'Exceptions'],
      ],
      ['gap_analysis', ['Summary', 'Gaps', 'Remediation', 'Failing resources', 'Evidence', 'Exceptions']],
      ['executive_summary', ['Summary', 'Figures', 'Trend', 'Top risks', 'Strongest', 'Weakest', 'Exceptions']],
      [
        'evidence_collection',
        ['Summary', 'Categories', 'Evidence gaps', 'Evidence by control', 'Evidence', 'Exceptions'],
      ],
      ['statement_of_applicability', ['Summary', 'Applicability', 'Exceptions']],
    ])('of type %s has its sheets, each with a frozen and filtered header', async (type, names) => {
      const workbook = await read(await make(service.a, type, 'xlsx'));
      expect(workbook.worksheets.map(({ name }) => name)).toEqual(names);
      for (const sheet of workbook.worksheets.slice(1)) {
        expect(sheet.views).toMatchObject([{ state: 'frozen', ySplit: 1 }]);
        expect(sheet.autoFilter).toBeTruthy();
      }
    });

    it('stores numbers, dates and percentages as typed cells', async () => {
      const controls = (await read(await make(service.a, 'compliance_summary', 'xlsx'))).getWorksheet('Controls');
      const titles = (controls?.getRow(1).values as string[]).slice(1);
      const column = (title: string) => titles.indexOf(title) + 1;
      expect(controls?.getRow(2).getCell(column('Control')).value).toBe('A1.1');
      const codes = (controls?.getColumn(column('Control')).values ?? []) as string[];
      const failed = controls?.getRow(codes.indexOf('CC6.6'));
      expect(failed?.getCell(column('Decided')).value).toBeInstanceOf(Date);
      expect(typeof failed?.getCell(column('Resources passed')).value).toBe('number');
      expect(controls?.rowCount).toBe(62);
      const categories = (await read(await make(service.a, 'compliance_summary', 'xlsx'))).getWorksheet('Categories');
      const heads = (categories?.getRow(1).values as string[]).slice(1);
      const cellOf = (title: string) => categories?.getRow(2).getCell(heads.indexOf(title) + 1);
      for (const [score, count] of [
        ['Assured score', 'Shown in full'],
        ['Score', 'Passed'],
      ] as const) {
        expect(cellOf(score)?.value).toBeCloseTo(Number(cellOf(count)?.value) / Number(cellOf('Controls')?.value), 3);
        expect(cellOf(score)?.numFmt).toBe('0.0%');
      }
    });

    it('begins its summary with the assured score, then the score', async () => {
      const summary = (await read(await make(service.a, 'compliance_summary', 'xlsx'))).getWorksheet('Summary');
      const labels = (summary?.getColumn(1).values ?? []) as string[];
      const at = labels.indexOf('Assured score');
      expect(labels[at + 1]).toBe('Compliance score');
      for (const row of [at, at + 1]) expect(summary?.getRow(row).getCell(2).numFmt).toBe('0.0%');
    });

    it('contains no formula, whatever names and findings contain', async () => {
      const texts: string[] = [];
      for (const type of TYPES) {
        for (const sheet of (await read(await make(hostile, type, 'xlsx'))).worksheets) {
          sheet.eachRow((row) =>
            row.eachCell((cell) => {
              expect(cell.formula).toBeUndefined();
              texts.push(cell.text);
            }),
          );
        }
      }
      expect(texts).toContain(`'${HOSTILE_RESOURCE}`);
      expect(texts).toContain(`'${HOSTILE_NAME}`);
      expect(texts.filter((text) => /^[=+@\t\r]/.test(text))).toEqual([]);
    });
  });

  describe('HTML', () => {
    const elements = (node: DefaultTreeAdapterTypes.Node): DefaultTreeAdapterTypes.Element[] => {
      const children = 'childNodes' in node ? node.childNodes.flatMap(elements) : [];
      return 'tagName' in node ? [node, ...children] : children;
    };
    const textOf = (node: DefaultTreeAdapterTypes.Node): string =>
      'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
    const read = (file: Buffer) => {
      const problems: string[] = [];
      const document = parseHtml(file.toString('utf8'), { onParseError: ({ code }) => problems.push(code) });
      expect(problems).toEqual([]);
      return { all: elements(document), text: textOf(document) };
    };

    it.each(TYPES)('of type %s declares a language, one title and headers in every table', async (type) => {
      const { all, text } = read(await make(service.a, type, 'html'));
      const tagged = (name: string) => all.filter(({ tagName }) => tagName === name);
      expect(tagged('html')[0]?.attrs).toContainEqual({ name: 'lang', value: 'en' });
      expect(tagged('h1')).toHaveLength(1);
      expect(text).toContain(NAME);
      for (const table of tagged('table')) {
        const heads = elements(table).filter(({ tagName }) => tagName === 'th');
        expect(heads.length).toBeGreaterThan(0);
        expect(heads.every(({ attrs }) => attrs.some(({ name }) => name === 'scope'))).toBe(true);
      }
    });

    it.each(TYPES)('of type %s begins with the assured score, then the score', async (type) => {
      const { text } = read(await make(service.a, type, 'html'));
      expect(text.indexOf('Assured score')).toBeGreaterThan(0);
      expect(text.indexOf('Compliance score')).toBeGreaterThan(text.indexOf('Assured score'));
      expect(text.indexOf('Contents')).toBeGreaterThan(text.indexOf('Compliance score'));
    });

    it.each(TYPES)('of type %s contains no script and loads no resource', async (type) => {
      const { all, text } = read(await make(hostile, type, 'html'));
      const names = new Set(all.map(({ tagName }) => tagName));
      for (const name of ['script', 'img', 'iframe', 'link', 'object', 'form']) expect(names).not.toContain(name);
      const attributes = all.flatMap(({ attrs }) => attrs);
      expect(attributes.filter(({ name }) => name.startsWith('on') || name === 'src')).toEqual([]);
      expect(attributes.filter(({ name, value }) => name === 'href' && !value.startsWith('#'))).toEqual([]);
      expect(text).toContain(HOSTILE_NAME);
    });

    it('escapes hostile texts', async () => {
      const { text } = read(await make(hostile, 'gap_analysis', 'html'));
      expect(text).toContain(HOSTILE_TITLE);
      expect(text).toContain(HOSTILE_NAME);
    });
  });

  describe('PDF', () => {
    const read = async (file: Buffer) => {
      const document = await getDocument({ data: new Uint8Array(file), useSystemFonts: false, verbosity: 0 }).promise;
      const pages: string[] = [];
      for (let number = 1; number <= document.numPages; number += 1) {
        const { items } = await (await document.getPage(number)).getTextContent();
        pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
      }
      const { info } = await document.getMetadata();
      const outline = await document.getOutline();
      await document.destroy();
      return { pages, info: info as Record<string, unknown>, bookmarks: outline.map(({ title }) => title) };
    };

    it.each([
      ['compliance_summary', 'Compliance summary', ['By category', 'Controls', 'Remediation', 'Evidence']],
      ['gap_analysis', 'Gap analysis', ['Unmet controls by priority', 'What to do']],
      ['executive_summary', 'Executive summary', ['At a glance', 'Trend', 'Top risks']],
      ['evidence_collection', 'Evidence collection', ['Completeness', 'Gaps', 'Evidence by control', 'Artifacts']],
      ['statement_of_applicability', 'Statement of applicability', ['Applicability']],
    ])('of type %s has a cover, bookmarks, a title and numbered pages', async (type, title, sections) => {
      const { pages, info, bookmarks } = await read(await make(service.a, type, 'pdf'));
      expect(info).toMatchObject({ Title: expect.stringContaining(title), Author: NAME, Language: 'en' });
      expect(bookmarks).toEqual(expect.arrayContaining([title, ...sections]));
      expect(pages[0]?.replace(/\s+/g, ' ')).toContain('Müller & Söhne – Kraków');
      expect(pages[0]).toContain('株式会社');
      expect(pages[0]).toMatch(/Assured score.*Compliance score/s);
      for (const [index, page] of pages.slice(1).entries()) {
        expect(page).toContain(`Page ${index + 2} of ${pages.length}`);
      }
    });

    it('repeats the table header on every page and shows statuses as words', async () => {
      const { pages } = await read(await make(service.a, 'compliance_summary', 'pdf'));
      const listed = pages.filter((page) => /CC6\.\d/.test(page) && /Passed|Failed/.test(page));
      expect(listed.length).toBeGreaterThan(0);
      for (const page of listed) expect(page).toMatch(/Control .*Title .*Status/);
      for (const word of ['Passed', 'Failed', 'Not assessed']) expect(pages.join(' ')).toContain(word);
    });
  });
});
