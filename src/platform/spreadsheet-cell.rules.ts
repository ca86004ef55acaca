/**
 * Begins of a text that a spreadsheet may evaluate as a formula, in full width too. Source: OWASP, "CSV Injection".
 */
const FORMULA_START = /^(?:[\s"]*[=+\-@＝＋－＠]|[\t\r\n])/;
/** The same after what another locale takes for the end of a cell: a list separator, a tab, a line break. A quotation mark before it ends at once. */
const FORMULA_AFTER_SEPARATOR = /([;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g;

/** The text with an apostrophe before anything that a spreadsheet could evaluate as a formula. Numbers are typed cells and need none. */
export function neutralised(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/**
 * A text as a cell of CSV: always in quotes (RFC 4180), and without a formula whether the reader ends cells at commas, semicolons or
 * tabs.
 */
export function csvText(text: string): string {
  const harmless = neutralised(text).replaceAll(FORMULA_AFTER_SEPARATOR, "$1'");
  return `"${harmless.replaceAll('"', '""')}"`;
}
