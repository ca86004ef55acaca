import { SignOnRefusal } from './sign-on-refusal.js';
import type { ProviderIdentity } from './provider-identity.js';

type Claims = Readonly<Record<string, unknown>>;

/** Source: OpenID Connect Core, 2. */
const SUBJECT_MAX = 255;

/**
 * The person of verified claims.
 * @param groupClaim name of the claim with the groups, or null
 * @throws {SignOnRefusal} groups_incomplete
 */
export function identityOf(claims: Claims, groupClaim: string | null): ProviderIdentity {
  const { iss, sub, email, email_verified: verified, name } = claims;
  return {
    issuer: text(iss) ?? '',
    // Case-sensitive and compared as it is.
    subject: subjectOf(sub),
    email: text(email),
    isEmailVerified: booleanOf(verified),
    name: text(name),
    groups: groupsOf(claims, groupClaim) ?? null,
  };
}

/**
 * Names in the claim with the groups, a list or a single name; undefined without the claim, null where none is asked for.
 * @throws {SignOnRefusal} groups_incomplete where the provider names another place for them, as Entra ID does from 200
 * groups on: a person whose groups are not known must not get the role of somebody without groups
 */
export function groupsOf(claims: Claims, groupClaim: string | null): readonly string[] | null | undefined {
  if (groupClaim === null) return null;
  const elsewhere = claims._claim_names;
  if (typeof elsewhere === 'object' && elsewhere !== null && groupClaim in elsewhere) {
    throw new SignOnRefusal('groups_incomplete');
  }
  const found = claims[groupClaim];
  if (typeof found === 'string') return [found].filter(isStorable);
  return Array.isArray(found)
    ? found.filter((each): each is string => typeof each === 'string' && isStorable(each))
    : undefined;
}

/** @throws {SignOnRefusal} invalid_response for what is no identifier: 1 to 255 characters (OpenID Connect, 2) that can be stored */
function subjectOf(sub: unknown): string {
  if (typeof sub !== 'string' || sub.length > SUBJECT_MAX || !isStorable(sub)) {
    throw new SignOnRefusal('invalid_response', 'the id token has no valid sub');
  }
  return sub;
}

/** A text that can be stored; null for another one, and for an empty one. */
function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && isStorable(value) ? value.trim() : null;
}

/** Whether PostgreSQL stores it: no NUL, no half of a surrogate pair. */
function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** Some providers send the boolean as text. */
function booleanOf(value: unknown): boolean | null {
  if (value === true || value === 'true') return true;
  return value === undefined || value === null ? null : false;
}
