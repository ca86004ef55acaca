import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../../platform/errors.js';

/** Characters that a password has at least. */
export const PASSWORD_LENGTH_MIN = 12;
const LENGTH_MAX = 1_024;
/** Length below which a word occurs in many good passwords by chance. */
const WORD_LENGTH_MIN = 4;
/** Sequences of keys: the alphabet, the digits, the rows and columns of a keyboard. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];
/** Characters that are commonly used in place of a letter. */
const STAND_INS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Passwords that many people have; made when the first one is checked. */
let common: ReadonlySet<string> | null = null;

/** Data of the owner that an attacker would try first. */
export interface PasswordOwner {
  email: string;
  /** Name of the person. */
  name: string;
  organization: string;
}

/**
 * Accepted passwords: at least 12 characters, none that is easily guessed, and no composition rules. Source: NIST SP
 * 800-63B, section 3.1.1.2.
 */
export class PasswordPolicy {
  /** @param isBreached whether a password, in lower case, is one that was found in breaches */
  constructor(private readonly isBreached: (text: string) => boolean) {}

  /** @throws {AppError} VALIDATION_FAILED on `field` */
  check(password: string, owner: PasswordOwner, field = '/password'): void {
    const problem = this.problemOf(password, owner);
    if (problem !== null) throw AppError.invalid(field, problem);
  }

  private problemOf(password: string, owner: PasswordOwner): string | null {
    if (Array.from(password).length < PASSWORD_LENGTH_MIN)
      return `must have at least ${PASSWORD_LENGTH_MIN} characters`;
    if (password.length > LENGTH_MAX) return `may have at most ${LENGTH_MAX} characters`;
    const spelled = password.normalize('NFKC').toLowerCase();
    const names = namesOf(owner);
    const parts = [coreOf(spelled), onlyWordOf(spelled)].filter((part) => part.length >= WORD_LENGTH_MIN);
    const readings = [spelled, ...parts].flatMap((text) => [text, withLetters(text)]);
    if (readings.some((text) => this.isGuessed(text, names))) return 'is one of those that are guessed first';
    const word = names.find((name) => readings.some((text) => text.includes(name)));
    return word === undefined ? null : `contains ${word}, a word of your account or organization`;
  }

  /**
   * Whether `text`, or the unit that it repeats, is a common or breached password, a keyboard sequence, a name, or a repetition
   * of one.
   */
  private isGuessed(text: string, names: readonly string[]): boolean {
    const unit = unitOf(text);
    if (unit.length <= WORD_LENGTH_MIN && text.length > unit.length) return true;
    return [text, unit].some((each) => isCommon(each) || this.isBreached(each)) || names.includes(unit) || isRun(unit);
  }
}

function isCommon(text: string): boolean {
  common ??= new Set(dictionary['passwords-common'] as Iterable<string>);
  return common.has(text);
}

/** The password without leading and trailing digits and punctuation. */
function coreOf(text: string): string {
  return /\p{L}(?:[^]*\p{L})?/u.exec(text)?.[0] ?? '';
}

/** The single word of the text, possibly repeated with other characters between; '' for several words. */
function onlyWordOf(text: string): string {
  const [word = '', ...others] = new Set(text.split(/[^\p{L}]+/u).filter((part) => part !== ''));
  return others.length === 0 ? word : '';
}

function withLetters(text: string): string {
  return Array.from(text, (sign) => STAND_INS[sign] ?? sign).join('');
}

/** The shortest text of which `text` is a repetition; by default itself. */
function unitOf(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return period > 0 && text.length % period === 0 ? text.slice(0, period) : text;
}

/** Whether `text` contains a sequence of four or more keys, forward or backward. */
function isRun(text: string): boolean {
  if (text.length < WORD_LENGTH_MIN) return false;
  const back = Array.from(text).reverse().join('');
  return RUNS.some((run) => run.includes(text) || run.includes(back));
}

/** Likely variants of the names: whole, without spaces, and word by word. */
function namesOf({ email, name, organization }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const whole = [name, organization, email, local, domain].map((each) => each.normalize('NFKC').toLowerCase());
  const words = whole.flatMap((each) => [
    each,
    each.replaceAll(/[^\p{L}\p{N}]/gu, ''),
    ...each.split(/[^\p{L}\p{N}]+/u),
  ]);
  return [...new Set([...words, 'crosswalk'])].filter((each) => each.length >= WORD_LENGTH_MIN);
}
