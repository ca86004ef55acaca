import type { Cell, ReportDocument } from '../document/document.js';
import { csvText } from '../../../platform/spreadsheet-cell.rules.js';
import { yieldToEventLoop } from './yield-to-event-loop.js';

const ROWS_AT_ONCE = 200;
/** Byte order mark: without it Excel reads UTF-8 as the local code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The main table of a report after RFC 4180: a header, CRLF, values as the interface spells them, every text in quotes. The provenance
 * is repeated in every row. Texts that a spreadsheet could evaluate are neutralised.
 */
export async function* writeCsv({ main, provenance }: ReportDocument): AsyncGenerator<Buffer> {
  const header = [...main.columns.map(({ key }) => key), ...provenance.map(([key]) => key)];
  yield Buffer.from(BYTE_ORDER_MARK + line(header));
  const origin = provenance.map(([, value]) => value);
  for (let start = 0; start < main.rows.length; start += ROWS_AT_ONCE) {
    const lines = main.rows.slice(start, start + ROWS_AT_ONCE).map((cells) => line([...cells, ...origin]));
    yield Buffer.from(lines.join(''));
    await yieldToEventLoop();
  }
}

function line(cells: Cell[]): string {
  return `${cells.map(field).join(',')}\r\n`;
}

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (cell instanceof Date) return csvText(cell.toISOString());
  return csvText(typeof cell === 'string' ? cell : cell.code);
}
