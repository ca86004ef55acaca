import i18next, { type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const STORAGE_KEY = 'crosswalk.language';

/** Translations: one file for each page and language, loaded with the page. */
const FILES = import.meta.glob<{ default: Record<string, unknown> }>('./messages/*/*.json');

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const file = FILES[`./messages/${language}/${namespace}.json`];
    if (!file) {
      done(new Error(`there are no texts for ${namespace} in ${language}`), null);
      return;
    }
    file().then(
      (words) => done(null, words.default),
      (err: unknown) => done(err instanceof Error ? err : new Error(String(err)), null),
    );
  },
};

/** Starts i18next with the language chosen in this browser, or the preferred one of the browser. */
export async function startI18n(): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: readLanguage(),
      fallbackLng: 'en',
      supportedLngs: LANGUAGES,
      ns: ['common'],
      defaultNS: 'common',
      // React escapes.
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  const follow = (language: string) => {
    document.documentElement.lang = language;
    localStorage.setItem(STORAGE_KEY, language);
  };
  follow(instance.language);
  instance.on('languageChanged', follow);
  return instance;
}

function readLanguage(): Language {
  const wanted = [localStorage.getItem(STORAGE_KEY), ...navigator.languages.map((each) => each.slice(0, 2))];
  return (
    wanted.map((each) => LANGUAGES.find((language) => language === each)).find((each) => each !== undefined) ?? 'en'
  );
}
