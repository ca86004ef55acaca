import type { Control, Mapping } from '../catalogue/catalogue.js';
import { isFull } from '../catalogue/relationship.rules.js';
import { assuranceOf, type Assurance } from '../posture/assurance.rules.js';
import {
  assuranceByteOf,
  isDisputedMapping,
  isShown,
  verdictOf,
  type JudgedMapping,
} from '../posture/decision.rules.js';
import type { ControlStatus } from '../posture/posture.js';
import type { PartialAssessments } from '../posture/partial-assessments.js';
import type { AssessmentInForce } from '../ucf/assessment.sql.js';
import type { StoredCheck, StoredVote } from './derivation.sql.js';
import { missingOf, type MissingPart } from './missing.rules.js';

/** A check, with the scan in which it ran. */
export type RanCheck = StoredCheck & { scanJobId: string };

/** The vote of an integration on an element. */
export type Vote = Omit<StoredVote, 'evaluatedAt' | 'laterScanAt' | 'checks'> & {
  evaluatedAt: Date;
  laterScanAt: Date | null;
  checks: RanCheck[];
};

/** What is known of a universal control. */
export interface UniversalControlFacts {
  votes: Vote[];
  assessment: AssessmentInForce | null;
  /** The organization's setting, the same for every universal control. */
  partialAssessments: PartialAssessments;
}

/** Facts of a universal control that nothing is known of. */
export const NOTHING_KNOWN: UniversalControlFacts = { votes: [], assessment: null, partialAssessments: 'pass' };

/** What tests say of an element that a control asks for. */
export interface DerivedElement {
  /** From 1. */
  number: number;
  text: string;
  /** `failed`, `passed`, `held`: by the worst vote; `unknown` where none shows or fails it. */
  state: 'failed' | 'passed' | 'held' | 'unknown';
  votes: Vote[];
}

/** One mapping of a control, with what shows or contradicts it. */
export interface DerivedMapping extends JudgedMapping<AssessmentInForce> {
  mapping: Mapping;
  /** `contradicted` by failing tests, `shown` by tests or a supported assessment, else `open`. */
  state: 'contradicted' | 'shown' | 'open';
  isDisputed: boolean;
  elements: DerivedElement[];
  /** When the oldest and the newest of its votes were cast; null where it has none. */
  oldestVoteAt: Date | null;
  newestVoteAt: Date | null;
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
  /** What compliant assessments over part mappings do. */
  partialAssessments: PartialAssessments;
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
  const [first] = control.mappings;
  const { partialAssessments } = first ? factsOf(first.universalControl.no) : NOTHING_KNOWN;
  const verdict = isInScope ? verdictOf(mappings, partialAssessments) : OUT_OF_SCOPE;
  return {
    ...verdict,
    assurance: verdict.status === 'passed' ? assuranceOf(assuranceByteOf(mappings, verdict.status), control) : null,
    isDisputed: isInScope && mappings.some(({ isDisputed }) => isDisputed),
    partialAssessments,
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
  const judged = {
    isFull: isFull(relationship),
    isContradicted: elements.some(({ state }) => state === 'failed'),
    isHeld: elements.some(({ state }) => state === 'held'),
    isTested: method !== 'manual' && elements.every(({ state }) => state === 'passed'),
    votedAt: votedAtOf(elements),
    assessment,
  };
  return {
    ...judged,
    mapping,
    state: judged.isContradicted ? 'contradicted' : isShown(judged) ? 'shown' : 'open',
    isDisputed: isDisputedMapping(judged),
    elements,
    ...timesOf(elements),
  };
}

function timesOf(elements: readonly DerivedElement[]): Pick<DerivedMapping, 'oldestVoteAt' | 'newestVoteAt'> {
  const times = elements.flatMap(({ votes }) => votes.map(({ evaluatedAt }) => evaluatedAt.getTime()));
  if (times.length === 0) return { oldestVoteAt: null, newestVoteAt: null };
  return { oldestVoteAt: new Date(Math.min(...times)), newestVoteAt: new Date(Math.max(...times)) };
}

function derivedElement(number: number, text: string, all: readonly Vote[]): DerivedElement {
  const votes = all.filter(({ element }) => element === number);
  const results = votes.map(({ result }) => result).filter((result) => result !== 'incomplete');
  const isPassed = results.length > 0 && results.every((result) => result === 'pass');
  const isHeld = results.includes('held');
  const state = results.includes('fail') ? 'failed' : isPassed ? 'passed' : isHeld ? 'held' : 'unknown';
  return { number, text, state, votes };
}

const OUT_OF_SCOPE = { status: 'not_applicable', decidedBy: 'scope', assessment: null } as const;

/** Milliseconds of the newest vote that passes or fails one of the elements; -Infinity where there is none. */
function votedAtOf(elements: readonly DerivedElement[]): number {
  const counting = elements.flatMap(({ votes }) =>
    votes.filter(({ result }) => result === 'pass' || result === 'fail'),
  );
  return Math.max(-Infinity, ...counting.map(({ evaluatedAt }) => evaluatedAt.getTime()));
}
