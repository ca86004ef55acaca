import { fileTypeFromBuffer } from 'file-type';

/** Number of bytes at the beginning of a file that decide its type. */
export const SNIFFED_BYTES = 64 * 1024;

const UNKNOWN = 'application/octet-stream';
const CSV_LINES_MAX = 20;

/**
 * Media type of a file, determined from its first bytes, not from its name or the client's claim: a known signature
 * (`file-type`), else text that parses as JSON, HTML, XML or CSV, else plain text, else `application/octet-stream`. For
 * display only: no file is ever served under it.
 * @param isWhole whether `head` is the whole file
 */
export async function contentTypeOf(head: Buffer, isWhole: boolean): Promise<string> {
  const known = await fileTypeFromBuffer(head).catch(() => undefined);
  if (known) return known.mime;
  const text = textOf(head, isWhole);
  if (text === null) return UNKNOWN;
  if (isJson(text, isWhole)) return 'application/json';
  if (/^\s*<(!doctype\s+html|html)[\s>]/i.test(text)) return 'text/html';
  if (/^\s*<svg[\s>]/i.test(text)) return 'image/svg+xml';
  if (/^\s*<\?xml\s/i.test(text)) return 'application/xml';
  return isCsv(text, isWhole) ? 'text/csv' : 'text/plain';
}

/** The head as UTF-8 text; null for other bytes or unusual control characters. */
function textOf(head: Buffer, isWhole: boolean): string | null {
  try {
    // A character may be cut in two where there is more to come.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !isWhole });
    return text === '' || /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Whether a text is JSON: one value, or one on each line; of a longer file, its first lines or its beginning. */
function isJson(text: string, isWhole: boolean): boolean {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return false;
  if (isWhole && parses(trimmed)) return true;
  const [first = '', ...more] = trimmed.split(/\r?\n/);
  if (more.length > 0 && parses(first)) return true;
  return !isWhole && /^[[{]\s*(["{[\]}\d-]|true|false|null)/.test(trimmed);
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is CSV: at least two lines with the same number of commas, semicolons or tabs outside of quotes. */
function isCsv(text: string, isWhole: boolean): boolean {
  const unquoted = text.replace(/"(?:[^"]|"")*"/g, '');
  const lines = unquoted.split(/\r?\n/);
  const whole = (isWhole ? lines : lines.slice(0, -1)).filter((line) => line !== '').slice(0, CSV_LINES_MAX);
  if (whole.length < 2) return false;
  return [',', ';', '\t'].some((separator) => {
    const counts = whole.map((line) => line.split(separator).length);
    return (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0]);
  });
}
