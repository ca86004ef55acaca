/** What a fact about a system is. */
export const IDENTITY_FACTS = {
  account: 'Account of the provider: the 12 digits of an AWS account.',
  application: 'Application or service account as which the service logs in.',
  cluster: 'Address of the API of a cluster.',
  database: 'Name of the database.',
  organization: 'Organization, as its provider names it.',
  principal: 'User or role whose credentials these are: an ARN, a role of a database.',
  project: 'Project, with its number.',
  subscription: 'Subscription, by name and id.',
  system: 'Host and port of the server.',
  tenant: 'Directory (tenant) by its id.',
  version: 'Version of the server.',
} as const;

export type IdentityFactKind = keyof typeof IDENTITY_FACTS;

/** Something by which people recognize whom a test reached; never a secret. */
export interface IdentityFact {
  kind: IdentityFactKind;
  value: string;
}

/** Facts of one kind, the first of them by name. */
export function namedFacts(kind: IdentityFactKind, values: readonly string[]): IdentityFact[] {
  const named = values.slice(0, VALUES_MAX).map((value) => ({ kind, value }));
  return values.length > VALUES_MAX ? [...named, { kind, value: `and ${values.length - VALUES_MAX} more` }] : named;
}

const VALUES_MAX = 20;
const VALUE_LENGTH_MAX = 300;

/** Facts as they are shown: what other systems say, without control characters and not too long. */
export function shownFacts(facts: readonly IdentityFact[]): IdentityFact[] {
  return facts.map(({ kind, value }) => ({
    kind,
    value: value.replace(/\p{C}+/gu, ' ').slice(0, VALUE_LENGTH_MAX),
  }));
}
