import { registerEnumType } from 'type-graphql';
import type { Language } from './language.js';

export const LanguageEnum = { en: 'en', de: 'de' } as const satisfies { [Code in Language]: Code };
registerEnumType(LanguageEnum, {
  name: 'Language',
  description: 'Language of what the service writes for people.',
  valuesConfig: { en: { description: 'English.' }, de: { description: 'German.' } },
});
