import { percentOf } from '../../platform/percent.js';
import type { Control } from '../catalogue/catalogue.js';
import { levelOf } from '../posture/assurance.rules.js';
import { scoreOf } from '../posture/score.rules.js';
import type { Course, PlanAction } from './course.rules.js';
import { countAfter, type CountAfter } from './plan.rules.js';
import type { PlanGainType } from './plan.type.js';
import type { Outcome } from './standing.rules.js';

/** What gains are counted of. */
interface Counted {
  /** Of the framework of the plan, and how they stand before any step. */
  framework: { controls: ReadonlySet<Control>; now: CountAfter };
  /** Of all active frameworks. */
  all: { now: CountAfter };
}

/** How many more controls pass after some steps. */
interface Change {
  passed: number;
  assured: number;
  /** Of all active frameworks. */
  passedOfAll: number;
}

const NOTHING: Change = { passed: 0, assured: 0, passedOfAll: 0 };

/**
 * What the steps of a plan bring, each alone and all up to it, in their order. Of each step only the controls that it reaches are decided:
 * those of all frameworks are counted once, before the first.
 */
export class Gains {
  private readonly counted: Counted;
  /** After the steps so far. */
  private readonly course: Course;
  private readonly change = { ...NOTHING };
  /** What passes after them and did not before, with its assurance. */
  private readonly passing = new Map<Control, Outcome>();

  /** @param controls of the framework of the plan, and of all active ones */
  constructor(
    private readonly start: Course,
    { framework, all }: { framework: readonly Control[]; all: readonly Control[] },
  ) {
    this.counted = {
      framework: { controls: new Set(framework), now: countAfter(start, framework) },
      all: { now: countAfter(start, all) },
    };
    this.course = start.branch();
  }

  /** How the framework stands before any step. */
  get now(): CountAfter {
    return this.counted.framework.now;
  }

  /** The controls that a step can change. */
  reachedBy(action: PlanAction): ReadonlySet<Control> {
    return this.start.reachedBy(action);
  }

  /** Of one step, as if it were the first. */
  alone(action: PlanAction): PlanGainType {
    const course = this.start.branch();
    const passing = new Map<Control, Outcome>();
    const change = { ...NOTHING };
    for (const control of course.take([action])) {
      this.note(
        control,
        { before: this.start.outcomeOf(control), after: course.outcomeOf(control) },
        { passing, change },
      );
    }
    return this.gainOf(change, passing);
  }

  /** Of the next step, and all before it. */
  next(action: PlanAction): PlanGainType {
    const { course, passing, change } = this;
    const reached = new Map([...course.reachedBy(action)].map((control) => [control, this.outcomeSoFar(control)]));
    course.take([action]);
    for (const [control, before] of reached) {
      this.note(control, { before, after: course.outcomeOf(control) }, { passing, change });
    }
    return this.gainOf(change, passing);
  }

  /** The start has worked it out for all controls; the course so far for those that a step has reached. */
  private outcomeSoFar(control: Control): Outcome {
    return this.course.knownOutcomeOf(control) ?? this.start.outcomeOf(control);
  }

  private note(
    control: Control,
    { before, after }: { before: Outcome; after: Outcome },
    { passing, change }: { passing: Map<Control, Outcome>; change: Change },
  ): void {
    const passed = Number(after.status === 'passed') - Number(before.status === 'passed');
    change.passedOfAll += passed;
    if (this.counted.framework.controls.has(control)) {
      change.passed += passed;
      change.assured += Number(isInFull(after)) - Number(isInFull(before));
    }
    if (after.status === 'passed' && this.start.outcomeOf(control).status !== 'passed') passing.set(control, after);
    else passing.delete(control);
  }

  private gainOf({ passed, assured, passedOfAll }: Change, passing: ReadonlyMap<Control, Outcome>): PlanGainType {
    const { framework, all } = this.counted;
    const { total } = framework.now;
    const inFull = [...passing.values()].filter(isInFull).length;
    return {
      passes: passing.size,
      passesInFull: inFull,
      passesInPart: passing.size - inFull,
      scoreControls: passed,
      assuredScoreControls: assured,
      // Of the counts: a difference of rounded scores says 1.7 of what 1 of 61 brings.
      scorePoints: percentOf(passed, total),
      assuredScorePoints: percentOf(assured, total),
      overallPoints: percentOf(passedOfAll, all.now.total),
      score: scoreOf(framework.now.passed + passed, total),
      assuredScore: scoreOf(framework.now.assured + assured, total),
    };
  }
}

function isInFull({ status, assurance }: Outcome): boolean {
  return levelOf(status, assurance) === 'full';
}
