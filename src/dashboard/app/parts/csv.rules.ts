/** Rows as CSV (RFC 4180), the header first. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  // A spreadsheet takes what begins so for a formula, and some of it was typed by people.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
