import { ArgsType, Field, GraphQLISODateTime, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import type { FindingStatus, Severity } from '../../connectors/finding.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { CheckFacts } from '../checks/check-facts.type.js';
import { SeverityEnum } from '../checks/severity.type.js';
import { CheckedControlWhere } from './checked-control.type.js';
import type { FindingOrder } from './finding-stream.rules.js';

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

  @Field(() => Boolean, {
    description: 'Whether no scan since `lastSeenAt` could decide it: it stands until one does.',
  })
  isOnHold!: boolean;

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
    search: z.string().max(TEXT_MAX).nullish(),
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

  @Field(() => String, {
    nullable: true,
    description:
      'Part of the name, id or type of the resource, or of what the check says (`title`, `fault`), without case.',
  })
  search?: string | null;

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

  @Field(() => Boolean, {
    nullable: true,
    description: 'Those that no scan since they were last seen could decide, or the others. Of a scan none is.',
  })
  onHold?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Those whose check decides an element that a failed control of the active frameworks asks for, or the others. Of the failing ones that no exception accepts: those that fail a control.',
  })
  ofFailedControl?: boolean | null;

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
