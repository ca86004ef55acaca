import type { Context } from 'koa';
import { LANGUAGES, type Language } from '../messages/language.js';

/** Language of ours that a client prefers, by `Accept-Language`; null where it names none of them. */
export function preferredLanguage(ctx: Context): Language | null {
  // Programs send `*` where nobody has said anything.
  if (['', '*'].includes(ctx.get('Accept-Language').trim())) return null;
  const accepted = ctx.acceptsLanguages(...LANGUAGES);
  return LANGUAGES.find((language) => language === accepted) ?? null;
}
