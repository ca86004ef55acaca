/** Languages of reports and mails, as those of the dashboard. Tags after BCP 47. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Language where nobody has chosen another, and of the content: frameworks, checks and remediation. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The language of a column, or the default where it is null. */
export function languageOf(stored: string | null | undefined): Language {
  return LANGUAGES.find((language) => language === stored) ?? DEFAULT_LANGUAGE;
}
