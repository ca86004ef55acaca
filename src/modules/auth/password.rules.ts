import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../../platform/errors.js';

const LENGTH_MIN = 12;
const LENGTH_MAX = 1_024;
/** A word shorter than this is in many good passwords by chance. */
const WORD_LENGTH_MIN = 4;
/** As people type along: the alphabet, the digits, the rows and columns of a keyboard. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];
/** Signs that stand for a letter. */
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

/** What an attacker who knows whose account it is tries first. */
export interface PasswordOwner {
  email: string;
  /** Of the person. */
  name: string;
  organization: string;
}

/**
 * Which passwords are taken: at least 12 characters, none that is guessed first, and no rule on their composition.
 * Source: NIST SP 800-63B, section 3.1.1.2.
 */
export class PasswordPolicy {
  private readonly common: ReadonlySet<string>;

  constructor() {
    this.common = new Set(dictionary['passwords-common'] as Iterable<string>);
  }

  /** @throws {AppError} VALIDATION_FAILED on `field` */
  check(password: string, owner: PasswordOwner, field = '/password'): void {
    const problem = this.problemOf(password, owner);
    if (problem !== null) throw AppError.invalid(field, problem);
  }

  private problemOf(password: string, owner: PasswordOwner): string | null {
    if (Array.from(password).length < LENGTH_MIN) return `must have at least ${LENGTH_MIN} characters`;
    if (password.length > LENGTH_MAX) return `may have at most ${LENGTH_MAX} characters`;
    const spelled = password.normalize('NFKC').toLowerCase();
    const names = namesOf(owner);
    const parts = [coreOf(spelled), onlyWordOf(spelled)].filter((part) => part.length >= WORD_LENGTH_MIN);
    const readings = [spelled, ...parts].flatMap((text) => [text, withLetters(text)]);
    return readings.some((text) => this.isGuessed(text, names)) ? 'is one of those that are guessed first' : null;
  }

  /** Whether `text`, or what it repeats, is a common password, a run, a name, or nothing but one of them twice. */
  private isGuessed(text: string, names: readonly string[]): boolean {
    const unit = unitOf(text);
    if (unit.length <= WORD_LENGTH_MIN && text.length > unit.length) return true;
    return this.common.has(unit) || names.includes(unit) || isRun(unit);
  }
}

/** The password without what people put before and behind a word: digits and signs. */
function coreOf(text: string): string {
  return text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
}

/** The one word that stands there, once or again and again, between whatever; '' where there are several. */
function onlyWordOf(text: string): string {
  const [word = '', ...others] = new Set(text.split(/[^\p{L}]+/u).filter((part) => part !== ''));
  return others.length === 0 ? word : '';
}

function withLetters(text: string): string {
  return Array.from(text, (sign) => STAND_INS[sign] ?? sign).join('');
}

/** The shortest text of which `text` is a repetition: itself, where it is none. */
function unitOf(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return period > 0 && text.length % period === 0 ? text.slice(0, period) : text;
}

/** Whether four letters or more follow each other as they do in the alphabet or on a keyboard, there or back. */
function isRun(text: string): boolean {
  if (text.length < WORD_LENGTH_MIN) return false;
  const back = Array.from(text).reverse().join('');
  return RUNS.some((run) => run.includes(text) || run.includes(back));
}

/** The names in every spelling that is likely: as a whole, without spaces, and word by word. */
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
