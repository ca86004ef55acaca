import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { Role } from '../../access/roles.js';
import { RoleEnum } from '../auth/auth.type.js';
import type { ConnectionKind, ConnectionStatus } from './identity-connection.entity.js';

export const ConnectionKindEnum = { oidc: 'oidc', saml: 'saml' } as const satisfies Record<
  ConnectionKind,
  ConnectionKind
>;
registerEnumType(ConnectionKindEnum, {
  name: 'IdentityConnectionKind',
  description: 'Protocol of single sign-on.',
  valuesConfig: { oidc: { description: 'OpenID Connect.' }, saml: { description: 'SAML 2.0.' } },
});

const ConnectionStatusEnum = {
  draft: 'draft',
  tested: 'tested',
  active: 'active',
} as const satisfies Record<ConnectionStatus, ConnectionStatus>;
registerEnumType(ConnectionStatusEnum, {
  name: 'IdentityConnectionStatus',
  description:
    '`draft`: new, or changed since its last test; `tested`: a test log-in succeeded; `active`: members log in by it.',
  valuesConfig: {
    draft: { description: 'New, or changed since its last test.' },
    tested: { description: 'A test log-in succeeded.' },
    active: { description: 'Members log in by it.' },
  },
});

@ObjectType('IdentityConnectionTest', {
  description: 'What the last test log-in of a connection showed.',
  simpleResolvers: true,
})
class IdentityConnectionTestType {
  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  at!: Date;

  @Field(() => String, { nullable: true, description: 'Why it failed, as one word; null for a success.' })
  refusal!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What exactly was wrong, for the administrator of the provider.',
  })
  detail!: string | null;

  @Field(() => String, { nullable: true, description: 'The provider’s own id of the person.' })
  subject!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Address of who logged in for the test; null where nobody could.',
  })
  email!: string | null;

  @Field(() => [String], { nullable: true, description: 'Groups that the provider sent.' })
  groups!: readonly string[] | null;

  @Field(() => RoleEnum, { nullable: true, description: 'Role that the groups stand for.' })
  role!: Role | null;
}

// A name that ends in `Connection` is that of a page (Relay).
@ObjectType('ConnectedIdentityProvider', {
  description: 'Connection to the organization’s identity provider, by which members log in.',
  simpleResolvers: true,
})
export class IdentityConnectionType {
  @Field(() => ID, { description: 'Id, as the mutations of connections take it.' })
  id!: string;

  @Field(() => String, { description: 'Name that log-in pages show.' })
  name!: string;

  @Field(() => ConnectionKindEnum, { description: 'Protocol of the provider.' })
  kind!: ConnectionKind;

  @Field(() => ConnectionStatusEnum, { description: 'Whether people can log in by it.' })
  status!: ConnectionStatus;

  @Field(() => Boolean, {
    description: 'Whether members with addresses in the organization’s domains log in by it alone.',
  })
  isEnforced!: boolean;

  @Field(() => ID, {
    nullable: true,
    description: 'The admin who may use their password while single sign-on is enforced.',
  })
  breakGlassUserId!: string | null;

  @Field(() => Boolean, { description: 'Whether a first log-in creates a member.' })
  createsMembers!: boolean;

  @Field(() => Boolean, { description: 'Whether somebody in no group with a role is refused.' })
  requiresGroup!: boolean;

  @Field(() => String, { nullable: true, description: 'Claim or attribute with the names of groups.' })
  groupClaim!: string | null;

  @Field(() => Boolean, {
    description: 'Whether an address counts as verified when an OpenID provider does not say whether it is.',
  })
  trustsEmail!: boolean;

  @Field(() => String, { description: 'Issuer of the OpenID provider, or entity id of the SAML identity provider.' })
  issuer!: string;

  @Field(() => String, { nullable: true, description: 'OpenID Connect.' })
  clientId!: string | null;

  @Field(() => Boolean, { description: 'The secret itself is never shown.' })
  hasClientSecret!: boolean;

  @Field(() => String, { nullable: true, description: 'SAML: where the browser is sent.' })
  signOnUrl!: string | null;

  @Field(() => [String], { description: 'SAML: certificates (PEM) with which assertions are signed.' })
  certificates!: string[];

  @Field(() => Boolean, { description: 'SAML: whether the provider may begin.' })
  allowsUnsolicited!: boolean;

  @Field(() => String, {
    description: 'To be entered at the provider: redirect URI (OpenID Connect) or assertion consumer service (SAML).',
  })
  callbackUrl!: string;

  @Field(() => String, { nullable: true, description: 'SAML: our entity id, and the address of our metadata.' })
  metadataUrl!: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When the connection was made.' })
  createdAt!: Date;

  @Field(() => IdentityConnectionTestType, {
    nullable: true,
    description: 'The last test of it; null where none was made.',
  })
  lastTest!: IdentityConnectionTestType | null;
}
