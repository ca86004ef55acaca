import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '../../src/messages/messages.js';
import { contentOf } from '../../src/modules/reports/content/content.rules.js';
import { translated } from '../../src/modules/reports/content/finding-words.rules.js';
import { writeReport } from '../../src/modules/reports/formats/write.js';
import type { ReportFormat, ReportTypeName } from '../../src/modules/reports/report-kinds.js';
import { reportWords } from '../../src/modules/reports/report-words.rules.js';
import { textsOf } from '../messages/texts.js';
import { readHtml, readPdf, readXlsx, type ReadFile } from './read-files.js';
import { TYPES } from './reports.js';
import { QUOTED, RICH } from './rich-facts.js';

const NAMESPACES = ['reports', 'reportColumns', 'reportSections', 'reportFindings', 'remediation', 'terms'] as const;

/** The words of the messages of a language between their placeholders. */
function phrasesOf(language: 'en' | 'de'): Set<string> {
  const texts = NAMESPACES.flatMap((name) => [...textsOf(MESSAGES[language][name]).values()]);
  return new Set(texts.flatMap((text) => text.split(/\{\{[^}]*\}\}/)).flatMap((part) => part.match(PHRASE) ?? []));
}

const PHRASE = /\p{L}[\p{L} ’-]*\p{L}/gu;
const GERMAN = [...phrasesOf('de')].join('\n');

/** A phrase as whole words. */
function asWords(phrase: string): RegExp {
  return new RegExp(`(?<![\\p{L}_-])${phrase.replaceAll(' ', '\\s+')}(?![\\p{L}_-])`, 'u');
}

/** What German never says. */
const ENGLISH = [...phrasesOf('en')].filter((phrase) => !asWords(phrase).test(GERMAN));

async function written(type: ReportTypeName, format: ReportFormat, language: 'en' | 'de'): Promise<Buffer> {
  const content = contentOf(RICH, { type, language, publicUrl: 'https://x.example' });
  const chunks: Buffer[] = [];
  for await (const chunk of writeReport(content, format)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** English phrases in what is read, without the words of people and content. */
function englishIn({ texts }: ReadFile): string[] {
  let text = texts.join('\n').replace(/[^\S\n]+/g, ' ');
  for (const quoted of QUOTED) text = text.replaceAll(quoted, '·');
  return ENGLISH.filter((phrase) => asWords(phrase).test(text));
}

const READERS = { pdf: readPdf, html: (file: Buffer) => Promise.resolve(readHtml(file)), xlsx: readXlsx };

describe('a German report', () => {
  it('is looked through for every English phrase', () => {
    expect(ENGLISH.length).toBeGreaterThan(200);
    expect(ENGLISH).toEqual(
      expect.arrayContaining(['of', 'Finding', 'Not assessed', 'Generated', 'Skip to the content']),
    );
  });

  describe.each(TYPES)('of type %s', (type) => {
    it.each(['pdf', 'html', 'xlsx'] as const)('has no English word of ours as %s', async (format) => {
      const german = await READERS[format](await written(type, format, 'de'));
      expect(englishIn(german)).toEqual([]);
      // The same look finds them where they are.
      expect(englishIn(await READERS[format](await written(type, format, 'en'))).length).toBeGreaterThan(10);
    });

    it('declares its language, and says once what is not in it', async () => {
      const html = readHtml(await written(type, 'html', 'de'));
      const pdf = await readPdf(await written(type, 'pdf', 'de'));
      expect([html.language, pdf.language]).toEqual(['de', 'de']);
      const said = (texts: string[]) => texts.join(' ').replace(/\s+/g, ' ').split('im englischen Wortlaut').length - 1;
      expect([said(html.texts), said(pdf.texts.slice(0, 1)), said(pdf.texts)]).toEqual([1, 1, 1]);
      expect(said(readHtml(await written(type, 'html', 'en')).texts)).toBe(0);
    });

    it('has the codes, moments and names of members of the English one as CSV and JSON', async () => {
      const read = async (language: 'en' | 'de') =>
        parseCsv(await written(type, 'csv', language), { bom: true, columns: true }) as unknown as Record<
          string,
          string
        >[];
      const sentences = new Set(['finding', 'advice', 'justification', 'severity_basis', 'remediation']);
      const codes = (rows: Record<string, string>[]) =>
        rows.map((row) => Object.entries(row).filter(([name]) => !sentences.has(name)));
      expect(codes(await read('de'))).toEqual(codes(await read('en')));
      const keys = async (language: 'en' | 'de') => [
        ...textsOf(
          JSON.parse((await written(type, 'json', language)).toString(), (_, value: unknown) => value ?? ''),
        ).keys(),
      ];
      expect(await keys('de')).toEqual(await keys('en'));
    });
  });

  it('writes numbers, shares and moments as German does, and spreadsheets their formats', async () => {
    const { texts } = readHtml(await written('executive_summary', 'html', 'de'));
    // The moment of the report, and 2 passed of 6 in scope.
    expect(texts).toContain('31.03.2026, 12:00 UTC');
    expect(texts).toContain('33,3\u00a0%');
    const { workbook } = await readXlsx(await written('compliance_summary', 'xlsx', 'de'));
    const sheet = workbook.getWorksheet('Anforderungen');
    const titles = (sheet?.getRow(1).values ?? []) as string[];
    expect(sheet?.getRow(2).getCell(titles.indexOf('Entschieden')).numFmt).toBe('dd.mm.yyyy hh:mm');
    expect(sheet?.getRow(2).getCell(titles.indexOf('Status')).value).toBe('Nicht erfüllt');
  });

  it('says what checks found in German, with the words of the content', async () => {
    const csv = parseCsv(await written('compliance_summary', 'csv', 'de'), { bom: true, columns: true });
    const findings = (csv as unknown as { finding: string }[]).map(({ finding }) => finding);
    expect(findings.slice(0, 5)).toEqual([
      '3 von 5 Prüfungen nicht bestanden, bei 2 Ressourcen: Rule one; Rule two; und 1 weitere. Befunde bei 1 Ressource sind akzeptiert.',
      '1 Prüfung bestanden, bei 2 Ressourcen. Check one (2 Ressourcen).',
      '1 von 3 Prüfungen bestanden, 1 ohne Einblick (The action is refused.), 1 nicht gelaufen: Das zeigt nicht alles, was die Anforderung verlangt. 2 weitere Prüfungen sind gelaufen und stützen sie.',
      'Außerhalb des Geltungsbereichs: Zoë',
      'UCF-T-2 wurde als teilweise konform bewertet. Seen by the auditor.',
    ]);
  });
});

describe('the translation of a stored finding', () => {
  it.each([
    '1 check of 2 failed on 2 resources: Rule one.',
    '6 checks of 6 failed on 6 resources: Rule a; Rule b; Rule c; and 2 more.',
    '3 checks of 5 failed on 1 resource: It says: “2 of 3 passed.”. Findings on 4 resources are accepted.',
    '2 checks passed on 1 resource.',
    'Tests cannot show this control: a person has to assess it. 3 other checks ran and are evidence for it.',
    'No check of a connected integration decides this control. 1 other check ran and is evidence for it.',
    '1 of 2 checks passed, 1 could not look (The action is refused.): this does not show all that the control asks for.',
    '1 of 9 checks passed, 7 could not look (A (1); B; C; and 4 more), 1 did not run: this does not show all that the control asks for.',
    '0 of 2 checks passed: this does not show all that the control asks for.',
  ])('reads all of %j', (stored) => {
    // Said again in English, nothing is lost or added.
    expect(translated(reportWords('en'), stored)).toBe(stored);
    expect(translated(reportWords('de'), stored)).not.toContain('check');
  });

  it('leaves what it does not know as it is', () => {
    expect(translated(reportWords('de'), 'Words of a former release.')).toBe('Words of a former release.');
  });
});
