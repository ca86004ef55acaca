/** A person as an identity provider has asserted them, after every check of the protocol. */
export interface ProviderIdentity {
  issuer: string;
  /** The provider's own id of the person: `sub` (OpenID Connect, 5.7) or a NameID. */
  subject: string;
  /** Null where the provider sent none. */
  email: string | null;
  /** Null where the provider says nothing about it. */
  isEmailVerified: boolean | null;
  name: string | null;
  /** Names of groups; null where the connection asks for none, or the provider sent none. */
  groups: readonly string[] | null;
}

/** What the answer of a provider says of an authentication. */
export interface Identified {
  identity: ProviderIdentity;
  /** When the provider authenticated the person; null where it does not say. Milliseconds since the epoch. */
  authenticatedAt: number | null;
  /** SAML request that it answers; null for OpenID Connect, and where the provider began. */
  requestId: string | null;
}
