/**
 * Reasons why somebody is not signed on, as the log-in page and the test of a connection name them. They show the person
 * at the provider nothing about accounts of others: whatever is wrong with the account is one of the last six, which only
 * a valid answer of the organization's own provider can reach.
 */
export const SIGN_ON_REFUSALS = {
  expired: 'The sign-on took too long, was used already, or was begun in another browser.',
  connection_inactive: 'The connection is not active.',
  provider_refused: 'The identity provider refused the sign-on.',
  provider_unreachable: 'The identity provider cannot be reached.',
  invalid_response: 'The answer of the identity provider is not valid.',
  authentication_stale: 'The identity provider did not ask the person again who they are.',
  email_missing: 'The identity provider sent no e-mail address.',
  email_unverified: 'The identity provider has not verified the e-mail address.',
  groups_incomplete: 'The identity provider did not send all groups of the person.',
  domain_not_held: 'The e-mail address is in no verified domain of the organization.',
  no_account: 'The person has no account, and this connection creates none.',
  no_role: 'The person is in no group that has a role.',
  account_disabled: 'The account was removed.',
  subject_changed: 'The account belongs to another person of the identity provider.',
  license_limit: 'The organization has as many members as its license allows.',
} as const;
export type SignOnRefusalReason = keyof typeof SIGN_ON_REFUSALS;

/** Steps at which a provider takes part, as an error names them. */
export const PROVIDER_STEPS = {
  discovery: 'discovery document',
  authorization: 'authorization endpoint',
  token: 'token endpoint',
  keys: 'signing keys',
  userinfo: 'userinfo endpoint',
  assertion: 'SAML response',
} as const;
export type ProviderStep = keyof typeof PROVIDER_STEPS;

/** Where a provider has failed. */
export interface ProviderFailure {
  issuer: string;
  step: ProviderStep;
}

/** A sign-on that does not lead to a session. `detail` is for admins who test the connection: it holds no secret. */
export class SignOnRefusal extends Error {
  override readonly name = 'SignOnRefusal';

  constructor(
    readonly reason: SignOnRefusalReason,
    readonly detail: string | null = null,
    /** Provider and step that failed; null where the refusal is ours. */
    readonly at: ProviderFailure | null = null,
  ) {
    super(messageOf(reason, at));
  }
}

function messageOf(reason: SignOnRefusalReason, at: ProviderFailure | null): string {
  const message = SIGN_ON_REFUSALS[reason];
  return at === null ? message : `${message.slice(0, -1)}: ${PROVIDER_STEPS[at.step]} of ${at.issuer}.`;
}
