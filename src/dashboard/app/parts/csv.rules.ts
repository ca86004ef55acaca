/** Rows as CSV (RFC 4180), the header first. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

/**
 * What a spreadsheet may take for a formula, at the begin of a text and after what another locale takes for the end of a cell: some of it
 * was typed by people. As in the service's own CSV. Source: OWASP, "CSV Injection".
 */
const FORMULA = /(^|[;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠]|^[\t\r\n])/g;

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return `"${value.replaceAll(FORMULA, "$1'").replaceAll('"', '""')}"`;
}
