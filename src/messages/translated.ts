import { Extensions } from 'type-graphql';
import type { RequestContext } from '../context.js';
import { ContextKey } from '../platform/context-values.js';
import { DEFAULT_LANGUAGE, type Language } from './language.js';

/** Name of the extension of fields that are translated. */
const EXTENSION = 'isTranslated';

/**
 * Declares of a field that its texts are those of the content: they are answered in the language of the answer where there is a translation,
 * and in English otherwise. Whoever else's text such a field may have (a scanner's title, that of a custom check) stays as it is.
 */
export function Translated(): PropertyDecorator & MethodDecorator {
  return Extensions({ [EXTENSION]: true });
}

/** Whether a field was declared so. */
export function isTranslated({ extensions }: { extensions: Readonly<Record<string, unknown>> }): boolean {
  return extensions[EXTENSION] === true;
}

/** A text of the content in another language; the same text where there is no translation. */
export type TranslateContent = (text: string, language: Language) => string;

export const TRANSLATE_CONTENT = new ContextKey<TranslateContent>('translateContent');

/** The words of one language. */
export interface Wording {
  language: Language;
  /** A text of the content in it. */
  text: (english: string) => string;
}

export const ENGLISH: Wording = { language: DEFAULT_LANGUAGE, text: (english) => english };

/** The words of the language of the answer. */
export function wordingOf(ctx: Pick<RequestContext, 'app' | 'contentLanguage'>): Wording {
  return { language: ctx.contentLanguage, text: (english) => textFor(ctx, english) };
}

/** A text of the content in the language of the answer. */
export function textFor(
  { app, contentLanguage }: Pick<RequestContext, 'app' | 'contentLanguage'>,
  text: string,
): string {
  return contentLanguage === DEFAULT_LANGUAGE ? text : app.values.get(TRANSLATE_CONTENT)(text, contentLanguage);
}
