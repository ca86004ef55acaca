import type { ProviderIdentity } from './provider-identity.js';
import { storableIdentity } from './provider-identity.rules.js';
import { SignOnRefusal } from './sign-on-refusal.js';

type Claims = Readonly<Record<string, unknown>>;

/** Source: OpenID Connect Core, 2. */
const SUBJECT_MAX = 255;

/**
 * The person of verified claims.
 * @param groupClaim name of the claim with the groups, or null
 * @throws {SignOnRefusal} groups_incomplete; invalid_response for a `sub` that is no identifier
 */
export function identityOf(claims: Claims, groupClaim: string | null): ProviderIdentity {
  const { iss, sub, email, email_verified: verified, name } = claims;
  const sent = {
    issuer: text(iss) ?? '',
    // Case-sensitive and compared as it is.
    subject: typeof sub === 'string' ? sub : '',
    email: text(email),
    isEmailVerified: booleanOf(verified),
    name: text(name),
    groups: groupsOf(claims, groupClaim) ?? null,
  };
  return storableIdentity(sent, { what: 'sub', subjectMax: SUBJECT_MAX });
}

/**
 * What is in the claim with the groups, a list or a single name; undefined without the claim, null where none is asked for.
 * @throws {SignOnRefusal} groups_incomplete where the provider names another place for them, as Entra ID does from 200
 * groups on: a person whose groups are not known must not get the role of somebody without groups
 */
export function groupsOf(claims: Claims, groupClaim: string | null): readonly unknown[] | null | undefined {
  if (groupClaim === null) return null;
  const elsewhere = claims._claim_names;
  if (typeof elsewhere === 'object' && elsewhere !== null && groupClaim in elsewhere) {
    throw new SignOnRefusal('groups_incomplete');
  }
  const found = claims[groupClaim];
  if (typeof found === 'string') return [found];
  return Array.isArray(found) ? found : undefined;
}

/** A text that is not empty; null for anything else. */
function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Some providers send the boolean as text. */
function booleanOf(value: unknown): boolean | null {
  if (value === true || value === 'true') return true;
  return value === undefined || value === null ? null : false;
}
