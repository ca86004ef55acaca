import type { Content } from '../content-shapes.js';
import type { LintFinding } from './finding.js';
import { sentencesOf, textsOf, wordsOf, type ContentText, type TextKind } from './texts.rules.js';

/** Kinds whose sentences are somebody's own. Names and noun phrases may repeat: "Access control policy" is what it is called. */
const PROSE: readonly TextKind[] = [
  'framework description',
  'domain description',
  'description',
  'audit question',
  'rationale',
  'check description',
  'check rationale',
  'remediation summary',
  'step instruction',
];

/** A text written by pattern begins as its siblings do. Measured: none of the shipped texts of a kind share six words. */
const OPENING_WORDS = 6;
/** Nor do more than this many begin with the same three words; "A covered entity" opens the most, four. */
const SHORT_OPENING_WORDS = 3;
const SHORT_OPENINGS_MAX = 5;
/** A question has few ways to begin: "How does the" is grammar. */
const NOT_BY_SHORT_OPENING: readonly TextKind[] = ['audit question'];
/** Steps may open alike ("In the console, open IAM" is the way there), so of them only whole sentences count. */
const NOT_BY_OPENING: readonly TextKind[] = ['step instruction'];
/** So long a run of the same words is a copy, wherever it stands: names of laws, settings and paths are shorter. */
const RUN_WORDS = 10;
/** Commands, settings and menu paths are the provider's own words. */
const NOT_BY_RUN: readonly TextKind[] = ['check description', 'step instruction'];

/** Sentences that come twice, texts that open alike, and runs of words that were copied. */
export function lintRepetition(content: Content): LintFinding[] {
  const prose = textsOf(content).filter(({ kind }) => PROSE.includes(kind));
  return [...twice(prose), ...openings(prose), ...runs(prose)];
}

function twice(prose: readonly ContentText[]): LintFinding[] {
  const first = new Map<string, ContentText>();
  return prose.flatMap((entry) =>
    sentencesOf(entry.text).flatMap((sentence) => {
      const key = wordsOf(sentence).join(' ');
      const known = first.get(key);
      if (!known) first.set(key, entry);
      return known ? [findingOf(entry, `${entry.kind} repeats a sentence of ${known.id}: ${sentence}`)] : [];
    }),
  );
}

function openings(prose: readonly ContentText[]): LintFinding[] {
  const texts = prose.filter(({ kind }) => !NOT_BY_OPENING.includes(kind));
  const short = texts.filter(({ kind }) => !NOT_BY_SHORT_OPENING.includes(kind));
  return [...alike(texts, OPENING_WORDS, 1), ...alike(short, SHORT_OPENING_WORDS, SHORT_OPENINGS_MAX)];
}

/** Texts of a kind that begin with the same words, beyond the first `max`. */
function alike(texts: readonly ContentText[], words: number, max: number): LintFinding[] {
  const groups = Map.groupBy(texts, ({ kind, text }) => `${kind}: ${wordsOf(text).slice(0, words).join(' ')}`);
  return [...groups].flatMap(([opening, entries]) =>
    entries.slice(max).map((entry) => findingOf(entry, `opens like ${entries[0]?.id ?? ''}, ${opening}`)),
  );
}

/** One finding for each pair of texts, with the first run that they share. */
function runs(prose: readonly ContentText[]): LintFinding[] {
  const first = new Map<string, ContentText>();
  return prose
    .filter(({ kind }) => !NOT_BY_RUN.includes(kind))
    .flatMap((entry) => {
      const words = wordsOf(entry.text);
      const reported = new Set<ContentText>();
      return words.slice(RUN_WORDS - 1).flatMap((_, start) => {
        const run = words.slice(start, start + RUN_WORDS).join(' ');
        const known = first.get(run);
        if (!known) first.set(run, entry);
        if (!known || known === entry || reported.has(known)) return [];
        reported.add(known);
        return [findingOf(entry, `${entry.kind} shares words with ${known.kind} of ${known.id}: ${run}`)];
      });
    });
}

function findingOf({ file, id }: ContentText, problem: string): LintFinding {
  return { file, id, problem };
}
