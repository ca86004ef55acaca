import type { Language } from '../../messages/language.js';
import { messagesOf, type Namespace, type Translate } from '../../messages/messages.js';

/** Groups of codes that have words in `reports`; the severities and reasons are terms that the dashboard says too. */
export type TermGroup = 'word' | 'answer' | 'effort' | 'effortLevel' | 'implementation' | 'decision' | 'change';

/** The words of reports in one language, and how it writes numbers, shares and moments. Moments are in UTC. */
export interface ReportWords {
  language: Language;
  text: Translate<'reports'>;
  column: Translate<'reportColumns'>;
  section: Translate<'reportSections'>;
  finding: Translate<'reportFindings'>;
  package: Translate<'reportPackage'>;
  /** A text of a check or universal control; English until a report says where its translation is. */
  content: (english: string) => string;
  term: Translate<'terms'>;
  /** The word for a code; the code itself where there is none. */
  wordOf: (group: TermGroup, code: string) => string;
  /** The word for a status, severity or state. */
  nameOf: (code: string) => string;
  /** The words for the code of a withdrawal. */
  reasonOf: (code: string) => string;
  integer: (number: number) => string;
  /** One decimal, without a sign. */
  decimal: (number: number) => string;
  /** Of 0 to 100, one decimal. */
  percent: (percent: number) => string;
  moment: (at: Date) => string;
  day: (at: Date) => string;
}

const WORDS: ReadonlyMap<Language, ReportWords> = new Map([
  ['en', wordsIn('en', englishForms())],
  ['de', wordsIn('de', formsByIntl('de'))],
]);

/** The words of reports in a language. */
export function reportWords(language: Language): ReportWords {
  return WORDS.get(language) ?? wordsIn(language, formsByIntl(language));
}

type Forms = Pick<ReportWords, 'integer' | 'decimal' | 'percent' | 'moment' | 'day'>;

function wordsIn(language: Language, forms: Forms): ReportWords {
  const texts = <Name extends Namespace>(name: Name) => withNumbers(messagesOf(name, language), forms);
  const [text, term] = [texts('reports'), texts('terms')];
  const lookUp = text as (key: string) => string;
  const lookUpTerm = term as (key: string) => string;
  const wordOf = (group: string, code: string) => found(lookUp, `${group}.${code.replaceAll(' ', '_')}`) ?? code;
  return {
    ...{ language, text, term, wordOf, ...forms },
    column: texts('reportColumns'),
    section: texts('reportSections'),
    finding: texts('reportFindings'),
    package: texts('reportPackage'),
    content: (english) => english,
    nameOf: (code) => found(lookUpTerm, `severity.${code}`) ?? wordOf('word', code),
    reasonOf: (code) => found(lookUpTerm, `withdrawalReason.${code}`) ?? code,
  };
}

/** Null for a key without a text, of which i18next answers the key. */
function found(lookUp: (key: string) => string, key: string): string | null {
  const text = lookUp(key);
  return text === key ? null : text;
}

/** With numbers as the language writes them; `count` stays a number, because it chooses the plural form. */
function withNumbers<Name extends Namespace>(translate: Translate<Name>, { integer }: Forms): Translate<Name> {
  return (key, values = {}) =>
    translate(
      key,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'number' && name !== 'count' ? integer(value) : value,
        ]),
      ),
    );
}

/** English is read all over the world: moments after ISO 8601, numbers without separators. `2026-01-31 08:15 UTC`, `50.0 %`. */
function englishForms(): Forms {
  return {
    integer: String,
    decimal: (number) => number.toFixed(1),
    percent: (percent) => `${percent.toFixed(1)}\u00a0%`,
    moment: (at) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    day: (at) => at.toISOString().slice(0, 10),
  };
}

/** As the language has it, by Intl. In German: `31.01.2026, 08:15 UTC`, `50,0 %`. */
function formsByIntl(language: Language): Forms {
  const decimals = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const integer = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const decimal = new Intl.NumberFormat(language, decimals);
  const percent = new Intl.NumberFormat(language, { style: 'percent', ...decimals });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return {
    integer: (number) => integer.format(number),
    decimal: (number) => decimal.format(number),
    percent: (number) => percent.format(number / 100),
    moment: (at) => `${moment.format(at)} UTC`,
    day: (at) => day.format(at),
  };
}
