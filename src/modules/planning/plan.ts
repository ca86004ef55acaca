import type { RequestContext } from '../../context.js';
import { wordingOf, type Wording } from '../../messages/translated.js';
import { AppError } from '../../platform/errors.js';
import { inPieces } from '../../platform/in-pieces.js';
import type { Catalogue, Control, Framework } from '../catalogue/catalogue.js';
import { faultOf } from '../catalogue/fault.rules.js';
import { decidedCodes } from '../catalogue/tested-elements.rules.js';
import { catalogueOf, findActiveFramework, visibleFrameworks } from '../catalogue/visibility.js';
import { ruleResolver, type NamedRule } from '../custom-checks/rule-resolve.js';
import { remediationOf, remediationOfAssessment } from '../scans/remediation.rules.js';
import { Course, Reaches, type PlanAction } from './course.rules.js';
import { Gains } from './gain.rules.js';
import { countAfter, findPlan, findPlanFromFailing, type Goal, type LeftOut } from './plan.rules.js';
import type { PlanLeftOutType, PlanStepType, PlanType } from './plan.type.js';
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
  const found = await inPieces(find(start, goal, { standing, reaches, budget: request.budget }));
  const rules = found.actions.flatMap((action) => (action.kind === 'fix' ? [ruleOf(action)] : []));
  const resolve = await ruleResolver(ctx, rules);
  const gains = new Gains(start, { framework: framework.controls, all: controls });
  const { now } = gains;
  const whole = start.fork();
  whole.take(found.actions);
  const then = countAfter(whole, framework.controls);
  return {
    steps: await inPieces(stepsOf(ctx, found.actions, { framework, gains, resolve })),
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

function* stepsOf(
  ctx: RequestContext,
  actions: readonly PlanAction[],
  { framework, gains, resolve }: { framework: Framework; gains: Gains; resolve: RuleResolver },
): Generator<void, PlanStepType[]> {
  const wording = wordingOf(ctx);
  const steps: PlanStepType[] = [];
  for (const [index, action] of actions.entries()) {
    yield;
    const reached = gains.reachedBy(action);
    const gain = {
      order: index + 1,
      controlNos: [...reached].map(({ no }) => no),
      controls: framework.controls.filter((control) => reached.has(control)),
      alone: gains.alone(action),
      cumulative: gains.next(action),
    };
    const [control = framework.controls[0]] = reached;
    if (action.kind === 'assess') steps.push({ ...assessment(action, wording), ...gain });
    else if (control) steps.push({ ...repair(action, { control, resolve, wording }), ...gain });
  }
  return steps;
}

type RuleResolver = Awaited<ReturnType<typeof ruleResolver>>;
type OwnOfStep = Omit<PlanStepType, 'order' | 'controlNos' | 'controls' | 'alone' | 'cumulative' | 'work'>;

function assessment({ universalControl }: PlanAction & { kind: 'assess' }, wording: Wording): OwnOfStep {
  const { code, title } = universalControl;
  const named = `${code}: ${wording.text(title)}`;
  const own = { checkId: null, universalControl, title: named, fault: named, failingResources: null };
  return { kind: 'assess', ...own, remediation: remediationOfAssessment(universalControl, wording) };
}

function repair(
  action: PlanAction & { kind: 'fix' },
  { control, resolve, wording }: { control: Control; resolve: RuleResolver; wording: Wording },
): OwnOfStep {
  const { check: stored, ruleCount, resources } = action;
  const check = stored.checkId === null ? null : resolve(ruleOf(action));
  const { name: checkId, title, ruleId } = stored;
  return {
    kind: 'fix',
    checkId,
    universalControl: null,
    title: check?.title ?? title,
    fault: faultOf(check, { title, ruleCount }),
    failingResources: resources,
    remediation: remediationOf(control, [{ check, title, ruleId }], wording),
  };
}

function ruleOf({ check: { checkId, ruleId, title } }: PlanAction & { kind: 'fix' }): NamedRule {
  return { scanner: 'crosswalk', ruleId: checkId ?? ruleId, title };
}
