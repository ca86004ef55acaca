import type { RequestContext } from '../../context.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { choiceValueOf, scopeChoiceOf } from '../catalogue/scope-choice.rules.js';
import { postureOfRequest, type Posture } from '../posture/posture.js';
import { openScopeDecisionsOf } from './scope.read.js';
import { excludingDecision } from './scope.rules.js';
import type { ScopeDecisionRow } from './scope.sql.js';
import type { FrameworkScopeType, ScopeChoiceType } from './scope.type.js';
import { isSprsDue, sprsOf, type RequirementOutcome } from './sprs.rules.js';

/** What of a framework is in scope, with the decisions in force and those that wait; one statement for all frameworks of a request. */
export async function frameworkScopeOf(ctx: RequestContext, framework: Framework): Promise<FrameworkScopeType> {
  const open = ctx.once(openScopeDecisionsOf);
  const [posture, approved, proposed] = await Promise.all([
    ctx.once(postureOfRequest).get(),
    open.inStatus('approved'),
    open.inStatus('proposed'),
  ]);
  const own = approved.filter(({ framework: slug }) => slug === framework.slug);
  const selection = own.find(({ kind }) => kind === 'selection') ?? null;
  const inScope = framework.controls.filter((control) => posture.isInScope(control)).length;
  const isScored = isSprsDue(selection?.selected ?? null);
  return {
    inScopeControls: inScope,
    outOfScopeControls: framework.controls.length - inScope,
    choice: choiceOf(framework, selection),
    selection,
    decisions: own.filter(({ kind }) => kind !== 'selection'),
    proposals: proposed.filter(({ framework: slug }) => slug === framework.slug),
    sprs: isScored ? sprsOf(framework, (control) => outcomeIn(posture, control, own)) : null,
  };
}

function outcomeIn(posture: Posture, control: Control, approved: readonly ScopeDecisionRow[]): RequirementOutcome {
  return {
    status: posture.statusOf(control),
    level: posture.assuranceOf(control)?.level ?? null,
    isInPart: approved.some(({ kind, controlNo }) => kind === 'partly_implemented' && controlNo === control.no),
  };
}

function choiceOf(framework: Framework, selection: ScopeDecisionRow | null): ScopeChoiceType | null {
  const choice = scopeChoiceOf(framework);
  if (!choice) return null;
  const { attribute, name, isCumulative, values, always } = choice;
  const countOf = (value: string) => framework.controls.filter((control) => choiceValueOf(control) === value).length;
  return {
    attribute,
    name,
    isCumulative,
    values: values.map((each) => ({
      ...each,
      controls: countOf(each.value),
      isSelected: selection?.selected?.includes(each.value) ?? true,
      isAlways: always.includes(each.value),
    })),
  };
}

/**
 * The decision that puts a control out of scope. Only of one that is out does it read anything: one statement for all controls of a
 * request.
 */
export async function exclusionOf(ctx: RequestContext, control: Control): Promise<ScopeDecisionRow | null> {
  const posture = await ctx.once(postureOfRequest).get();
  if (posture.isInScope(control)) return null;
  return excludingDecision(control, await ctx.once(openScopeDecisionsOf).inStatus('approved'));
}

/** The decision on the control itself in that status, or null; one statement for all controls of a request. */
export async function ownDecisionOf(
  ctx: RequestContext,
  { no }: Control,
  status: 'proposed' | 'approved',
): Promise<ScopeDecisionRow | null> {
  const found = await ctx.once(openScopeDecisionsOf).inStatus(status);
  return found.find(({ controlNo }) => controlNo === no) ?? null;
}
