import { addressSet, isInternet } from '../../address-set.rules.js';
import { matchesAny, type Condition, type Statement } from '../policy-document.rules.js';

/** Condition keys that name the caller's account, or a resource in it on whose behalf a service calls. */
const OF_ACCOUNT = new Set([
  'aws:principalaccount',
  'aws:principalarn',
  'aws:sourceaccount',
  'aws:sourceowner',
  'aws:sourcearn',
  'kms:calleraccount',
]);
/** Condition keys that name an organization, a network of an account, or one principal. */
const OF_IDENTITY = new Set([
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:sourceorgid',
  'aws:sourceorgpaths',
  'aws:sourcevpc',
  'aws:sourcevpce',
  'aws:userid',
  'lambda:eventsourcetoken',
]);
/** Of those, the ones that say nothing of an account. */
const OF_ORGANIZATION = /^aws:(?:principalorg|sourceorg|sourcevpc)/;

/**
 * Whether a statement of a resource-based policy allows everybody something: every principal, or every one but some, and no condition
 * that leaves known callers only. Conditions on the service in between (`kms:ViaService`), on the way (`aws:SecureTransport`) or on
 * what is excluded leave everybody.
 */
export function isForPublic(statement: Statement): boolean {
  return admitsEveryone(statement) && !statement.conditions.some(narrows);
}

/** `*` where a statement is for the public. */
export function publicPrincipals(statements: readonly Statement[]): string[] {
  return statements.some(isForPublic) ? ['*'] : [];
}

/** The account that owns a policy, and the accounts that it trusts. */
export interface Viewpoint {
  account: string;
  trusted: readonly string[];
}

/** Somebody of another account, or everybody: `*`. */
export interface Outsider {
  /** ARN, account id, canonical user, or `*`. */
  principal: string;
  /** Whether its account is trusted. */
  trusted: boolean;
}

/**
 * Principals outside the account whom statements allow something, each once. Omitted where a condition narrows the statement to the
 * account, a trusted one, an organization or a network.
 */
export function outsidePrincipals(statements: readonly Statement[], { account, trusted }: Viewpoint): Outsider[] {
  const known = [account, ...trusted];
  const outside = statements
    .filter(({ effect, conditions }) => effect === 'Allow' && !conditions.some((each) => narrowsTo(each, known)))
    .flatMap((statement) => (admitsEveryone(statement) ? ['*'] : statement.principals.flatMap(identityOf)))
    .filter((principal) => accountOfPrincipal(principal) !== account);
  return [...new Set(outside)].map((principal) => ({
    principal,
    trusted: trusted.includes(accountOfPrincipal(principal)),
  }));
}

/** Account of a principal, `*` for everyone; a principal that names no account is returned unchanged. */
export function accountOfPrincipal(principal: string): string {
  if (!principal.startsWith('arn:')) return principal;
  const account = principal.split(':')[4] ?? '';
  return /^\d{12}$|^\*$/.test(account) ? account : principal;
}

/** Whether a condition lets a statement hold for these accounts alone, or for an organization or a network. */
export function narrowsTo(condition: Condition, accounts: readonly string[]): boolean {
  if (!narrows(condition)) return false;
  if (OF_ORGANIZATION.test(condition.key)) return true;
  return condition.values.every((value) =>
    accounts.some((account) => new RegExp(`(^|\\D)${account}(\\D|$)`).test(value)),
  );
}

/**
 * Whether a bucket policy denies everybody every request without TLS, to the bucket and to all of its objects; in one statement or in
 * two. A denial with another condition, for some actions or for some callers leaves requests that it does not reach.
 * @param bucket its ARN
 */
export function deniesPlainHttp(statements: readonly Statement[], bucket: string): boolean {
  const denials = statements.filter(
    ({ effect, principals, actions, conditions: [condition, ...others] }) =>
      effect === 'Deny' &&
      principals.includes('*') &&
      actions.some((action) => /^(?:s3:)?\*$/i.test(action)) &&
      others.length === 0 &&
      condition?.key === 'aws:securetransport' &&
      /^bool(?:ifexists)?$/i.test(condition.operator) &&
      condition.values.join() === 'false',
  );
  // Stands for any object: no pattern matches it but one for all of them.
  const objects = `${bucket}/*\u0000*`;
  return [bucket, objects].every((target) => denials.some(({ resources }) => matchesAny(resources, target)));
}

function admitsEveryone({ effect, principals, not_principals: others }: Statement): boolean {
  return effect === 'Allow' && (others.length > 0 || principals.some(isEveryone));
}

function isEveryone(principal: string): boolean {
  return principal === '*' || (principal.startsWith('AWS:') && accountOfPrincipal(principal.slice(4)) === '*');
}

/** What identifies a principal; nothing for services and federated identities, which have no account. */
function identityOf(principal: string): string[] {
  const [kind = ''] = principal.split(':', 1);
  return ['AWS', 'CanonicalUser'].includes(kind) ? [principal.slice(kind.length + 1)] : [];
}

/** Whether a condition leaves known callers only. */
function narrows({ operator, key, values }: Condition): boolean {
  if (values.length === 0) return false;
  if (/^IpAddress$/i.test(operator)) return key === 'aws:sourceip' && !isInternet(addressSet(values));
  if (!isPositive(operator)) return false;
  if (OF_ACCOUNT.has(key)) return values.every(namesAccount);
  // A pattern names one principal or organization only where its last part alone is open.
  return OF_IDENTITY.has(key) && values.every((value) => /^[^*?]+(?:$|[/:]\*)/.test(value));
}

/** Whether a pattern is for one account, or for one bucket, whose ARN has none. */
function namesAccount(pattern: string): boolean {
  if (/(?:^|\D)\d{12}(?:\D|$)/.test(pattern)) return true;
  const [start, , service = '', , account, resource = ''] = pattern.split(':');
  return start === 'arn' && account === '' && !/[*?]/.test(service) && /^[^*?/]+(?:\/|$)/.test(resource);
}

/** Whether an operator narrows a statement. `IfExists` and `ForAllValues` do not: they admit requests without the key. */
function isPositive(operator: string): boolean {
  return /^(?:ForAnyValue:)?(?:String(?:Equals|Like|EqualsIgnoreCase)|Arn(?:Equals|Like))$/i.test(operator);
}
