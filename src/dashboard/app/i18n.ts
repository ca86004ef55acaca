import i18next, { type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, type Language } from '../../messages/language';

export { LANGUAGES, type Language };

/** Each in itself, for who reads no other. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const STORAGE_KEY = 'crosswalk.language';

/** Translations: one file for each page and language, loaded with the page. */
const FILES = import.meta.glob<Record<string, unknown>>('./messages/*/*.json', { import: 'default' });
/** Names that the documents of the service have too. */
const TERMS = import.meta.glob<Record<string, unknown>>('../../messages/*/terms.ts', { import: 'terms' });

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const file =
      FILES[`./messages/${language}/${namespace}.json`] ?? TERMS[`../../messages/${language}/${namespace}.ts`];
    if (!file) {
      done(new Error(`there are no texts for ${namespace} in ${language}`), null);
      return;
    }
    file().then(
      (words) => done(null, words),
      (err: unknown) => done(err instanceof Error ? err : new Error(String(err)), null),
    );
  },
};

/** Header of a request to the graph: the texts of checks and universal controls are answered in the language of the page. */
export function languageHeader(): Record<string, string> {
  return { 'Accept-Language': document.documentElement.lang };
}

/**
 * Starts i18next with the language last used in this browser, or the preferred one of the browser. That of the account follows when
 * somebody is logged in: `useAccountLanguage`.
 */
export async function startI18n(): Promise<i18n> {
  const instance = i18next.createInstance();
  const lng = readLanguage();
  const follow = (language: string) => {
    document.documentElement.lang = language;
    localStorage.setItem(STORAGE_KEY, language);
  };
  // Before the first request, which says in which language it wants its answer.
  follow(lng);
  instance.on('languageChanged', follow);
  await instance
    .use(backend)
    .use(initReactI18next)
    .init({
      lng,
      fallbackLng: 'en',
      supportedLngs: LANGUAGES,
      ns: ['common', 'terms'],
      defaultNS: 'common',
      // React escapes.
      interpolation: { escapeValue: false },
      returnNull: false,
      // A key that is shown instead of words, such as that of a plural without a number, is an error of ours.
      saveMissing: true,
      missingKeyHandler: (_languages, namespace, key) => console.error(`there is no text ${namespace}:${key}`),
    });
  return instance;
}

function readLanguage(): Language {
  const wanted = [localStorage.getItem(STORAGE_KEY), ...navigator.languages.map((each) => each.slice(0, 2))];
  return (
    wanted.map((each) => LANGUAGES.find((language) => language === each)).find((each) => each !== undefined) ?? 'en'
  );
}
