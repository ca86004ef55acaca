import type { RequestContext } from '../../context.js';
import type { Check, Control } from '../catalogue/catalogue.js';
import { coveredCodes, decidedCodes } from '../catalogue/tested-elements.rules.js';
import { catalogueOf, isVisible } from '../catalogue/visibility.js';
import { postureOfRequest } from '../posture/posture.js';

/** What of a rule says which controls it can fail. */
interface Decider {
  check: Check | null;
}

/** For `ctx.once`: the failed controls of active frameworks, in the order of the catalogue. */
async function failedControls(ctx: RequestContext): Promise<Control[]> {
  const posture = await ctx.once(postureOfRequest).get();
  return catalogueOf(ctx).controls.filter(
    (control) => isVisible(ctx, control) && posture.statusOf(control) === 'failed',
  );
}

/** For `ctx.once`: the same, by the codes of the elements that they ask for. */
async function failedByElement(ctx: RequestContext): Promise<ReadonlyMap<number, readonly Control[]>> {
  const byElement = new Map<number, Control[]>();
  for (const control of await ctx.once(failedControls)) {
    for (const code of new Set(coveredCodes(control))) byElement.set(code, [...(byElement.get(code) ?? []), control]);
  }
  return byElement;
}

/** The failed controls of active frameworks that ask for an element which a check behind one of the rules decides. */
export async function failedBy(ctx: RequestContext, rules: readonly Decider[]): Promise<Control[]> {
  const byElement = await ctx.once(failedByElement);
  const failed = new Set(codesOf(rules).flatMap((code) => byElement.get(code) ?? []));
  return failed.size === 0 ? [] : (await ctx.once(failedControls)).filter((control) => failed.has(control));
}

/** Whether the check behind a rule decides an element that a failed control of the active frameworks asks for. */
export async function isOfFailedControl(ctx: RequestContext): Promise<(rule: Decider) => boolean> {
  const byElement = await ctx.once(failedByElement);
  return (rule) => codesOf([rule]).some((code) => byElement.has(code));
}

function codesOf(rules: readonly Decider[]): number[] {
  return rules.flatMap(({ check }) => (check ? decidedCodes(check) : []));
}
