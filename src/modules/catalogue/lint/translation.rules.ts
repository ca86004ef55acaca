import type { Content, Translation } from '../content-shapes.js';
import { englishDigest, pairsOf, translatedEntries, type TranslatedEntry } from '../translation.rules.js';
import type { LintFinding } from './finding.js';

/** What a translation has exactly as the English text: placeholders of commands and names of settings. */
const VERBATIM = /<[A-Z][A-Z0-9_]*>|`[^`]+`/g;

/** Entries without a translation, translations of other words than the present ones, and words that are translated in two ways. */
export function lintTranslations(content: Content): LintFinding[] {
  return content.translations.flatMap((translation) => {
    const entries = translatedEntries(content, translation);
    return [...entries.flatMap(lintEntry), ...strangers(translation, entries), ...translatedTwice(entries)];
  });
}

function lintEntry({ file, id, english, translated }: TranslatedEntry): LintFinding[] {
  if (!translated) return [{ file, id, problem: `has no translation; of: ${englishDigest(english)}` }];
  const problems = english.some((texts, list) => texts.length !== translated.texts[list]?.length)
    ? ['has not as many steps, elements or artifacts as the English text']
    : pairsOf(english, translated.texts).flatMap(([text, found]) => lintPair(text, found));
  if (translated.of !== englishDigest(english)) {
    problems.push(`is of other English words: translate it again, then write of: ${englishDigest(english)}`);
  }
  return problems.map((problem) => ({ file, id, problem }));
}

function lintPair(english: string, translated: string): string[] {
  const verbatim = (text: string) => (text.match(VERBATIM) ?? []).sort().join(' ');
  return [
    ...(verbatim(english) === verbatim(translated) ? [] : [`has other placeholders or settings: ${translated}`]),
    ...(english.endsWith('.') === translated.endsWith('.') ? [] : [`ends otherwise than in English: ${translated}`]),
  ];
}

/** Translations of what the content has not. */
function strangers({ language, checks, families, domains }: Translation, entries: TranslatedEntry[]): LintFinding[] {
  const known = new Set(entries.map(({ id }) => id));
  const universal = Object.values(domains).flatMap((domain) => Object.keys(domain.universal_controls));
  return [...Object.keys(checks), ...Object.keys(families), ...Object.keys(domains), ...universal]
    .filter((id) => !known.has(id))
    .map((id) => ({ file: `translations/${language}`, id, problem: 'is a translation of nothing' }));
}

/** A text is found by its English words: the same words have one translation. */
function translatedTwice(entries: TranslatedEntry[]): LintFinding[] {
  const known = new Map<string, string>();
  return entries.flatMap(({ file, id, english, translated }) =>
    pairsOf(english, translated?.texts ?? []).flatMap(([text, found]) => {
      const first = known.get(text) ?? found;
      known.set(text, first);
      return first === found
        ? []
        : [{ file, id, problem: `has "${found}" for "${text}", which is "${first}" elsewhere` }];
    }),
  );
}
