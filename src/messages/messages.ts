import { createInstance } from 'i18next';
import { mails as mailsDe } from './de/mails.js';
import { remediation as remediationDe } from './de/remediation.js';
import { reportColumns as reportColumnsDe } from './de/report-columns.js';
import { reportFindings as reportFindingsDe } from './de/report-findings.js';
import { reportPackage as reportPackageDe } from './de/report-package.js';
import { reportSections as reportSectionsDe } from './de/report-sections.js';
import { reports as reportsDe } from './de/reports.js';
import { terms as termsDe } from './de/terms.js';
import { mails } from './en/mails.js';
import { remediation } from './en/remediation.js';
import { reportColumns } from './en/report-columns.js';
import { reportFindings } from './en/report-findings.js';
import { reportPackage } from './en/report-package.js';
import { reportSections } from './en/report-sections.js';
import { reports } from './en/reports.js';
import { terms } from './en/terms.js';
import type { Language } from './language.js';
import { withoutLinks } from './without-links.rules.js';

const ENGLISH = { mails, remediation, reportColumns, reportFindings, reportPackage, reportSections, reports, terms };

/** The words of the service by language and feature. German has the keys of English, or it does not compile. */
export const MESSAGES: Readonly<Record<Language, typeof ENGLISH>> = {
  en: ENGLISH,
  de: {
    mails: mailsDe,
    remediation: remediationDe,
    reportColumns: reportColumnsDe,
    reportFindings: reportFindingsDe,
    reportPackage: reportPackageDe,
    reportSections: reportSectionsDe,
    reports: reportsDe,
    terms: termsDe,
  },
};
export type Namespace = keyof typeof ENGLISH;

/** Keys of the texts below a node, joined by points, without the suffixes of plural forms. */
type KeyOf<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? WithoutPlural<Key> : `${Key}.${KeyOf<Node[Key]>}`;
}[keyof Node & string];
type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : Key;

/** The text of a key with its values; `count` chooses the plural form. Values are inserted as they are, in mails without links. */
export type Translate<Name extends Namespace> = (
  key: KeyOf<(typeof ENGLISH)[Name]>,
  values?: Readonly<Record<string, string | number>>,
) => string;

const I18N = createInstance();
// The texts are in memory: it is ready at once.
void I18N.init({
  resources: MESSAGES,
  lng: 'en',
  fallbackLng: false,
  initAsync: false,
  // Whoever writes HTML escapes all of it.
  interpolation: { escapeValue: false },
});

/** Values of mails that people have written, by their names: a mail of ours is no way to send somebody a link. */
const WRITTEN_BY_PEOPLE: ReadonlySet<string> = new Set([
  ...['organization', 'author', 'name', 'person', 'account', 'accounts', 'names', 'key', 'token', 'rule'],
  ...['integration', 'title', 'label'],
]);

/** The texts of a feature in a language. */
export function messagesOf<Name extends Namespace>(name: Name, language: Language): Translate<Name> {
  return (key, values = {}) => {
    const count = typeof values.count === 'number' ? { count: values.count } : {};
    const path: string = key;
    const replace = name === 'mails' ? inMails(values) : values;
    return I18N.t(path, { lng: language, ns: name, ...count, replace });
  };
}

function inMails(values: Readonly<Record<string, string | number>>): Record<string, string | number> {
  const inMail = (name: string, value: string | number) =>
    typeof value === 'string' && WRITTEN_BY_PEOPLE.has(name) ? withoutLinks(value) : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inMail(name, value)]));
}
