/** Pure functions on members and invitations. */

import type { MembersSearch } from './members-search.js';

interface AnyMember {
  name: string;
  email: string;
  mfaEnabled: boolean;
  passkeyCount: number;
}

/** Whether somebody logs in with a password alone. */
export function isAlone({ mfaEnabled, passkeyCount }: Pick<AnyMember, 'mfaEnabled' | 'passkeyCount'>): boolean {
  return !mfaEnabled && passkeyCount === 0;
}

/** Members and invitations that a filter shows, in their order. */
export function shownPeople<Member extends AnyMember, Invitation extends { email: string }>(
  { members, invitations }: { members: readonly Member[]; invitations: readonly Invitation[] },
  { q = '', show }: MembersSearch,
): { members: Member[]; invitations: Invitation[] } {
  const wanted = q.trim().toLowerCase();
  const isMeant = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(wanted));
  return {
    members: members.filter(
      (each) => show !== 'invited' && (show !== 'alone' || isAlone(each)) && isMeant(each.name, each.email),
    ),
    invitations: invitations.filter(({ email }) => (show === undefined || show === 'invited') && isMeant(email)),
  };
}
