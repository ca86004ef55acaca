import { foreignText } from '../../platform/foreign-text.rules.js';
import type { ProviderIdentity } from './provider-identity.js';
import { SignOnRefusal } from './sign-on-refusal.js';

/** As an address has them everywhere else. */
const Email = foreignText(320);
/** As of any member. */
const Name = foreignText(200);
/** Our choice: the distinguished name of a group of a directory has some hundred characters. */
const Group = foreignText(1_000);

/** What a provider sends for a person: texts of any length, of any characters, and none at all. */
interface SentIdentity extends Omit<ProviderIdentity, 'groups'> {
  groups: readonly unknown[] | null;
}

/**
 * A person as a provider has sent them, with nothing that cannot be stored: the subject has to be whole, whatever else is not one of such texts
 * is as none.
 * @param subjectMax characters of the provider's own id, by its protocol
 * @throws {SignOnRefusal} invalid_response
 */
export function storableIdentity(
  { issuer, subject, email, isEmailVerified, name, groups }: SentIdentity,
  { what, subjectMax }: { what: 'sub' | 'NameID'; subjectMax: number },
): ProviderIdentity {
  if (subject === '') throw new SignOnRefusal('invalid_response', `the ${what} is empty`);
  if (!foreignText(subjectMax).safeParse(subject).success) {
    throw new SignOnRefusal('invalid_response', `the ${what} is no text of 1 to ${String(subjectMax)} characters`);
  }
  return {
    issuer,
    subject,
    email: Email.nullable().catch(null).parse(email),
    isEmailVerified,
    name: Name.nullable().catch(null).parse(name),
    groups: groups?.flatMap((group) => Group.safeParse(group).data ?? []) ?? null,
  };
}
