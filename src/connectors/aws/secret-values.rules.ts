import { redact } from '../redact.js';

const MARK = '[redacted]';

/** Whether a variable or parameter looks like a credential: by a known token format, or by its name. */
export function looksSecret(name: string, value: string): boolean {
  if (value.includes(MARK)) return false;
  return redact(value).includes(MARK) || redact(`${name}=${value}`).includes(MARK);
}
