import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { DisplayName } from '../organizations/display-name.rules.js';
import type { ConnectionKind } from './identity-connection.entity.js';
import { ConnectionKindEnum, IdentityConnectionType } from './identity-connection.type.js';

/** Limit of connections. Our choice: one is active, others are tested before they replace it. */
export const CONNECTIONS_MAX = 5;
/** Limit of certificates: that in use, and its successor. */
const CERTIFICATES_MAX = 4;

const line = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'may not have control characters or line breaks');
const settings = {
  name: DisplayName.nullish(),
  issuer: line.nullish(),
  clientId: line.nullish(),
  clientSecret: line.nullish(),
  signOnUrl: line.nullish(),
  certificates: z.array(z.string().max(20_000)).max(CERTIFICATES_MAX).nullish(),
  groupClaim: line.nullish(),
};

@InputType({ description: 'Settings of a connection.' })
export class IdentityConnectionSettings {
  @Field(() => String, { nullable: true, description: 'Name that log-in pages show.' })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Issuer of the OpenID provider, or entity id of the SAML identity provider.',
  })
  issuer?: string | null;

  @Field(() => String, { nullable: true, description: 'OpenID Connect.' })
  clientId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'OpenID Connect; null for a public client. It is removed when issuer or client id change without it.',
  })
  clientSecret?: string | null;

  @Field(() => String, { nullable: true, description: 'SAML: where the browser is sent.' })
  signOnUrl?: string | null;

  @Field(() => [String], { nullable: true, description: 'SAML: certificates (PEM), at most 4.' })
  certificates?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'SAML: whether the provider may begin. @default false' })
  allowsUnsolicited?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Claim or attribute with the names of groups; null for none.' })
  groupClaim?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether somebody in no group with a role is refused. @default false: the default role',
  })
  requiresGroup?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether a first log-in creates a member. @default false' })
  createsMembers?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether an address counts as verified without a claim that it is. @default false',
  })
  trustsEmail?: boolean | null;
}

@InputType()
export class CreateIdentityConnectionInput extends IdentityConnectionSettings {
  static readonly rules = z.object({ ...settings, name: DisplayName, issuer: line });

  @Field(() => ConnectionKindEnum, { description: 'Protocol of the provider.' })
  kind!: ConnectionKind;
}

@InputType({ description: 'Omitted settings stay unchanged.' })
export class UpdateIdentityConnectionInput extends IdentityConnectionSettings {
  static readonly rules = z.object(settings);

  @Field(() => ID, { description: 'Id of the connection.' })
  connectionId!: string;
}

@InputType()
export class IdentityConnectionInput {
  @Field(() => ID, { description: 'Id of the connection.' })
  connectionId!: string;
}

@InputType()
export class EnforceSingleSignOnInput {
  @Field(() => ID, { description: 'Id of an active connection.' })
  connectionId!: string;

  @Field(() => ID, {
    description: 'The one admin who may still use their password, for the day on which the provider fails.',
  })
  breakGlassUserId!: string;
}

@ObjectType('IdentityConnectionPayload', { simpleResolvers: true })
export class IdentityConnectionPayload {
  @Field(() => IdentityConnectionType)
  identityConnection!: IdentityConnectionType;
}

@ObjectType('DeleteIdentityConnectionPayload', { simpleResolvers: true })
export class DeleteIdentityConnectionPayload {
  @Field(() => ID, { description: 'Id of the connection that is gone.' })
  deletedId!: string;
}
