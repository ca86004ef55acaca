import { z } from 'zod';

const Switch = z.object({ enabled: z.boolean() }).nullish();

const Actors = z.array(z.unknown()).default([]);

/** `GET /repos/{owner}/{repo}/branches/{branch}/protection`. */
export const Protection = z.object({
  enforce_admins: Switch,
  allow_deletions: Switch,
  allow_force_pushes: Switch,
  required_linear_history: Switch,
  required_signatures: Switch,
  required_conversation_resolution: Switch,
  required_status_checks: z
    .object({
      contexts: z.array(z.string()).default([]),
      checks: z.array(z.object({ context: z.string() })).default([]),
    })
    .nullish(),
  required_pull_request_reviews: z
    .object({
      dismiss_stale_reviews: z.boolean().default(false),
      require_code_owner_reviews: z.boolean().default(false),
      required_approving_review_count: z.number().default(0),
      bypass_pull_request_allowances: z.object({ users: Actors, teams: Actors, apps: Actors }).nullish(),
    })
    .nullish(),
});
export type Protection = z.infer<typeof Protection>;

/** An item of `GET /repos/{owner}/{repo}/rules/branches/{branch}`: rules of active rulesets only. */
export const Rule = z.object({
  type: z.string(),
  ruleset_source: z.string().optional(),
  ruleset_id: z.number().optional(),
  parameters: z
    .object({
      dismiss_stale_reviews_on_push: z.boolean().optional(),
      require_code_owner_review: z.boolean().optional(),
      required_review_thread_resolution: z.boolean().optional(),
      required_approving_review_count: z.number().optional(),
      required_status_checks: z.array(z.object({ context: z.string() })).optional(),
    })
    .optional(),
});
export type Rule = z.infer<typeof Rule>;

/** GitHub's responses on one branch. */
export interface BranchResponses {
  name: string;
  /** `none` without protection, null when GitHub does not show it. */
  protection: Protection | 'none' | null;
  /** Null where GitHub does not show them. */
  rules: readonly Rule[] | null;
  rulesets: RulesetsBind;
}

/** Whether the bypass lists of rulesets that apply are empty, also where none applies; null where GitHub does not show the lists. */
export interface RulesetsBind {
  all: boolean | null;
  /** Whether they hold apps alone. */
  people: boolean | null;
}

/**
 * Combined effect of branch protection and active rulesets, as GitHubRepository documents it: a requirement of either
 * holds. A property is null where one of them is unknown and the other does not decide it.
 */
export function defaultBranch({ name, protection, rules, rulesets }: BranchResponses) {
  const classic = (asks: (protection: Protection) => boolean) =>
    protection === null ? null : protection !== 'none' && asks(protection);
  const byRule = (asks: (rule: Rule) => boolean) => rules?.some(asks) ?? null;
  const hasRule = (type: string) => byRule((rule) => rule.type === type);
  const byPullRequestRule = (asks: (parameters: NonNullable<Rule['parameters']>) => boolean) =>
    byRule(({ type, parameters }) => type === 'pull_request' && parameters !== undefined && asks(parameters));
  const isProtected = either(
    classic(() => true),
    byRule(() => true),
  );
  return {
    name,
    rulesets: rules && [...new Set(rules.flatMap(rulesetName))],
    is_protected: isProtected,
    allows_deletion: not(
      either(
        classic(({ allow_deletions: allows }) => allows?.enabled !== true),
        hasRule('deletion'),
      ),
    ),
    allows_force_pushes: not(
      either(
        classic(({ allow_force_pushes: allows }) => allows?.enabled !== true),
        hasRule('non_fast_forward'),
      ),
    ),
    requires_pull_request: either(
      classic(({ required_pull_request_reviews: reviews }) => Boolean(reviews)),
      hasRule('pull_request'),
    ),
    required_approvals: requiredApprovals(protection, rules),
    dismisses_stale_approvals: either(
      classic(({ required_pull_request_reviews: reviews }) => reviews?.dismiss_stale_reviews === true),
      byPullRequestRule((asked) => asked.dismiss_stale_reviews_on_push === true),
    ),
    requires_code_owner_review: either(
      classic(({ required_pull_request_reviews: reviews }) => reviews?.require_code_owner_reviews === true),
      byPullRequestRule((asked) => asked.require_code_owner_review === true),
    ),
    requires_conversation_resolution: either(
      classic(({ required_conversation_resolution: asked }) => asked?.enabled === true),
      byPullRequestRule((asked) => asked.required_review_thread_resolution === true),
    ),
    requires_linear_history: either(
      classic(({ required_linear_history: asked }) => asked?.enabled === true),
      hasRule('required_linear_history'),
    ),
    requires_signed_commits: either(
      classic(({ required_signatures: asked }) => asked?.enabled === true),
      hasRule('required_signatures'),
    ),
    required_status_checks: requiredStatusChecks(protection, rules),
    // Who may bypass the protection may still be held by the rulesets: administrators are bound where both bind them.
    binds_administrators: both(isProtected, both(protection === 'none' ? true : classic(bindsAll), rulesets.all)),
    binds_people: both(isProtected, both(protection === 'none' ? true : classic(bindsPeople), rulesets.people)),
  };
}

/** Three-valued OR: null is unknown. */
function either(one: boolean | null, other: boolean | null): boolean | null {
  if (one === true || other === true) return true;
  return one === null || other === null ? null : false;
}

/** Three-valued AND. */
function both(one: boolean | null, other: boolean | null): boolean | null {
  return not(either(not(one), not(other)));
}

function bindsAll(protection: Protection): boolean {
  const apps = protection.required_pull_request_reviews?.bypass_pull_request_allowances?.apps ?? [];
  return bindsPeople(protection) && apps.length === 0;
}

function bindsPeople({ enforce_admins: binds, required_pull_request_reviews: reviews }: Protection): boolean {
  const { users = [], teams = [] } = reviews?.bypass_pull_request_allowances ?? {};
  return binds?.enabled === true && users.length + teams.length === 0;
}

function not(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function requiredApprovals(protection: BranchResponses['protection'], rules: BranchResponses['rules']): number | null {
  if (protection === null || rules === null) return null;
  const classic =
    protection === 'none' ? 0 : (protection.required_pull_request_reviews?.required_approving_review_count ?? 0);
  const byRules = rules.map(({ type, parameters }) =>
    type === 'pull_request' ? (parameters?.required_approving_review_count ?? 0) : 0,
  );
  return Math.max(classic, ...byRules);
}

function requiredStatusChecks(
  protection: BranchResponses['protection'],
  rules: BranchResponses['rules'],
): string[] | null {
  if (protection === null || rules === null) return null;
  const classic = protection === 'none' ? null : protection.required_status_checks;
  const names = [
    ...(classic?.contexts ?? []),
    ...(classic?.checks.map(({ context }) => context) ?? []),
    ...rules.flatMap(({ type, parameters }) =>
      type === 'required_status_checks' ? (parameters?.required_status_checks ?? []).map(({ context }) => context) : [],
    ),
  ];
  return [...new Set(names)].sort();
}

function rulesetName({ ruleset_source: source, ruleset_id: id }: Rule): string[] {
  return source === undefined || id === undefined ? [] : [`${source}/${String(id)}`];
}
