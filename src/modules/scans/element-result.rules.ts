import type { Check, Control, UniversalControl } from '../catalogue/catalogue.js';
import { isFull } from '../catalogue/relationship.rules.js';
import { elementCode, type TestedElement } from '../catalogue/tested-elements.rules.js';
import { isCustomRule } from '../custom-checks/custom-check.rules.js';
import { testedStatus } from '../posture/tested-status.rules.js';
import type { CheckedIntegration } from './checked-integration.rules.js';
import type { ResultStatus } from './scan-states.js';

/**
 * What tests say of an element. `held`: one of its checks could not look. `supported`: the provider's checks have to do with its
 * universal control and none of them decides it, so that no other provider shows it for all. `incomplete`: what ran does not fail it and
 * does not show it; it is no vote, and takes the place of a former one.
 */
export type ElementResult = 'pass' | 'fail' | 'held' | 'supported' | 'incomplete';

/** The result of an element of a universal control. */
export interface ElementVote {
  universalControl: UniversalControl;
  element: number;
  /** Without the findings that exceptions accept. */
  result: ElementResult;
  /** Ids of the custom checks that it rests on alone; empty where a shipped check says the same. */
  customRules: string[];
  /** With them. */
  found: ElementResult;
  /** What it would be if no finding failed. */
  otherwise: ElementResult;
}

/**
 * The result of an element in one integration: a failing resource fails it; a check that could not look holds it; it passes when
 * all of its checks ran and a resource passes. It is incomplete where a check did not run, none had a resource in scope, or one
 * can only fail. An accepted finding counts like no result. Null where none of them ran.
 * Source: schema/contract/status.md, "Tests".
 */
export function elementResult(
  { checks }: TestedElement,
  checked: CheckedIntegration,
): Pick<ElementVote, 'result' | 'found' | 'otherwise'> | null {
  const aggregates = checks.flatMap((check) => checked.aggregatesOf(check));
  const otherwise = resultWithoutFailures(checks, checked);
  if (otherwise === null) return null;
  const result = aggregates.some(({ failed }) => failed.length > 0) ? 'fail' : otherwise;
  const found = aggregates.some(({ accepted }) => accepted.length > 0) ? 'fail' : result;
  return { result, found, otherwise };
}

function resultWithoutFailures(checks: readonly Check[], checked: CheckedIntegration): ElementResult | null {
  const ran = checks.map((check) => checked.aggregatesOf(check));
  if (checks.some((check) => checked.reasonOf(check) !== null)) return 'held';
  if (ran.flat().length === 0) return null;
  const isComplete = ran.every((aggregates) => aggregates.length > 0) && checks.every(({ canShow }) => canShow);
  return isComplete && ran.flat().some(({ passed }) => passed.length > 0) ? 'pass' : 'incomplete';
}

/** Ids of the custom checks among those of an element that lead to its result. */
export function customRulesBehind(
  { checks }: TestedElement,
  result: ElementResult,
  checked: CheckedIntegration,
): string[] {
  const leads = (check: Check) => {
    if (result === 'held') return checked.reasonOf(check) !== null;
    return checked
      .aggregatesOf(check)
      .some(({ failed, accepted }) => result !== 'fail' || failed.length > 0 || accepted.length > 0);
  };
  return checks.filter((check) => isCustomRule(check.id) && leads(check)).map(({ id }) => id);
}

const RANKS = { fail: 8, held: 6, supported: 4, pass: 2, incomplete: 0 };

/** The worst of some results, of which there is one at least. */
function worst(results: readonly ElementResult[]): ElementResult {
  return results.reduce((known, result) => (RANKS[result] > RANKS[known] ? result : known));
}

/** One vote on each element, from those of several providers: the worst, with and without what exceptions accept. */
export function combinedVotes(votes: readonly ElementVote[]): ElementVote[] {
  const byCode = Map.groupBy(votes, ({ universalControl, element }) => elementCode(universalControl, element));
  return [...worstVotes(votes)].map(([code, vote]) => {
    const all = byCode.get(code) ?? [vote];
    const [found, otherwise] = [worst(all.map((each) => each.found)), worst(all.map((each) => each.otherwise))];
    return { ...vote, found, otherwise };
  });
}

/**
 * The worst vote on each element, by its code: fail, then held, supported and pass; what is incomplete counts last. Of two alike, the one
 * of shipped checks.
 */
export function worstVotes(votes: readonly ElementVote[]): Map<number, ElementVote> {
  const rank = ({ result, customRules }: ElementVote) => RANKS[result] + (customRules.length === 0 ? 1 : 0);
  const worstByCode = new Map<number, ElementVote>();
  for (const vote of votes) {
    const code = elementCode(vote.universalControl, vote.element);
    const known = worstByCode.get(code);
    if (!known || rank(vote) > rank(known)) worstByCode.set(code, vote);
  }
  return worstByCode;
}

const RESULT_OF = { failed: 'fail', passed: 'pass' } as const;

/** The scan result of a control from the votes on elements, by `testedStatus`. */
export function controlResult(
  { method, mappings }: Control,
  votes: ReadonlyMap<number, Pick<ElementVote, 'result'>>,
): ResultStatus {
  const tested = mappings.map(({ universalControl, covers, relationship }) => {
    const results = covers.map((element) => votes.get(elementCode(universalControl, element))?.result);
    return {
      isFull: isFull(relationship),
      isContradicted: results.includes('fail'),
      isHeld: results.includes('held'),
      isTested: method !== 'manual' && results.every((result) => result === 'pass'),
    };
  });
  const status = testedStatus(tested);
  return status === null ? 'not_applicable' : RESULT_OF[status];
}
