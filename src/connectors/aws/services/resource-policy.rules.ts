import { isForEveryone, type Condition, type Statement } from '../policy-document.rules.js';

/** Condition keys that identify the caller, on whose behalf it calls, or its AWS network. */
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

/** Condition keys whose values are not accounts but an organization or a network of the account. */
const OWN = new Set([
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:sourceorgid',
  'aws:sourceorgpaths',
  'aws:sourcevpc',
  'aws:sourcevpce',
]);

/** `*` where a statement allows everyone something and no condition narrows it. */
export function publicPrincipals(statements: readonly Statement[]): string[] {
  return statements.some((statement) => isForEveryone(statement) && !statement.conditions.some(narrows)) ? ['*'] : [];
}

/** The account that owns a policy, and the accounts that it trusts. */
export interface Viewpoint {
  account: string;
  trusted: readonly string[];
}

/**
 * Principals outside the account whom statements allow something: ARNs and ids of other accounts, canonical users, and `*`.
 * Omitted where a condition narrows the statement to the account, a trusted one, or an organization.
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

/** Account of a principal; null for services and federated identities, which have none. */
function nameOf(principal: string): string | null {
  if (principal === '*') return principal;
  const [kind] = principal.split(':', 1);
  if (kind !== 'AWS' && kind !== 'CanonicalUser') return null;
  return principal.slice(kind.length + 1);
}

/** Account id of 12 digits, or the principal itself where it names none. */
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

/** Whether an operator narrows a statement. `IfExists` does not: it admits requests without the key. */
function isPositive(operator: string): boolean {
  return /^(?:ForAnyValue:)?(?:String(?:Equals|Like|EqualsIgnoreCase)|Arn(?:Equals|Like))$/i.test(operator);
}
