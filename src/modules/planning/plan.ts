import type { RequestContext } from '../../context.js';
import { wordingOf } from '../../messages/translated.js';
import { AppError } from '../../platform/errors.js';
import type { Catalogue, Control, Framework } from '../catalogue/catalogue.js';
import { faultOf } from '../catalogue/fault.rules.js';
import { decidedCodes } from '../catalogue/tested-elements.rules.js';
import { catalogueOf, findActiveFramework, visibleFrameworks } from '../catalogue/visibility.js';
import { ruleResolver, type NamedRule } from '../custom-checks/rule-resolve.js';
import { levelOf } from '../posture/assurance.rules.js';
import { remediationOf, remediationOfAssessment } from '../scans/remediation.rules.js';
import { Course, Reaches, type PlanAction } from './course.rules.js';
import { percentOf } from '../../platform/percent.js';
import { countAfter, findPlan, findPlanFromFailing, type CountAfter, type Goal, type LeftOut } from './plan.rules.js';
import type { PlanGainType, PlanLeftOutType, PlanStepType, PlanType } from './plan.type.js';
import { standingOfRequest } from './standing.read.js';
import type { StandingIntegration } from './standing.sql.js';

/** What a plan is for, and how many steps it may have. */
export interface PlanRequest {
  framework: string;
  /** Percent; null where controls are named. */
  score: number | null;
  /** Codes or ids; null where a score is. */
  controls: readonly string[] | null;
  budget: number;
  /** Whether only what passes in full counts for the target. */
  isInFull: boolean;
  /** Whether it begins with what fails now. */
  isFailingFirst: boolean;
}

const LEFT_OUT_MAX = 500;

/**
 * Steps to a target, in memory: votes and assessments are read once, whatever the number of steps.
 * @throws {AppError} NOT_FOUND, FRAMEWORK_NOT_ACTIVE, VALIDATION_FAILED
 */
export async function plan(ctx: RequestContext, request: PlanRequest): Promise<PlanType> {
  const framework = findActiveFramework(ctx, request.framework);
  const goal = goalOf(framework, request);
  const { standing, integrations } = await ctx.once(standingOfRequest).get();
  const controls = visibleFrameworks(ctx).flatMap((each) => each.controls);
  const reaches = new Reaches(standing, controls);
  const start = new Course(standing, reaches, ctx.clock.now().getTime());
  const find = request.isFailingFirst ? findPlanFromFailing : findPlan;
  const found = find(start, goal, { standing, reaches, budget: request.budget });
  const now = countAfter(start, framework.controls);
  const gains = { start, framework: framework.controls, controls, now, allNow: countAfter(start, controls) };
  const whole = start.fork();
  whole.take(found.actions);
  const then = countAfter(whole, framework.controls);
  return {
    steps: await stepsOf(ctx, found.actions, { reaches, gains }),
    failingFirst: found.failingFirst,
    isReached: found.isReached,
    totalControls: now.total,
    score: now.score,
    scoreAfter: then.score,
    assuredScore: now.assuredScore,
    assuredScoreAfter: then.assuredScore,
    bound: found.bound,
    leftOut: withReasons(found.leftOut.slice(0, LEFT_OUT_MAX), integrations, catalogueOf(ctx)),
    leftOutCount: found.leftOut.length,
  };
}

/** Holds with the reasons that the last scans gave. */
function withReasons(
  leftOut: readonly LeftOut[],
  integrations: readonly StandingIntegration[],
  { checkById }: Pick<Catalogue, 'checkById'>,
): PlanLeftOutType[] {
  const integrationById = new Map(integrations.map((each) => [each.id, each]));
  return leftOut.map(({ holds, ...left }) => ({
    ...left,
    holds: holds.map(({ integrationId, elements }) => {
      const { name = '', withheld = [] } = integrationById.get(integrationId) ?? {};
      // Also of a check that fails nothing itself: while it cannot look, the others cannot lift what they saw.
      const isOfElements = (id: string) => {
        const check = checkById.get(id);
        return check !== undefined && decidedCodes(check).some((code) => elements.has(code));
      };
      const reasons = withheld.filter(({ checkIds }) => checkIds.some(isOfElements));
      return { integrationId, integrationName: name, reasons: reasons.map(({ reason }) => reason) };
    }),
  }));
}

function goalOf({ controls: all }: Framework, { score, controls: named, isInFull }: PlanRequest): Goal {
  if ((score === null) === (named === null)) throw AppError.invalid('/target', 'must have either a score or controls');
  if (named === null) return { kind: 'score', controls: all, score: score ?? 0, isInFull };
  const controls = named.map((name, index) => {
    const wanted = name.toLowerCase();
    const found = all.find(({ id, controlId }) => id === wanted || controlId.toLowerCase() === wanted);
    if (!found)
      throw AppError.invalid(`/target/controls/${index}`, 'is neither the code nor the id of a control of it');
    return found;
  });
  return { kind: 'controls', controls: [...new Set(controls)], isInFull };
}

interface Gains {
  start: Course;
  /** Controls of the framework of the plan. */
  framework: readonly Control[];
  /** Controls of all active frameworks. */
  controls: readonly Control[];
  /** Of both before any step. */
  now: CountAfter;
  allNow: CountAfter;
}

async function stepsOf(
  ctx: RequestContext,
  actions: readonly PlanAction[],
  { reaches, gains }: { reaches: Reaches; gains: Gains },
): Promise<PlanStepType[]> {
  const rules = actions.flatMap((action) => (action.kind === 'fix' ? [ruleOf(action)] : []));
  const resolve = await ruleResolver(ctx, rules);
  const wording = wordingOf(ctx);
  return actions.flatMap((action, index): PlanStepType[] => {
    const reached = [...reaches.of(action)];
    const controls = gains.framework.filter((control) => reached.includes(control));
    const gain = {
      controlNos: reached.map(({ no }) => no),
      controls,
      alone: gainOf([action], gains),
      cumulative: gainOf(actions.slice(0, index + 1), gains),
    };
    if (action.kind === 'assess') {
      const { universalControl } = action;
      const { code, title } = universalControl;
      const named = `${code}: ${wording.text(title)}`;
      const own = { checkId: null, universalControl, title: named, fault: named, failingResources: null };
      const remediation = remediationOfAssessment(universalControl, wording);
      return [{ order: index + 1, kind: 'assess', ...own, remediation, ...gain }];
    }
    const { check: stored, ruleCount, resources } = action;
    const check = stored.checkId === null ? null : resolve(ruleOf(action));
    const [control = gains.framework[0]] = reached;
    if (!control) return [];
    const { name: checkId, title, ruleId } = stored;
    const remediation = remediationOf(control, [{ check, title, ruleId }], wording);
    const own = {
      checkId,
      universalControl: null,
      title: check?.title ?? title,
      fault: faultOf(check, { title, ruleCount }),
      failingResources: resources,
      remediation,
    };
    return [{ order: index + 1, kind: 'fix', ...own, ...gain }];
  });
}

function ruleOf({ check: { checkId, ruleId, title } }: PlanAction & { kind: 'fix' }): NamedRule {
  return { scanner: 'crosswalk', ruleId: checkId ?? ruleId, title };
}

/** What actions make of the statuses as they are. */
function gainOf(actions: readonly PlanAction[], { start, framework, controls, now, allNow }: Gains): PlanGainType {
  const course = start.fork();
  const reached = [...course.take(actions)];
  const passing = reached
    .filter((control) => start.outcomeOf(control).status !== 'passed' && course.outcomeOf(control).status === 'passed')
    .map((control) => course.outcomeOf(control));
  const then = countAfter(course, framework);
  const scoreControls = then.passed - now.passed;
  const assuredScoreControls = then.assured - now.assured;
  const inFull = passing.filter(({ status, assurance }) => levelOf(status, assurance) === 'full').length;
  return {
    passes: passing.length,
    passesInFull: inFull,
    passesInPart: passing.length - inFull,
    scoreControls,
    assuredScoreControls,
    // Of the counts: a difference of rounded scores says 1.7 of what 1 of 61 brings.
    scorePoints: percentOf(scoreControls, now.total),
    assuredScorePoints: percentOf(assuredScoreControls, now.total),
    overallPoints: percentOf(countAfter(course, controls).passed - allNow.passed, allNow.total),
    score: then.score,
    assuredScore: then.assuredScore,
  };
}
