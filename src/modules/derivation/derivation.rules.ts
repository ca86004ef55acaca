import type { Control, Mapping } from '../catalogue/catalogue.js';
import { isFull } from '../catalogue/relationship.rules.js';
import { partsOf, type Assurance } from '../posture/assurance.rules.js';
import type { ControlStatus } from '../posture/posture.js';
import { testedStatus } from '../posture/tested-status.rules.js';
import type { AssessmentInForce } from '../ucf/assessment.sql.js';
import type { StoredVote } from './derivation.sql.js';
import { missingOf, type MissingPart } from './missing.rules.js';

/** The vote of an integration on an element. */
export type Vote = Omit<StoredVote, 'evaluatedAt'> & { evaluatedAt: Date };

/** What is known of a universal control. */
export interface UniversalControlFacts {
  votes: Vote[];
  assessment: AssessmentInForce | null;
}

/** What tests say of an element that a control asks for. */
export interface DerivedElement {
  /** From 1. */
  number: number;
  text: string;
  /** `failed`, `passed`, `held`: by the worst vote; `unknown` where no vote counts. */
  state: 'failed' | 'passed' | 'held' | 'unknown';
  votes: Vote[];
}

/** One mapping of a control, with what shows or contradicts it. */
export interface DerivedMapping {
  mapping: Mapping;
  isFull: boolean;
  isContradicted: boolean;
  isHeld: boolean;
  /** `contradicted` by failing tests, `shown` by tests or a supported assessment, else `open`. */
  state: 'contradicted' | 'shown' | 'open';
  isTested: boolean;
  isDisputed: boolean;
  elements: DerivedElement[];
  assessment: AssessmentInForce | null;
}

/** Why a control has its status: everything that decides it, and what would show it in full. */
export interface Derivation {
  status: ControlStatus;
  assurance: Assurance | null;
  isDisputed: boolean;
  /** Null where nothing decides it. */
  decidedBy: 'tests' | 'assessment' | 'scope' | null;
  /** The deciding one. */
  assessment: AssessmentInForce | null;
  mappings: DerivedMapping[];
  missing: MissingPart[];
}

/**
 * Derives the status of a control from votes and assessments by the rules of schema/contract/status.md, without the statement that
 * decides it: the two agree, or one of them is wrong.
 * @param known what is known of a universal control, by its number, and whether the control is in scope
 */
export function derivationOf(
  control: Control,
  { factsOf, isInScope }: { factsOf: (universalNo: number) => UniversalControlFacts; isInScope: boolean },
): Derivation {
  const mappings = control.mappings.map((mapping) =>
    derivedMapping(control, mapping, factsOf(mapping.universalControl.no)),
  );
  const verdict = isInScope ? verdictOf(mappings) : OUT_OF_SCOPE;
  return {
    ...verdict,
    assurance: verdict.status === 'passed' ? assuranceOf(control, mappings) : null,
    isDisputed: isInScope && mappings.some(({ isDisputed }) => isDisputed),
    mappings,
    missing: isInScope ? missingOf(control, mappings, verdict.status) : [],
  };
}

function derivedMapping(
  { method }: Control,
  mapping: Mapping,
  { votes, assessment: newest }: UniversalControlFacts,
): DerivedMapping {
  const { universalControl, covers, relationship } = mapping;
  const elements = covers.map((number) => derivedElement(number, universalControl.elements[number - 1] ?? '', votes));
  const assessment = newest?.status === 'not_assessed' ? null : newest;
  const isContradicted = elements.some(({ state }) => state === 'failed');
  const isTested = method !== 'manual' && elements.every(({ state }) => state === 'passed');
  const isCompliant = assessment?.status === 'compliant';
  const isShown = isTested || (isCompliant && assessment.isSupported);
  return {
    mapping,
    isFull: isFull(relationship),
    isContradicted,
    isHeld: elements.some(({ state }) => state === 'held'),
    state: isContradicted ? 'contradicted' : isShown ? 'shown' : 'open',
    isTested,
    isDisputed: assessment !== null && ((isContradicted && isCompliant) || (isTested && !isCompliant)),
    elements,
    assessment,
  };
}

function derivedElement(number: number, text: string, all: readonly Vote[]): DerivedElement {
  const votes = all.filter(({ element }) => element === number);
  const results = votes.map(({ result }) => result).filter((result) => result !== 'incomplete');
  const isPassed = results.length > 0 && results.every((result) => result === 'pass');
  const state = results.includes('fail') ? 'failed' : isPassed ? 'passed' : results.length > 0 ? 'held' : 'unknown';
  return { number, text, state, votes };
}

type Verdict = Pick<Derivation, 'status' | 'decidedBy' | 'assessment'>;

const OUT_OF_SCOPE: Verdict = { status: 'not_applicable', decidedBy: 'scope', assessment: null };

/** Failing tests decide; else the assessment that counts; else passing tests. */
function verdictOf(mappings: readonly DerivedMapping[]): Verdict {
  const tested = testedStatus(mappings);
  const byTests: Verdict = { status: tested ?? 'not_assessed', decidedBy: tested && 'tests', assessment: null };
  if (tested === 'failed') return byTests;
  const counting = mappings
    .flatMap(({ assessment }) => assessment ?? [])
    .filter(({ assessedAt }) => tested === null || assessedAt.getTime() > votedAt(mappings))
    .sort(
      (a, b) =>
        VERDICTS.indexOf(a.status) - VERDICTS.indexOf(b.status) || b.assessedAt.getTime() - a.assessedAt.getTime(),
    );
  const [assessment] = counting;
  if (!assessment) return byTests;
  const status = assessment.status === 'compliant' ? 'passed' : 'failed';
  return { status, decidedBy: 'assessment', assessment };
}

/** Worst first. */
const VERDICTS: readonly string[] = ['non_compliant', 'partially_compliant', 'compliant'];

/** Milliseconds of the newest vote that passes or fails an element which the control asks for. */
function votedAt(mappings: readonly DerivedMapping[]): number {
  const votes = mappings.flatMap(({ elements }) => elements.flatMap((element) => element.votes));
  const counting = votes.filter(({ result }) => result === 'pass' || result === 'fail');
  return Math.max(...counting.map(({ evaluatedAt }) => evaluatedAt.getTime()));
}

function assuranceOf(control: Control, mappings: readonly DerivedMapping[]): Assurance {
  const shown = mappings.filter(({ isTested, assessment }) => isTested || isShownBy(assessment));
  if (shown.some((mapping) => mapping.isFull)) return { level: 'full', shown: 1, needed: 1 };
  const needed = partsOf(control);
  return { level: shown.length === needed ? 'full' : 'partial', shown: shown.length, needed };
}

function isShownBy(assessment: AssessmentInForce | null): boolean {
  return assessment?.status === 'compliant' && assessment.isSupported;
}
