import { redact } from './redact.js';

/** What stands for a credential in a text that went through `redact`. */
const REMOVED = '[redacted]';

/** Names whose value is a credential and nothing else. Words may stand together, apart, or in camel case. */
const TELLING =
  /(?:passw(?:or)?d|passphrase|pwd|secret_?access_?key|client_?secret|api_?key|private_?key|access_?token|auth_?token|account_?key)$/i;
/** Names whose value may as well be the name of a secret that is kept elsewhere. */
const HINTING = /(?:secret|token|credentials?|key)$/i;

/** Below so many bits for each character a text reads like a word or a name. */
const RANDOM_BITS_MIN = 3.5;
const RANDOM_CHARS_MIN = 20;

/**
 * Whether a setting looks as if its value were a password, key or token. A reference to a secret that is kept elsewhere,
 * an ARN or a path is none.
 */
export function looksLikeCredential(name: string, value: string): boolean {
  if (value.trim() === '') return false;
  if (hasCredential(value)) return true;
  if (TELLING.test(name)) return hasCredential(`password=${value}`);
  return HINTING.test(name) && isRandom(value);
}

/** Numbers of the lines of a text, from 1, that hold what looks like a credential. */
export function linesWithCredentials(text: string): number[] {
  const lines = text.split(/\r?\n/);
  const found = lines.flatMap((line, index) => (hasCredential(line) ? [index + 1] : []));
  const key = lines.findIndex((line) => /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/.test(line));
  return [...new Set(key < 0 ? found : [...found, key + 1])].sort((a, b) => a - b);
}

function hasCredential(text: string): boolean {
  return !text.includes(REMOVED) && redact(text, Number.MAX_SAFE_INTEGER).includes(REMOVED);
}

/** Long, of letters and digits, without the signs of a path or an address, and with no character much more often than others. */
function isRandom(value: string): boolean {
  if (value.length < RANDOM_CHARS_MIN || /[\s:.]|^\//.test(value)) return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  const bits = [...counts.values()].reduce((sum, count) => {
    const share = count / value.length;
    return sum - share * Math.log2(share);
  }, 0);
  return bits >= RANDOM_BITS_MIN;
}
