import { ArgsType, Field, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import type { FindingStatus, Severity } from '../../connectors/finding.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { CheckFacts } from '../checks/check-facts.type.js';
import { SeverityEnum } from '../checks/severity.type.js';
import { CheckedControlWhere } from './checked-control.type.js';
import type { FindingOrder } from './finding-stream.rules.js';
import type { ResourceOrder } from './resource.sql.js';

export const FindingStatusEnum = {
  fail: 'fail',
  pass: 'pass',
  not_applicable: 'not_applicable',
  unknown: 'unknown',
} as const satisfies { [Each in FindingStatus]: Each };
registerEnumType(FindingStatusEnum, {
  name: 'FindingStatus',
  description: 'Verdict of a check on a resource.',
  valuesConfig: {
    fail: { description: 'The resource does not meet the check.' },
    pass: { description: 'The resource meets it.' },
    not_applicable: { description: 'It ran and found nothing in its scope.' },
    unknown: { description: 'It should have decided and could not.' },
  },
});

const FindingOrderEnum = {
  severity: 'severity',
  first_seen: 'first_seen',
  first_seen_desc: 'first_seen_desc',
} as const satisfies { [Each in FindingOrder]: Each };
registerEnumType(FindingOrderEnum, {
  name: 'FindingOrder',
  description: 'Order of findings.',
  valuesConfig: {
    severity: { description: 'The worst first, then those that have been there longest.' },
    first_seen: { description: 'The longest there first.' },
    first_seen_desc: { description: 'The newest first.' },
  },
});

@ObjectType('FindingIntegration', { description: 'The integration of a finding.', simpleResolvers: true })
export class FindingIntegrationType {
  @Field(() => ID, { description: 'Id, as `integrations` have it.' })
  id!: string;

  @Field(() => String, { description: 'Name of the integration.' })
  name!: string;

  @Field(() => String, { description: 'One of `integrationKinds`.' })
  type!: string;
}

@ObjectType('Finding', {
  description: 'The verdict of one check on one resource, since it holds.',
  simpleResolvers: true,
})
export class FindingType {
  @Field(() => FindingStatusEnum, { description: 'The verdict.' })
  status!: FindingStatus;

  @Field(() => String, { description: 'What was found, as a sentence.' })
  summary!: string;

  @Field(() => GraphQLISODateTime, {
    description: 'Completion of the scan since which its status holds without interruption.',
  })
  firstSeenAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'Completion of the last scan that saw it so; null where that scan is past its retention. Older than the last scan where its check could not look since.',
  })
  lastSeenAt!: Date | null;

  @Field(() => Boolean, {
    description: 'Whether it holds now. False where a later scan said otherwise, or its integration is disconnected.',
  })
  isCurrent!: boolean;

  @Field(() => String, { description: 'Whose check it is: `crosswalk`, or the scanner of a report.' })
  scanner!: string;

  @Field(() => String, { description: 'The check in the words of the scanner.' })
  ruleId!: string;
}

const TEXT_MAX = 4_096;
const LIST_MAX = 200;

@InputType({ description: 'Every given condition has to hold; of a list, one of its values.' })
export class FindingsWhere extends CheckedControlWhere {
  static override readonly rules = CheckedControlWhere.rules.extend({
    resourceId: z.string().max(TEXT_MAX).nullish(),
    resourceIdContains: z.string().max(TEXT_MAX).nullish(),
    resourceIdStartsWith: z.string().max(TEXT_MAX).nullish(),
    checkId: z.array(z.string().max(TEXT_MAX)).max(LIST_MAX).nullish(),
    severity: z.array(z.unknown()).max(LIST_MAX).nullish(),
    status: z.array(z.unknown()).max(LIST_MAX).nullish(),
    universalControl: z.string().max(TEXT_MAX).nullish(),
    integrationType: z.string().max(TEXT_MAX).nullish(),
    account: z.string().max(TEXT_MAX).nullish(),
    region: z.string().max(TEXT_MAX).nullish(),
  });

  @Field(() => ID, { nullable: true, description: 'Id of a `Resource`.' })
  resource?: string | null;

  @Field(() => String, { nullable: true, description: 'The exact id in the terms of the scanner, of any account.' })
  resourceId?: string | null;

  @Field(() => String, { nullable: true, description: 'Without case.' })
  resourceIdContains?: string | null;

  @Field(() => String, { nullable: true, description: 'Beginning of the id in the terms of the scanner, with case.' })
  resourceIdStartsWith?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Ids of checks; also rule ids of scanners, alone or as `scanner:rule`.',
  })
  checkId?: string[] | null;

  @Field(() => [SeverityEnum], { nullable: true, description: 'Severities of the checks.' })
  severity?: Severity[] | null;

  @Field(() => [FindingStatusEnum], { nullable: true, description: 'Verdicts.' })
  status?: FindingStatus[] | null;

  @Field(() => String, { nullable: true, description: 'Code or UUID of a universal control.' })
  universalControl?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'As this scan found it. Empty until it is completed. Default: what is current.',
  })
  scanId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Findings of this integration.' })
  integrationId?: string | null;

  @Field(() => String, { nullable: true, description: 'Findings of integrations of this kind: `aws`.' })
  integrationType?: string | null;

  @Field(() => String, { nullable: true, description: 'Account, project, subscription or cluster.' })
  account?: string | null;

  @Field(() => String, { nullable: true, description: 'Findings on resources of this region.' })
  region?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Those that an exception in force accepts, or the others.' })
  exception?: boolean | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Findings that hold since this time or later.' })
  firstSeenFrom?: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Exclusive.' })
  firstSeenTo?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Findings that a scan last saw at this time or later.',
  })
  lastSeenFrom?: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Exclusive: what no scan has seen since.' })
  lastSeenTo?: Date | null;
}

@ArgsType()
export class FindingsArgs extends PageArgs {
  @Field(() => FindingsWhere, { nullable: true, description: 'Conditions. Default every current finding.' })
  where?: FindingsWhere | null;

  @Field(() => FindingOrderEnum, { nullable: true, description: 'Default `severity`.' })
  orderBy?: FindingOrder | null;
}

export const FindingConnection = connectionOf('Finding', FindingType);

@ObjectType('Check', {
  description: 'A check of the catalogue, a custom check, or a rule of a scanner that neither knows.',
  simpleResolvers: true,
})
export class CheckType extends CheckFacts {
  @Field(() => Boolean, {
    description: 'Whether the catalogue or the organization knows it. Other rules decide nothing.',
  })
  isKnown!: boolean;
}

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

const ResourceStatusEnum = { failing: 'failing', passing: 'passing' } as const;
registerEnumType(ResourceStatusEnum, {
  name: 'ResourceStatus',
  description: 'What the checks say of a resource.',
  valuesConfig: {
    failing: { description: 'A check fails on it that no exception accepts.' },
    passing: { description: 'No such check, and one that passes.' },
  },
});

const ResourceOrderEnum = { first_seen: 'first_seen', failing: 'failing' } as const satisfies {
  [Each in ResourceOrder]: Each;
};
registerEnumType(ResourceOrderEnum, {
  name: 'ResourceOrder',
  description: 'Order of resources.',
  valuesConfig: {
    first_seen: { description: 'In the order in which they were seen first.' },
    failing: { description: 'Most failing findings first, accepted ones counted too; then as first seen.' },
  },
});

@InputType({ description: 'Every given condition has to hold.' })
export class ResourcesWhere {
  static readonly rules = z.object({
    resourceId: z.string().max(TEXT_MAX).nullish(),
    idContains: z.string().max(TEXT_MAX).nullish(),
    type: z.string().max(TEXT_MAX).nullish(),
    account: z.string().max(TEXT_MAX).nullish(),
    region: z.string().max(TEXT_MAX).nullish(),
  });

  @Field(() => String, { nullable: true, description: 'The exact id in the terms of the scanner.' })
  resourceId?: string | null;

  @Field(() => String, { nullable: true, description: 'Without case.' })
  idContains?: string | null;

  @Field(() => String, { nullable: true, description: 'Type in the terms of the scanner.' })
  type?: string | null;

  @Field(() => String, { nullable: true, description: 'Account, project, subscription or cluster.' })
  account?: string | null;

  @Field(() => String, { nullable: true, description: 'Resources of this region.' })
  region?: string | null;

  @Field(() => ID, { nullable: true, description: 'Resources of this integration.' })
  integrationId?: string | null;

  @Field(() => ResourceStatusEnum, { nullable: true, description: 'What the checks say of it.' })
  status?: 'failing' | 'passing' | null;
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
}
