import type { Content } from '../content-shapes.js';
import type { LintFinding } from './finding.js';
import { sentencesOf, textsOf, type ContentText, type TextKind } from './texts.rules.js';

/** Words that a text of each kind has, at least and at most. Source of the 20 to 80: schema/contract/frameworks.md, "Content"; the rest is our choice. */
const WORDS: Readonly<Record<TextKind, readonly [min: number, max: number]>> = {
  'framework description': [20, 80],
  'domain description': [10, 50],
  title: [1, 12],
  description: [20, 80],
  'audit question': [8, 35],
  'example evidence': [2, 15],
  element: [3, 30],
  rationale: [10, 45],
  'check title': [3, 16],
  'check fault': [3, 16],
  'check description': [10, 45],
  'check rationale': [10, 45],
  'remediation summary': [5, 25],
  'step title': [2, 9],
  'step instruction': [6, 45],
  reference: [1, 16],
};

/** Kinds that are whole sentences; the others are names and noun phrases. */
const SENTENCES: readonly TextKind[] = [
  'framework description',
  'domain description',
  'description',
  'rationale',
  'check description',
  'check rationale',
  'remediation summary',
  'step instruction',
];

/** Kinds that are read at a glance: one sentence, no more. */
const ONE_SENTENCE: readonly TextKind[] = ['element', 'rationale', 'remediation summary'];

/** Kinds that say what is asked: there a word that every reader fills in differently leaves nothing to test. */
const CRITERIA: readonly TextKind[] = ['description', 'element', 'audit question', 'rationale', 'check description'];

/** Names that others gave: frameworks to their requirements, providers to their pages. */
const GIVEN: readonly TextKind[] = ['title', 'reference'];

/** Words that say nothing, and what to say in their place. */
const BOILERPLATE: { pattern: RegExp; instead: string; kinds?: readonly TextKind[] }[] = [
  { pattern: /\bensur(e|es|ed|ing)\b/i, instead: 'say who does what' },
  { pattern: /\bproperly\b/i, instead: 'say what distinguishes right from wrong' },
  // "Reasonable and appropriate" is the measure that 45 CFR 164.306 itself sets.
  { pattern: /(?<!reasonable and )\bappropriate(ly)?\b/i, instead: 'name the criterion', kinds: CRITERIA },
  // "Suitable, adequate and effective" are the three things that ISO 27001 has a management review judge.
  { pattern: /\bsuitabl[ey]\b(?!, adequate and effective)/i, instead: 'name the criterion', kinds: CRITERIA },
  { pattern: /(?<!suitable, )(?<!right to )\badequate(ly)?\b/i, instead: 'name the criterion', kinds: CRITERIA },
  {
    pattern: /\b(as|where|when|if) (needed|necessary|required|applicable)[,.;?]/i,
    instead: 'say when',
    kinds: CRITERIA,
  },
  { pattern: /\bbest practices?\b/i, instead: 'name the practice' },
  { pattern: /\bindustry[- ]standards?\b/i, instead: 'name the standard' },
  { pattern: /\b(robust|holistic|seamless(ly)?|comprehensive(ly)?)\b/i, instead: 'say what it has' },
  { pattern: /\b(leverag(e|es|ing)|utili[sz](e|es|ing))\b/i, instead: 'use' },
  { pattern: /\bin order to\b/i, instead: 'to' },
  { pattern: /\band\/or\b/i, instead: 'choose one' },
  { pattern: /(?<![/\w])etc\b(?!\/)/i, instead: 'name the others or leave them out' },
  { pattern: /\bshall\b/i, instead: 'our words are no norm' },
  { pattern: /\bthis control\b/i, instead: 'name what is asked' },
  // The interface of the product writes "organization" and "authorize"; so do its texts.
  {
    pattern: /\b(un|re)?(organi|authori|recogni|customi|anonymi|saniti|synchroni|prioriti|centrali)s(e|ation)\w*/i,
    instead: 'with z',
  },
  { pattern: /\b(TODO|TBD|FIXME|lorem ipsum)\b/i, instead: 'write it' },
];

const EVIDENCE_MIN = 3;
const EVIDENCE_MAX = 6;

/** Lengths, form and words of every text, and the categories that a framework declares. */
export function lintTexts(content: Content): LintFinding[] {
  return [...textsOf(content).flatMap(lintText), ...lintEvidence(content), ...lintCategories(content)];
}

function lintText(entry: ContentText): LintFinding[] {
  const { file, id, kind, text } = entry;
  return [...wordCount(entry), ...form(entry), ...boilerplate(entry)].map((problem) => ({
    file,
    id,
    problem: `${kind} ${problem}: ${excerpt(text)}`,
  }));
}

function wordCount({ kind, text }: ContentText): string[] {
  const [min, max] = WORDS[kind];
  const words = text.match(/\S+/g)?.length ?? 0;
  return words >= min && words <= max ? [] : [`has ${words} words, not ${min} to ${max}`];
}

function form({ kind, text }: ContentText): string[] {
  const problems: string[] = [];
  if (kind === 'audit question' && !text.endsWith('?')) problems.push('is no question');
  if (SENTENCES.includes(kind) && !/[.?!)]$/.test(text)) problems.push('does not end as a sentence');
  if (ONE_SENTENCE.includes(kind) && sentencesOf(text).length !== 1) problems.push('is not one sentence');
  return problems;
}

function boilerplate({ kind, text }: ContentText): string[] {
  if (GIVEN.includes(kind)) return [];
  return BOILERPLATE.flatMap(({ pattern, instead, kinds }) => {
    const found = kinds === undefined || kinds.includes(kind) ? pattern.exec(text) : null;
    return found ? [`says "${found[0]}" (${instead})`] : [];
  });
}

function lintEvidence({ frameworks, domains }: Content): LintFinding[] {
  const entries = [
    ...frameworks.flatMap(({ file, controls }) => controls.map((each) => ({ file, id: each.control_id, ...each }))),
    ...domains.flatMap(({ file, universal_controls: all }) => all.map((each) => ({ file, id: each.code, ...each }))),
  ];
  return entries.flatMap(({ file, id, example_evidence: evidence }) => {
    const finding = (problem: string) => ({ file, id, problem });
    const isFew = evidence.length < EVIDENCE_MIN || evidence.length > EVIDENCE_MAX;
    const isTwice = new Set(evidence.map((each) => each.toLowerCase())).size < evidence.length;
    return [
      ...(isFew
        ? [finding(`example evidence has ${evidence.length} items, not ${EVIDENCE_MIN} to ${EVIDENCE_MAX}`)]
        : []),
      ...(isTwice ? [finding('example evidence names an artifact twice')] : []),
    ];
  });
}

/** A framework says how it groups its controls; a spelling of its own would make a group of one. */
function lintCategories({ frameworks }: Content): LintFinding[] {
  return frameworks.flatMap(({ file, slug, categories, controls }) => [
    ...controls
      .filter(({ category }) => !categories.includes(category))
      .map(({ control_id: id, category }) => ({ file, id, problem: `category "${category}" is not declared` })),
    ...categories
      .filter((category, index) => categories.indexOf(category) < index)
      .map((category) => ({ file, id: slug, problem: `category "${category}" is declared twice` })),
    ...categories
      .filter((category) => !controls.some((control) => control.category === category))
      .map((category) => ({ file, id: slug, problem: `category "${category}" has no control` })),
  ]);
}

function excerpt(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
