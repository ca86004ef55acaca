import type { Control } from '../catalogue/catalogue.js';
import { isFull } from '../catalogue/relationship.rules.js';
import { levelOf } from '../posture/assurance.rules.js';
import { scoreOf } from '../posture/score.rules.js';
import type { Course, PlanAction, Reaches } from './course.rules.js';
import { isUnmet } from './course.rules.js';
import { codeOf, type Outcome, type Standing } from './standing.rules.js';

/** What a plan is for: a score, in percent, or that all of the controls pass; with `isInFull` only what passes in full counts. */
export type Goal = { controls: readonly Control[]; isInFull: boolean } & (
  { kind: 'score'; score: number } | { kind: 'controls' }
);

/** Whether an outcome counts for the goal. */
function isMet({ status, assurance }: Outcome, { isInFull }: Pick<Goal, 'isInFull'>): boolean {
  return isInFull ? levelOf(status, assurance) === 'full' : status === 'passed';
}

/** Sets of actions each of which makes a control pass; empty where none does. */
export type Alternatives = readonly (readonly PlanAction[])[];

/** A control of the goal that the plan leaves as it is. */
export interface LeftOut {
  control: Control;
  /** `unreachable`: no repair or assessment passes it. `budget`: more steps would. */
  reason: 'out_of_scope' | 'held' | 'unreachable' | 'budget';
  /** Of a held one: what could not look. */
  holds: Hold[];
}

/** What an integration last saw of elements fails a control, and checks of them cannot look any more. */
export interface Hold {
  integrationId: string;
  /** Codes of the elements: see `elementCode`. */
  elements: Set<number>;
}

/** A plan, with how it was found. */
export interface FoundPlan {
  /** In the order in which they were chosen. */
  actions: PlanAction[];
  /** Number of the first of them, which make controls pass that fail now, whatever others would bring. */
  failingFirst: number;
  isReached: boolean;
  /**
   * Factor of the optimum that the number of steps stays below, ln n + 1 for n controls to pass (Chvátal 1979; Slavík 1997 where a
   * part of them is enough); null where a control needs several steps together, for which no factor is known, and where the goal is not reached.
   */
  bound: number | null;
  leftOut: LeftOut[];
}

/**
 * Greedy set cover: each round takes the set of steps that makes most controls of the goal pass for each of its steps, until the goal is
 * reached or no set fits in the budget. Steps that later ones made needless are dropped at the end. It yields where whoever runs it may do
 * something else in between: each piece takes some milliseconds, all of them together hundreds.
 * @param budget steps at most
 */
export function* findPlan(
  start: Course,
  goal: Goal,
  { standing, reaches, budget }: { standing: Standing; reaches: Reaches; budget: number },
): Generator<void, FoundPlan> {
  const inScope = goal.controls.filter((control) => start.outcomeOf(control).status !== 'not_applicable');
  const course = start.fork();
  const ways = new Map<Control, Alternatives>();
  const isOpen = (control: Control) => !isMet(course.outcomeOf(control), goal);
  const waysOf = (control: Control) => {
    const known = ways.get(control) ?? alternativesOf(control, course, { standing, reaches, goal });
    ways.set(control, known);
    return known;
  };
  for (const control of inScope) {
    yield;
    if (isOpen(control)) waysOf(control);
  }
  const first = [...ways.values()].filter(({ length }) => length > 0);
  const isCover = first.every((alternatives) => alternatives.every((actions) => actions.length === 1));
  while (!isReached(course, goal)) {
    yield;
    const open = inScope.filter(isOpen);
    const best = yield* bestOf(open.map(waysOf), budget - course.taken.length);
    if (!best) break;
    for (const control of course.take(best)) ways.delete(control);
  }
  const actions = yield* withoutNeedless(start, course.taken, goal);
  const last = start.fork();
  last.take(actions);
  const needed = controlsNeeded(start, goal);
  const hasReached = isReached(last, goal);
  return {
    actions,
    failingFirst: 0,
    isReached: hasReached,
    bound: hasReached && isCover && needed > 0 ? Math.log(needed) + 1 : null,
    leftOut: yield* leftOutOf(last, { standing, reaches, goal }),
  };
}

/**
 * A plan that begins with the controls of the goal that fail now: what makes them pass, in part at least, as far as steps do. Then as
 * `findPlan` from there on.
 */
export function* findPlanFromFailing(
  start: Course,
  goal: Goal,
  known: { standing: Standing; reaches: Reaches; budget: number },
): Generator<void, FoundPlan> {
  const failing = goal.controls.filter((control) => start.outcomeOf(control).status === 'failed');
  const { actions: first } = yield* findPlan(start, { kind: 'controls', controls: failing, isInFull: false }, known);
  const repaired = start.fork();
  repaired.take(first);
  const rest = yield* findPlan(repaired, goal, known);
  return {
    ...rest,
    actions: [...first, ...rest.actions],
    failingFirst: first.length,
    bound: first.length === 0 ? rest.bound : null,
  };
}

/** Whether the goal is reached. */
function isReached(course: Course, goal: Goal): boolean {
  if (goal.kind === 'controls') return goal.controls.every((control) => isMet(course.outcomeOf(control), goal));
  const { score, assuredScore } = countAfter(course, goal.controls);
  return (goal.isInFull ? assuredScore : score) >= goal.score;
}

/** Of how many controls that count how many pass after a course, how many of them in full, and the scores of both. */
export interface CountAfter {
  total: number;
  passed: number;
  assured: number;
  score: number;
  assuredScore: number;
}

/** What of some controls passes after a course. */
export function countAfter(course: Course, controls: readonly Control[]): CountAfter {
  const outcomes = controls
    .map((control) => course.outcomeOf(control))
    .filter(({ status }) => status !== 'not_applicable');
  const inFull = outcomes.filter(({ status, assurance }) => levelOf(status, assurance) === 'full');
  const total = outcomes.length;
  const passed = outcomes.filter(({ status }) => status === 'passed').length;
  const assured = inFull.length;
  return { total, passed, assured, score: scoreOf(passed, total), assuredScore: scoreOf(assured, total) };
}

/** How many more controls have to pass. */
function controlsNeeded(start: Course, goal: Goal): number {
  const counting = goal.controls.filter((control) => start.outcomeOf(control).status !== 'not_applicable');
  const passed = counting.filter((control) => isMet(start.outcomeOf(control), goal)).length;
  const wanted = goal.kind === 'controls' ? counting.length : Math.ceil((goal.score / 100) * counting.length);
  return Math.max(0, wanted - passed);
}

/** What alternatives are worked out of. */
interface Known {
  standing: Standing;
  reaches: Reaches;
  goal: Pick<Goal, 'kind' | 'controls' | 'isInFull'>;
}

/**
 * The sets of steps that make a control pass: what fails it is repaired, what is assessed as unmet is assessed again, and where that
 * passes nothing, one universal control, or where it takes them all, each of them that is not shown yet, is assessed as compliant.
 */
function alternativesOf(control: Control, course: Course, { standing, reaches, goal }: Known): Alternatives {
  const needed: PlanAction[] = [];
  const assess = control.mappings
    .toSorted((a, b) => Number(isFull(b.relationship)) - Number(isFull(a.relationship)))
    .map(({ universalControl }): PlanAction => ({
      kind: 'assess',
      key: `assess ${universalControl.code}`,
      universalControl,
    }));
  const passes = (actions: readonly PlanAction[]) => isMet(course.outcomeWith(actions, control), goal);
  for (const { universalControl, covers } of control.mappings) {
    for (const vote of covers.flatMap((element) => standing.votesOn(universalControl, element))) {
      for (const { name } of vote.checks) {
        const fix = reaches.fixes.get(name);
        if (vote.result === 'fail' && fix && !course.has(fix) && !needed.includes(fix)) needed.push(fix);
      }
    }
  }
  if (needed.length > 0 && passes(needed)) return [needed];
  for (const action of assess) {
    if (action.kind === 'assess' && isUnmet(standing, action.universalControl) && !course.has(action))
      needed.push(action);
  }
  if (needed.length > 0 && passes(needed)) return [needed];
  const rest = assess.filter((action) => !course.has(action) && !needed.some(({ key }) => key === action.key));
  const single = rest.map((action) => [...needed, action]).filter(passes);
  if (single.length > 0) return single;
  if (!passes([...needed, ...rest])) return [];
  // What tests show already needs no assessment.
  const kept = rest.reduce<PlanAction[]>((all, action) => {
    const fewer = all.filter((each) => each !== action);
    return passes([...needed, ...fewer]) ? fewer : all;
  }, rest);
  return [[...needed, ...kept]];
}

/** The set that passes most controls for each of its steps; of equal ones the smaller, then the first. */
function* bestOf(open: readonly Alternatives[], budget: number): Generator<void, readonly PlanAction[] | null> {
  const candidates = new Map<string, readonly PlanAction[]>();
  for (const actions of open.flat()) {
    if (actions.length <= budget)
      candidates.set(
        actions
          .map(({ key }) => key)
          .sort()
          .join('|'),
        actions,
      );
  }
  let best: { actions: readonly PlanAction[]; gain: number } | null = null;
  for (const actions of candidates.values()) {
    yield;
    const keys = new Set(actions.map(({ key }) => key));
    const passed = open.filter((alternatives) =>
      alternatives.some((each) => each.every(({ key }) => keys.has(key))),
    ).length;
    const gain = passed / actions.length;
    if (!best || gain > best.gain || (gain === best.gain && actions.length < best.actions.length))
      best = { actions, gain };
  }
  return best?.actions ?? null;
}

/** The actions without those that the goal, or as much of it as they reach, does not need. */
function* withoutNeedless(start: Course, actions: readonly PlanAction[], goal: Goal): Generator<void, PlanAction[]> {
  const reach = (some: readonly PlanAction[]) => {
    const course = start.fork();
    course.take(some);
    const passed = goal.controls.filter((control) => isMet(course.outcomeOf(control), goal)).length;
    return { passed, isReached: isReached(course, goal) };
  };
  const whole = reach(actions);
  let needed = [...actions];
  for (const action of actions.toReversed()) {
    yield;
    const fewer = needed.filter((each) => each !== action);
    const { passed, isReached: isStillReached } = reach(fewer);
    if (whole.isReached ? isStillReached : passed >= whole.passed) needed = fewer;
  }
  return needed;
}

function* leftOutOf(course: Course, known: Known): Generator<void, LeftOut[]> {
  const leftOut: LeftOut[] = [];
  for (const control of known.goal.controls) {
    yield;
    leftOut.push(...whyLeftOut(control, course, known));
  }
  return leftOut;
}

function whyLeftOut(control: Control, course: Course, known: Known): LeftOut[] {
  const { goal } = known;

  const outcome = course.outcomeOf(control);
  const { status } = outcome;
  if (isMet(outcome, goal)) return [];
  if (status === 'not_applicable')
    return goal.kind === 'controls' ? [{ control, reason: 'out_of_scope', holds: [] }] : [];
  if (alternativesOf(control, course, known).length > 0) {
    return goal.kind === 'controls' ? [{ control, reason: 'budget', holds: [] }] : [];
  }
  const holds = holdsOf(control, known.standing);
  return [{ control, reason: holds.length > 0 ? 'held' : 'unreachable', holds }];
}

/** What fails it that no repair lifts, since a check cannot look any more; by integration. */
function holdsOf({ mappings }: Control, standing: Standing): Hold[] {
  const held = mappings
    .flatMap(({ universalControl, covers }) => covers.flatMap((element) => standing.votesOn(universalControl, element)))
    .filter((vote) => vote.result === 'fail' && standing.resultAfter(vote, ({ failed }) => failed) === 'fail');
  return [...Map.groupBy(held, ({ integrationId }) => integrationId)].map(([integrationId, votes]) => ({
    integrationId,
    elements: new Set(votes.map(codeOf)),
  }));
}
