/**
 * What Prowler says where it passes a resource that there is nothing to look at: a user who cannot sign in has no second factor to
 * lack. By its rule. Source: Prowler's checks, version 5.
 */
const NOTHING_TO_LOOK_AT: ReadonlyMap<string, RegExp> = new Map([
  ['iam_user_mfa_enabled_console_access', /does not have console password enabled/i],
  ['iam_administrator_access_with_mfa', /provides non-administrative access|has no policies/i],
]);

/** Whether a pass of Prowler is one on a resource that is out of the scope of its rule. */
export function passesNothing(ruleId: string, summary: string): boolean {
  return NOTHING_TO_LOOK_AT.get(ruleId)?.test(summary) ?? false;
}
