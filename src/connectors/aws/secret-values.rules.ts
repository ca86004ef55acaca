import { redact } from '../redact.js';

const MARK = '[redacted]';

/** Whether a named value, a variable or a parameter, looks like a credential: a known form of token, or a telling name. */
export function looksSecret(name: string, value: string): boolean {
  if (value.includes(MARK)) return false;
  return redact(value).includes(MARK) || redact(`${name}=${value}`).includes(MARK);
}
