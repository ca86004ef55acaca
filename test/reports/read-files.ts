import Excel from 'exceljs';
import { parse as parseHtml, type DefaultTreeAdapterTypes } from 'parse5';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What is written in a file of a report, piece by piece, and the language that it declares; null where the format has none. */
export interface ReadFile {
  texts: string[];
  language: string | null;
}

/** The text of every page of a PDF, and what it says of itself. */
export async function readPdf(file: Buffer): Promise<ReadFile & { info: Record<string, unknown> }> {
  const document = await getDocument({ data: new Uint8Array(file), useSystemFonts: false, verbosity: 0 }).promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  const info = (await document.getMetadata()).info as Record<string, unknown>;
  texts.push(...(await document.getOutline()).map(({ title }) => title), String(info.Title), String(info.Subject));
  await document.destroy();
  return { texts, info, language: String(info.Language) };
}

/** Every text of a page, and the attributes that a screen reader reads. */
export function readHtml(file: Buffer): ReadFile {
  const texts: string[] = [];
  let language: string | null = null;
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      if (node.tagName === 'style') return;
      for (const { name, value } of node.attrs) {
        if (name === 'aria-label') texts.push(value);
        if (name === 'lang') language = value;
      }
    }
    if ('value' in node) texts.push(node.value);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parseHtml(file.toString('utf8')));
  return { texts, language };
}

/** The names of the sheets of a workbook and every text in them. */
export async function readXlsx(file: Buffer): Promise<ReadFile & { workbook: Excel.Workbook }> {
  const workbook = new Excel.Workbook();
  await workbook.xlsx.load(file as unknown as Parameters<typeof workbook.xlsx.load>[0]);
  const texts = [workbook.title];
  for (const sheet of workbook.worksheets) {
    texts.push(sheet.name);
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        if (!(cell.value instanceof Date)) texts.push(cell.text);
      }),
    );
  }
  return { texts, language: null, workbook };
}
