import { domainOf } from './email-domain.rules.js';
import type { ProviderIdentity } from './provider-identity.js';
import { SignOnRefusal } from './sign-on-refusal.js';

/** What the organization knows of a person whom its provider has asserted. */
export interface MatchFacts {
  /** Verified domains of the organization. */
  domains: readonly string[];
  createsMembers: boolean;
  /** Whether an address counts as verified when the provider says nothing of it. */
  trustsEmail: boolean;
  /** Account that this subject of this connection is linked to. */
  linked: { userId: string; isRemoved: boolean } | null;
  /** Member of the organization with the address of the identity. */
  holder: { userId: string; isLinked: boolean } | null;
  /** Whether a former member of the organization had the address. */
  hadAddress: boolean;
}

/** `link` also replaces a link to an account that was removed. */
export type MemberMatch =
  | { kind: 'linked'; userId: string }
  | { kind: 'link'; userId: string; email: string }
  | { kind: 'create'; email: string };

/**
 * The account of an asserted person. After the first log-in the subject decides, never the address: a provider that gives
 * an address to somebody else must not give them the account. Source: docs/adr/0031-single-sign-on.md.
 * @throws {SignOnRefusal} email_missing, email_unverified, domain_not_held, account_disabled, subject_changed, no_account
 */
export function matchMember(identity: ProviderIdentity, facts: MatchFacts): MemberMatch {
  const { linked, holder } = facts;
  const email = heldAddress(identity, facts);
  if (linked && !linked.isRemoved) return { kind: 'linked', userId: linked.userId };
  if (holder) {
    if (holder.isLinked) throw new SignOnRefusal('subject_changed');
    return { kind: 'link', userId: holder.userId, email };
  }
  // A log-in brings back nobody whom somebody has removed.
  if (linked || facts.hadAddress) throw new SignOnRefusal('account_disabled');
  if (!facts.createsMembers) throw new SignOnRefusal('no_account');
  return { kind: 'create', email };
}

/** Address of the identity, which the provider vouches for and the organization holds. @throws {SignOnRefusal} */
function heldAddress({ email, isEmailVerified }: ProviderIdentity, { domains, trustsEmail }: MatchFacts): string {
  if (email === null) throw new SignOnRefusal('email_missing');
  if (!(isEmailVerified ?? trustsEmail)) throw new SignOnRefusal('email_unverified');
  const domain = domainOf(email);
  if (domain === null || !domains.includes(domain)) throw new SignOnRefusal('domain_not_held');
  return email;
}
