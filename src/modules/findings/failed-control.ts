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

/** The failed controls of active frameworks that ask for an element which a check behind one of the rules decides. */
export async function failedBy(ctx: RequestContext, rules: readonly Decider[]): Promise<Control[]> {
  const codes = codesOf(rules);
  if (codes.size === 0) return [];
  return (await ctx.once(failedControls)).filter((control) => coveredCodes(control).some((code) => codes.has(code)));
}

/** Whether the check behind a rule decides an element that a failed control of the active frameworks asks for. */
export async function isOfFailedControl(ctx: RequestContext): Promise<(rule: Decider) => boolean> {
  const asked = new Set((await ctx.once(failedControls)).flatMap(coveredCodes));
  return (rule) => [...codesOf([rule])].some((code) => asked.has(code));
}

function codesOf(rules: readonly Decider[]): Set<number> {
  return new Set(rules.flatMap(({ check }) => (check ? decidedCodes(check) : [])));
}
