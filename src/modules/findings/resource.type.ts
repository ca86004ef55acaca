import { ArgsType, Field, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import type { Severity } from '../../connectors/finding.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { SeverityEnum } from '../checks/severity.type.js';
import type { ResourceOrder } from './resource.sql.js';

@ObjectType('Resource', {
  description: 'One thing that a scan looked at: a bucket, a repository, a user.',
  simpleResolvers: true,
})
export class ResourceType {
  @Field(() => String, { description: 'Its id in the terms of the scanner: an ARN, a host name.' })
  resourceId!: string;

  @Field(() => String, { nullable: true, description: 'Its name; null without one.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'Type in the terms of the scanner; null where it is not known.' })
  type!: string | null;

  @Field(() => String, { nullable: true, description: 'Region; null where there is none.' })
  region!: string | null;

  @Field(() => GraphQLISODateTime, { description: 'Completion of the first scan that saw it.' })
  firstSeenAt!: Date;
}

export const ResourceStatusEnum = { failing: 'failing', passing: 'passing' } as const;
export type ResourceStatus = keyof typeof ResourceStatusEnum;

registerEnumType(ResourceStatusEnum, {
  name: 'ResourceStatus',
  description: 'What the checks say of a resource.',
  valuesConfig: {
    failing: { description: 'A check fails on it that no exception accepts.' },
    passing: { description: 'No such check, and one that passes.' },
  },
});

const ResourceOrderEnum = { first_seen: 'first_seen', failing: 'failing', worst: 'worst' } as const satisfies {
  [Each in ResourceOrder]: Each;
};
registerEnumType(ResourceOrderEnum, {
  name: 'ResourceOrder',
  description: 'Order of resources.',
  valuesConfig: {
    first_seen: { description: 'In the order in which they were seen first.' },
    failing: { description: 'Most failing findings first, accepted ones counted too; then as first seen.' },
    worst: {
      description:
        'The worst severity first of what fails and no exception accepts, then most failing findings, accepted ones counted too; then as first seen.',
    },
  },
});

const TEXT_MAX = 4_096;
const LIST_MAX = 200;

@InputType({ description: 'Every given condition has to hold; of a list, one of its values.' })
export class ResourcesWhere {
  static readonly rules = z.object({
    resourceId: z.string().max(TEXT_MAX).nullish(),
    idContains: z.string().max(TEXT_MAX).nullish(),
    search: z.string().max(TEXT_MAX).nullish(),
    type: z.string().max(TEXT_MAX).nullish(),
    account: z.string().max(TEXT_MAX).nullish(),
    region: z.string().max(TEXT_MAX).nullish(),
    worstSeverity: z.array(z.unknown()).max(LIST_MAX).nullish(),
  });

  @Field(() => String, { nullable: true, description: 'The exact id in the terms of the scanner.' })
  resourceId?: string | null;

  @Field(() => String, { nullable: true, description: 'Without case.' })
  idContains?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Part of the name, the id or the type (`s3 bucket`), without case.',
  })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'Type in the terms of the scanner.' })
  type?: string | null;

  @Field(() => String, { nullable: true, description: 'Account, project, subscription or cluster.' })
  account?: string | null;

  @Field(() => String, { nullable: true, description: 'Resources of this region.' })
  region?: string | null;

  @Field(() => ID, { nullable: true, description: 'Resources of this integration.' })
  integrationId?: string | null;

  @Field(() => ResourceStatusEnum, { nullable: true, description: 'What the checks say of it.' })
  status?: ResourceStatus | null;

  @Field(() => [SeverityEnum], {
    nullable: true,
    description: 'Worst severity of what fails on it and no exception accepts.',
  })
  worstSeverity?: Severity[] | null;
}

@ArgsType()
export class ResourcesArgs extends PageArgs {
  @Field(() => ResourcesWhere, {
    nullable: true,
    description: 'Conditions. Default every resource with a current finding.',
  })
  where?: ResourcesWhere | null;

  @Field(() => ResourceOrderEnum, { nullable: true, description: 'Default `first_seen`.' })
  orderBy?: ResourceOrder | null;
}

export const ResourceConnection = connectionOf('Resource', ResourceType);

/** Number of findings of a resource by what they say. */
@ObjectType('ResourceVerdicts', {
  description: 'Current findings of a resource by what they say.',
  simpleResolvers: true,
})
export class ResourceVerdictsType {
  @Field(() => Int, { description: 'Those that fail and that no exception accepts.' })
  failing!: number;

  @Field(() => Int, { description: 'Those that fail and that an exception in force accepts.' })
  accepted!: number;

  @Field(() => Int, { description: 'Those that pass.' })
  passing!: number;

  @Field(() => Int, { description: 'All of them, those without a verdict included.' })
  total!: number;

  @Field(() => SeverityEnum, {
    nullable: true,
    description: 'Worst severity of those that fail and that no exception accepts; null where there is none.',
  })
  worstSeverity!: Severity | null;
}
