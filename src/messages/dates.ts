import type { Language } from './language.js';

/** Locales of the times in mails. English is read all over the world: days before months, in words. */
const LOCALES = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<Language, string>;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** A moment as mails say it: `23 November 2026 at 11:00:00 CET`, `23. November 2026 um 11:00:00 MEZ`. */
export function longTime(language: Language, timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeStyle: 'long', timeZone }).format(at);
}

/** The same for many on a page: `1 Mar 2026, 11:00`, `01.03.2026, 11:00`. */
export function shortTime(language: Language, timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
}

/** A day as `YYYY-MM-DD`, which English keeps: `31.01.2026`. Any other text is as it was. */
export function dayOf(language: Language, day: string): string {
  if (language === 'en' || !DAY.test(day)) return day;
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}
