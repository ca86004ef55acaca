import { describe, expect, it } from 'vitest';
import { PasswordPolicy } from '../../src/modules/auth/password.rules.js';

const OWNER = { email: 'jane.doe@northwind.example', name: 'Jane Doe', organization: 'Northwind Clinics' };

describe('the password policy', () => {
  const policy = new PasswordPolicy();
  const check = (password: string) => () => policy.check(password, OWNER);

  it.each([
    ['eleven characters', 'abc def ghi'],
    ['eleven characters of four bytes', '😀'.repeat(11)],
    ['too much to hash', 'x y'.repeat(400)],
  ])('refuses %s', (_what, password) => {
    expect(check(password)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });

  it.each([
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
