import type { z } from 'zod';
import type {
  Application,
  AuthenticationRule,
  IdentityProvider,
  LifecyclePolicy,
  LifecycleRule,
  PasswordPolicy,
  Policy,
  SessionRule,
} from './okta-schemas.js';

/** Turns Okta's responses into the properties that src/content/resources/okta documents. */

/** Status of default policies, which Okta omits although they are in force. */
const ACTIVE = 'ACTIVE';

type Parsed<T extends z.ZodType> = z.infer<T>;

/** Properties of an `OktaPasswordPolicy`. */
export function passwordPolicy(policy: Parsed<typeof PasswordPolicy>) {
  const { complexity, lockout, age } = policy.settings?.password ?? {};
  return {
    ...shared(policy),
    min_length: complexity?.minLength ?? null,
    lockout_max_attempts: lockout?.maxAttempts ?? null,
    max_age_days: age?.maxAgeDays ?? null,
    history_count: age?.historyCount ?? null,
  };
}

/** Properties of an `OktaGlobalSessionPolicy`. */
export function sessionPolicy(policy: Policy, rules: Parsed<typeof SessionRule>[]) {
  return {
    ...shared(policy),
    rules: rules.toSorted(byPriority).map((rule) => {
      const session = rule.actions?.signon?.session;
      return {
        id: rule.id,
        name: rule.name ?? rule.id,
        ...shared(rule),
        max_session_idle_minutes: session?.maxSessionIdleMinutes ?? null,
        max_session_lifetime_minutes: session?.maxSessionLifetimeMinutes ?? null,
        uses_persistent_cookie: session?.usePersistentCookie ?? null,
      };
    }),
  };
}

/** Properties of an `OktaBuiltInApplication`. @param policy null where none is bound to it */
export function builtInApplication(
  { name, status }: Parsed<typeof Application>,
  policy: { id: string; rules: Parsed<typeof AuthenticationRule>[] } | null,
) {
  return { name, status, authentication_policy: policy && { id: policy.id, rules: authenticationRules(policy.rules) } };
}

function authenticationRules(rules: Parsed<typeof AuthenticationRule>[]) {
  return rules
    .filter(({ status }) => (status ?? ACTIVE) === ACTIVE)
    .toSorted(byPriority)
    .map((rule) => {
      const signOn = rule.actions?.appSignOn;
      const method = signOn?.verificationMethod;
      return {
        id: rule.id,
        name: rule.name ?? rule.id,
        priority: rule.priority ?? null,
        system: rule.system ?? false,
        access: signOn?.access ?? null,
        factor_mode: method?.factorMode ?? null,
        phishing_resistant: (method?.constraints ?? []).some(
          (constraint) => constraint?.possession?.phishingResistant === 'REQUIRED',
        ),
      };
    });
}

/** Id of the authentication policy of an application: the end of its link. Null where it has none. */
export function authenticationPolicyId({ _links }: Parsed<typeof Application>): string | null {
  const id = _links?.accessPolicy?.href.split('/').at(-1) ?? '';
  return /^[A-Za-z0-9]+$/.test(id) ? id : null;
}

/** Properties of an `OktaBrand`. @param pageContent source of its sign-in page */
export function brand({ pageContent, isCustomized }: { pageContent: string; isCustomized: boolean }) {
  const text = pageContent
    .toLowerCase()
    // In two steps: a repeated group would exhaust the stack on a page that is only tags.
    .replace(/<[^<>]*>|&nbsp;|\s/g, ' ')
    .replace(/ {2,}/g, ' ');
  const says = (...words: string[]) => words.some((word) => text.includes(word));
  return {
    is_customized: isCustomized,
    notice: {
      us_government: says('u.s. government', 'us government'),
      information_system: says('information system'),
      authorized_use: says('authorized use'),
      monitoring: says(
        'subject to monitoring',
        'may be intercepted',
        'searched, monitored, and recorded',
        'consent to monitoring',
      ),
    },
  };
}

/**
 * Automations of an `OktaUserLifecycle`: an automation is a policy (when, and for whom) and its rules (what). A policy
 * without rules is an entry too.
 */
export function automations(policy: Parsed<typeof LifecyclePolicy>, rules: Parsed<typeof LifecycleRule>[]) {
  const people = policy.conditions?.people;
  const inactivity = people?.users?.inactivity;
  const isInDays = /^days?$/i.test(inactivity?.unit ?? '');
  const condition = {
    schedule_status: policy.status ?? 'INACTIVE',
    inactivity_days: isInDays ? (inactivity?.number ?? null) : null,
    group_count: people?.groups?.include?.length ?? 0,
  };
  if (rules.length === 0) {
    return [{ id: policy.id, name: policy.name, status: null, ...condition, target_status: null }];
  }
  return rules.map(({ id, name, status, actions }) => ({
    id,
    name: name ?? policy.name,
    status: status ?? null,
    ...condition,
    target_status: actions?.updateUserLifecycle?.targetStatus ?? null,
  }));
}

/** Whether an identity provider is a directory that manages users and does not only authenticate them. */
export function isExternalDirectory({ type, status }: Parsed<typeof IdentityProvider>): boolean {
  return status === 'ACTIVE' && (type === 'ACTIVE_DIRECTORY' || type === 'LDAP');
}

function shared({ status, priority, system }: Pick<Policy, 'status' | 'priority' | 'system'>) {
  return { status: status ?? ACTIVE, priority: priority ?? null, system: system ?? false };
}

function byPriority(a: { priority?: number | null | undefined }, b: { priority?: number | null | undefined }): number {
  return (a.priority ?? Infinity) - (b.priority ?? Infinity) || 0;
}
