import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLJSONObject } from 'graphql-scalars';

@ObjectType('OrganizationSettings', { simpleResolvers: true })
export class OrganizationSettingsType {
  @Field(() => String, { description: 'IANA time zone.' })
  timezone!: string;

  @Field(() => Int, { description: 'How long scans are kept, 30 to 3650 days.' })
  retentionDays!: number;
}

@ObjectType('OrganizationUsage', { simpleResolvers: true })
export class OrganizationUsageType {
  @Field(() => Int, { description: 'Accounts in use.' })
  users!: number;

  @Field(() => Int, { description: 'Active frameworks.' })
  frameworks!: number;
}

@ObjectType('Organization', { description: 'The profile of the tenant.', simpleResolvers: true })
export class OrganizationType {
  @Field(() => ID)
  tenantId!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: 'STARTER, PROFESSIONAL or ENTERPRISE.' })
  licenseTier!: string;

  @Field(() => GraphQLISODateTime)
  createdAt!: Date;

  @Field(() => OrganizationSettingsType)
  settings!: OrganizationSettingsType;

  @Field(() => Int, { description: 'Accounts the tier allows.' })
  maxUsers!: number;

  @Field(() => Int, { description: 'Frameworks the tier allows to be active at once.' })
  maxFrameworks!: number;

  @Field(() => GraphQLJSONObject, { description: 'Features by name, each true or false.' })
  featureFlags!: Record<string, boolean>;

  @Field(() => OrganizationUsageType)
  usage!: OrganizationUsageType;
}
