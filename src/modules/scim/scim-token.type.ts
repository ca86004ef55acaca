import { Field, GraphQLISODateTime, ID, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { UserSummaryType } from '../auth/user-summary.type.js';
import { DisplayName } from '../organizations/display-name.rules.js';

@ObjectType('ScimToken', {
  description: 'Credential of a directory for `/scim/v2`, and for nothing else.',
  simpleResolvers: true,
})
export class ScimTokenType {
  @Field(() => ID, { description: 'Id, as `revokeScimToken` takes it.' })
  id!: string;

  @Field(() => String, { description: 'The directory, as the audit trail names it.' })
  name!: string;

  @Field(() => String, { description: 'Public part of the token: `scim_` and an id of eight characters.' })
  prefix!: string;

  @Field(() => UserSummaryType, { description: 'Who made it.' })
  createdBy!: UserSummaryType;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Time of the last use, to the minute.' })
  lastUsedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was revoked; null while it was not.' })
  revokedAt!: Date | null;
}

@InputType()
export class CreateScimTokenInput {
  static readonly rules = z.object({ name: DisplayName });

  @Field(() => String, { description: 'The directory: `Okta`. 1 to 200 characters.' })
  name!: string;
}

@InputType()
export class RevokeScimTokenInput {
  @Field(() => ID, { description: 'Id of the token.' })
  scimTokenId!: string;
}

@ObjectType('CreateScimTokenPayload', { simpleResolvers: true })
export class CreateScimTokenPayload {
  @Field(() => ScimTokenType)
  scimToken!: ScimTokenType;

  @Field(() => String, { description: 'The token itself, returned only once and not stored.' })
  token!: string;

  @Field(() => String, { description: 'Address for the directory.' })
  baseUrl!: string;
}

@ObjectType('ScimTokenPayload', { simpleResolvers: true })
export class ScimTokenPayload {
  @Field(() => ScimTokenType)
  scimToken!: ScimTokenType;
}
