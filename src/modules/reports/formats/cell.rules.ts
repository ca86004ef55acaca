/** What a spreadsheet may take for a formula. Source: OWASP, "CSV Injection". */
const FORMULA_START = /^[=+\-@\t\r]/;

/** A text that no spreadsheet runs: an apostrophe before what looks like the begin of a formula. Numbers are cells of their own kind. */
export function neutralised(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}
