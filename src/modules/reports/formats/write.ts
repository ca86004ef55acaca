import type { ReportContent } from '../content/content.type.js';
import { documentOf } from '../document/document.rules.js';
import type { ReportFormat } from '../report-kinds.js';
import { writeCsv } from './csv.js';
import { writeHtml } from './html.js';
import { writeJson } from './json.js';

/** Stream of the bytes of a report in a format. */
export async function* writeReport(content: ReportContent, format: ReportFormat): AsyncGenerator<Buffer> {
  for await (const bytes of await written(content, format)) yield bytes;
}

/** The PDF and XLSX writers are large: they are loaded on first use. */
async function written(content: ReportContent, format: ReportFormat): Promise<AsyncIterable<Buffer>> {
  switch (format) {
    case 'json':
      return writeJson(content);
    case 'csv':
      return writeCsv(documentOf(content));
    case 'xlsx':
      return (await import('./xlsx.js')).writeXlsx(documentOf(content));
    case 'pdf':
      return (await import('./pdf/pdf.js')).writePdf(documentOf(content));
    case 'html':
      return writeHtml(documentOf(content));
  }
}
