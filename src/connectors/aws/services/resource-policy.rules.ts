import { isForEveryone, type Condition, type Statement } from '../policy-document.rules.js';

/** Keys that say who calls, for whom, or from which network of AWS. */
const NARROWING = new Set([
  'aws:principalaccount',
  'aws:principalarn',
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:sourceaccount',
  'aws:sourceowner',
  'aws:sourcearn',
  'aws:sourceorgid',
  'aws:sourceorgpaths',
  'aws:sourcevpc',
  'aws:sourcevpce',
  'aws:userid',
  'kms:calleraccount',
  'kms:viaservice',
  'lambda:eventsourcetoken',
]);

/** Keys whose values are no accounts: an organization, or a network of the account. */
const OWN = new Set([
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:sourceorgid',
  'aws:sourceorgpaths',
  'aws:sourcevpc',
  'aws:sourcevpce',
]);

/** The principals for everybody, `*`, of statements that allow something and that no condition narrows. Each once. */
export function publicPrincipals(statements: readonly Statement[]): string[] {
  return statements.some((statement) => isForEveryone(statement) && !statement.conditions.some(narrows)) ? ['*'] : [];
}

/** Whose accounts a policy is looked at from. */
export interface Viewpoint {
  account: string;
  trusted: readonly string[];
}

/**
 * Principals outside the account that statements allow something: ARNs and ids of other accounts, canonical users, and `*`.
 * Left out where a condition narrows the statement to the account, a trusted one, or an organization.
 * @returns each principal once, with whether its account is trusted
 */
export function outsidePrincipals(
  statements: readonly Statement[],
  { account, trusted }: Viewpoint,
): { principal: string; trusted: boolean }[] {
  const known = [account, ...trusted];
  const outside = statements
    .filter(({ effect, conditions }) => effect === 'Allow' && !conditions.some((each) => narrowsTo(each, known)))
    .flatMap(({ principals }) => principals.map(nameOf))
    .filter((principal): principal is string => principal !== null && accountOf(principal) !== account);
  return [...new Set(outside)].map((principal) => ({ principal, trusted: trusted.includes(accountOf(principal)) }));
}

/** Null for services and for those who sign in through an identity provider: they have no account. */
function nameOf(principal: string): string | null {
  if (principal === '*') return principal;
  const [kind] = principal.split(':', 1);
  if (kind !== 'AWS' && kind !== 'CanonicalUser') return null;
  return principal.slice(kind.length + 1);
}

/** An id of 12 digits, or the principal itself where it has none. */
function accountOf(principal: string): string {
  return /^(?:arn:[^:]*:[^:]*::)?(\d{12})(?::|$)/.exec(principal)?.[1] ?? principal;
}

function narrows({ operator, key, values }: Condition): boolean {
  return NARROWING.has(key) && isPositive(operator) && values.every((value) => !/^[*?]*$/.test(value));
}

function narrowsTo(condition: Condition, accounts: readonly string[]): boolean {
  if (!narrows(condition)) return false;
  return (
    OWN.has(condition.key) ||
    condition.values.every((value) => accounts.some((account) => new RegExp(`(^|\\D)${account}(\\D|$)`).test(value)))
  );
}

/** `IfExists` lets in whoever sends no such key, and so narrows nothing. */
function isPositive(operator: string): boolean {
  return /^(?:ForAnyValue:)?(?:String(?:Equals|Like|EqualsIgnoreCase)|Arn(?:Equals|Like))$/i.test(operator);
}
