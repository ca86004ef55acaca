/** Texts that a spreadsheet may evaluate as a formula. Source: OWASP, "CSV Injection". */
const FORMULA_START = /^[=+\-@\t\r]/;

/** The text with an apostrophe before anything that a spreadsheet could evaluate as a formula. Numbers are typed cells and need none. */
export function neutralised(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}
