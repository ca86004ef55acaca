import { PassThrough, type Readable } from 'node:stream';
import Excel from 'exceljs';
import type { Cell, Column, ReportDocument, Table } from '../document/document.js';
import { cellText, codeOf } from '../document/cell-text.rules.js';
import type { Language } from '../../../messages/language.js';
import type { ReportWords } from '../report-words.rules.js';
import { neutralised } from '../../../platform/spreadsheet-cell.rules.js';
import { yieldToEventLoop } from './yield-to-event-loop.js';
import { STATUS_COLOURS } from './palette.js';

const ROWS_AT_ONCE = 200;
const WIDTH_MAX = 70;
const INK = 'FF14213D';
const PAPER = 'FFFFFFFF';
/** Format of a day by language, as spreadsheets write it. */
const DAYS: Readonly<Record<Language, string>> = { en: 'yyyy-mm-dd', de: 'dd.mm.yyyy' };

/**
 * A workbook: a summary sheet, then one sheet for each table of the document, each with a frozen and filtered header.
 * Written row by row; written rows are released from memory.
 */
export function writeXlsx(document: ReportDocument): Readable {
  const output = new PassThrough();
  write(document, output).catch((err: unknown) => output.destroy(err as Error));
  return output;
}

async function write(document: ReportDocument, output: PassThrough): Promise<void> {
  const workbook = new Excel.stream.xlsx.WorkbookWriter({ stream: output, useStyles: true, useSharedStrings: false });
  workbook.creator = 'Crosswalk';
  workbook.title = `${document.title}: ${document.subject}`;
  workbook.company = document.organization;
  workbook.created = document.generatedAt;
  workbook.modified = document.generatedAt;
  summarySheet(workbook, document);
  for (const table of tablesOf(document)) await tableSheet(workbook, document.words, table);
  await workbook.commit();
}

function tablesOf({ sections }: ReportDocument): Table[] {
  return sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'table' && block.only !== 'paper' ? [block.table] : [])),
  );
}

function summarySheet(workbook: Excel.stream.xlsx.WorkbookWriter, document: ReportDocument): void {
  const { words } = document;
  const sheet = workbook.addWorksheet(words.text('page.summary'), { views: [{ showGridLines: false }] });
  sheet.columns = [{ width: 28 }, { width: 60 }];
  const heading = sheet.addRow([neutralised(document.title)]);
  heading.font = { bold: true, size: 18, color: { argb: INK } };
  heading.height = 28;
  const organization = sheet.addRow([neutralised(document.organization)]);
  organization.font = { size: 12, color: { argb: 'FF52606D' } };
  sheet.addRow([]);
  for (const [label, percent] of [
    [words.text('score.assured'), document.assuredScore],
    [words.text('score.compliance'), document.score],
  ] as const) {
    const score = sheet.addRow([label, percent / 100]);
    score.font = { bold: true, size: 14 };
    score.getCell(2).numFmt = '0.0%';
    score.getCell(2).alignment = { horizontal: 'left' };
  }
  for (const { label, value, number } of document.figures) labelled(sheet, label, number ?? value);
  sheet.addRow([]);
  for (const [label, value] of document.facts) labelled(sheet, label, neutralised(value));
  sheet.addRow([]);
  if (document.note !== null) labelled(sheet, '', document.note);
  for (const { title, intro } of document.sections) labelled(sheet, title, neutralised(intro));
  sheet.commit();
}

function labelled(sheet: Excel.Worksheet, label: string, value: string | number): void {
  const row = sheet.addRow([label, value]);
  row.getCell(1).font = { bold: true };
  row.getCell(1).alignment = { vertical: 'top' };
  row.getCell(2).alignment = { wrapText: true, vertical: 'top', horizontal: 'left' };
}

async function tableSheet(workbook: Excel.stream.xlsx.WorkbookWriter, words: ReportWords, table: Table): Promise<void> {
  const { columns, rows } = table;
  const sheet = workbook.addWorksheet(table.title, {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  });
  sheet.columns = columns.map((column) => ({ width: widthOf(column), style: styleOf(column, words) }));
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1 + rows.length, column: columns.length } };
  sheet.pageSetup.printTitlesRow = '1:1';
  const header = sheet.addRow(columns.map(({ title }) => title));
  header.eachCell((cell) => {
    cell.style = {
      font: { bold: true, color: { argb: PAPER } },
      fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: INK } },
      alignment: { vertical: 'middle', wrapText: true },
    };
  });
  header.height = 32;
  header.commit();
  for (const [index, cells] of rows.entries()) {
    const row = sheet.addRow(cells.map((cell, at) => valueOf(words, cell, columns[at] ?? { kind: 'text' })));
    tint(row, cells, columns);
    row.commit();
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToEventLoop();
  }
  if (rows.length === 0) sheet.addRow([table.empty]).commit();
  sheet.commit();
}

/** Colours statuses and severities, always in addition to their words. */
function tint(row: Excel.Row, cells: Cell[], columns: Column[]): void {
  for (const [at, { kind }] of columns.entries()) {
    const colour = STATUS_COLOURS[codeOf(cells[at] ?? null)];
    if ((kind !== 'status' && kind !== 'severity' && kind !== 'state') || !colour) continue;
    row.getCell(at + 1).font = { bold: true, color: { argb: `FF${colour.ink.slice(1)}` } };
  }
}

function widthOf({ width }: Column): number {
  return Math.min(WIDTH_MAX, Math.max(9, width));
}

function styleOf({ kind }: Column, { language }: ReportWords): Partial<Excel.Style> {
  const day = DAYS[language];
  const alignment: Partial<Excel.Alignment> = { vertical: 'top', wrapText: kind === 'text' };
  switch (kind) {
    case 'percent':
      return { alignment, numFmt: '0.0%' };
    case 'moment':
      return { alignment, numFmt: `${day} hh:mm` };
    case 'day':
      return { alignment, numFmt: day };
    case 'link':
    case 'text':
    case 'code':
    case 'integer':
    case 'status':
    case 'severity':
    case 'state':
      return { alignment };
  }
}

/** Typed value of a cell: numbers and dates; a percentage as a fraction, which the cell's format multiplies. */
function valueOf(words: ReportWords, cell: Cell, column: Pick<Column, 'kind' | 'terms'>): Excel.CellValue {
  if (cell === null || cell instanceof Date) return cell;
  if (typeof cell === 'number') return column.kind === 'percent' ? cell / 100 : cell;
  if (column.kind === 'link' && typeof cell === 'string') return { text: cell, hyperlink: cell };
  return neutralised(cellText(words, cell, column));
}
