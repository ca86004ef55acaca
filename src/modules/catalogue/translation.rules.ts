import { createHash } from 'node:crypto';
import type { Language } from '../../messages/language.js';
import type { Content, Translation } from './content-shapes.js';

/** Texts of an entry in a fixed order: those that stand alone, then each list. */
type Texts = readonly (readonly string[])[];

/** An entry of the content whose words are ours and not those of a framework, and the same in another language. */
export interface TranslatedEntry {
  /** Where the translation is, or would be, relative to the content folder. */
  file: string;
  /** The id of the check or family, or the code of the domain or universal control. */
  id: string;
  english: Texts;
  /** Null where there is none; `of` is the digest of the English texts that it was made of. */
  translated: { of: string; texts: Texts } | null;
}

/** Every such entry, in the order of the files. */
export function translatedEntries(content: Content, translation: Translation): TranslatedEntry[] {
  const { language, checks, families, domains } = translation;
  const placeOf = (file: string, id: string) => ({ file: `translations/${language}/${file}`, id });
  return [
    ...content.checkFiles.flatMap(({ file, checks: entries }) =>
      entries.map((check) => entryOf(placeOf(file, check.id), textsOfCheck, flat(check), checks[check.id])),
    ),
    ...content.families.map((family) =>
      entryOf(placeOf(family.file, family.id), textsOfFamily, flat(family), families[family.id]),
    ),
    ...content.domains.flatMap(({ file, ...domain }) => [
      entryOf(placeOf(file, domain.code), textsOfDomain, domain, domains[domain.code]),
      ...domain.universal_controls.map((each) => {
        const found = domains[domain.code]?.universal_controls[each.code];
        return entryOf(placeOf(file, each.code), textsOfUniversalControl, each, found);
      }),
    ]),
  ];
}

/** What is written under `of` beside a translation: eight hexadecimal digits that change with any character of the English texts. */
export function englishDigest(english: Texts): string {
  return createHash('sha256').update(JSON.stringify(english)).digest('hex').slice(0, 8);
}

/** Translations of texts of the content, by the English text. */
export type Dictionary = ReadonlyMap<string, string>;

/** The dictionary of every language that the content is translated to. A text that it lacks is read in English. */
export function dictionariesOf(content: Content): ReadonlyMap<Language, Dictionary> {
  return new Map(content.translations.map((each) => [each.language, dictionaryOf(content, each)]));
}

function dictionaryOf(content: Content, translation: Translation): Dictionary {
  const words = new Map<string, string>();
  for (const { english, translated } of translatedEntries(content, translation)) {
    for (const [text, found] of pairsOf(english, translated?.texts ?? [])) words.set(text, found);
  }
  return words;
}

/** Each English text with its translation. */
export function pairsOf(english: Texts, translated: Texts): [english: string, translated: string][] {
  return english.flatMap((texts, list) =>
    texts.flatMap((text, index): [string, string][] => {
      const found = translated[list]?.[index];
      return found === undefined ? [] : [[text, found]];
    }),
  );
}

function entryOf<Entry>(
  place: Pick<TranslatedEntry, 'file' | 'id'>,
  textsOf: (entry: Entry) => Texts,
  english: NoInfer<Entry>,
  found: NoInfer<Entry & { of: string }> | undefined,
): TranslatedEntry {
  return { ...place, english: textsOf(english), translated: found ? { of: found.of, texts: textsOf(found) } : null };
}

type Steps = readonly { title: string; instruction: string }[];

/** An entry with the texts of its remediation beside its own, as translations have them. */
function flat<Entry extends { remediation: { summary: string; steps: Steps } }>(entry: Entry) {
  return { ...entry, summary: entry.remediation.summary, steps: entry.remediation.steps };
}

interface CheckTexts {
  title: string;
  fault: string;
  description: string;
  rationale: string;
  summary: string;
  steps: Steps;
}

function textsOfCheck({ fault, rationale, ...entry }: CheckTexts): Texts {
  const [alone = [], ...lists] = textsOfFamily(entry);
  return [[...alone, fault, rationale], ...lists];
}

function textsOfFamily({ title, description, summary, steps }: Omit<CheckTexts, 'fault' | 'rationale'>): Texts {
  return [[title, description, summary], steps.map((step) => step.title), steps.map((step) => step.instruction)];
}

function textsOfDomain({ name, description }: { name: string; description: string }): Texts {
  return [[name, description]];
}

interface UniversalControlTexts {
  title: string;
  description: string;
  elements: readonly string[];
  audit_question: string;
  example_evidence: readonly string[];
}

function textsOfUniversalControl(entry: UniversalControlTexts): Texts {
  return [[entry.title, entry.description, entry.audit_question], entry.elements, entry.example_evidence];
}
