import { redact } from './redact.js';

/** Replacement of a credential by `redact`. */
const REMOVED = '[redacted]';

/** Names whose value is a credential and nothing else. Words may stand together, apart, or in camel case. */
const CREDENTIAL_NAME =
  /(?:passw(?:or)?d|passphrase|pwd|secret_?access_?key|client_?secret|api_?key|private_?key|access_?token|auth_?token|account_?key)$/i;
/** Names whose value may also be a reference to a secret that is stored elsewhere. */
const AMBIGUOUS_NAME = /(?:secret|token|credentials?|key)$/i;

/** Entropy, in bits per character, below which a text counts as words or a name. */
const RANDOM_BITS_MIN = 3.5;
const RANDOM_CHARS_MIN = 20;

/**
 * Whether the value of a setting looks like a password, key or token. A reference to a secret that is stored elsewhere,
 * an ARN or a path does not.
 */
export function looksLikeCredential(name: string, value: string): boolean {
  if (value.trim() === '') return false;
  if (hasCredential(value)) return true;
  if (CREDENTIAL_NAME.test(name)) return hasCredential(`password=${value}`);
  return AMBIGUOUS_NAME.test(name) && isRandom(value);
}

/** Line numbers, from 1, of a text that hold what looks like a credential. */
export function linesWithCredentials(text: string): number[] {
  const lines = text.split(/\r?\n/);
  const found = lines.flatMap((line, index) => (hasCredential(line) ? [index + 1] : []));
  const key = lines.findIndex((line) => /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/.test(line));
  return [...new Set(key < 0 ? found : [...found, key + 1])].sort((a, b) => a - b);
}

function hasCredential(text: string): boolean {
  return !text.includes(REMOVED) && redact(text, Number.MAX_SAFE_INTEGER).includes(REMOVED);
}

/** Whether a text is long, mixes letters and digits, has no separators of a path or URL, and has high entropy. */
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
