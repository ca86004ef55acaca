import { ArgsType, Field, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import { z } from 'zod';
import { ItemResultType } from '../../feature/item-result.type.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import { ResourceIdentity } from '../scans/resource-identity.type.js';
import type { ExceptionStatus } from './exception-states.js';

const ExceptionStatusEnum = {
  proposed: 'proposed',
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  expired: 'expired',
} as const;
registerEnumType(ExceptionStatusEnum, {
  name: 'ExceptionStatus',
  description: 'State of an exception. Only an `approved` one is in force.',
  valuesConfig: {
    proposed: { description: 'Waits for an approval.' },
    approved: { description: 'In force until it expires.' },
    rejected: { description: 'Was refused, and never in force.' },
    withdrawn: { description: 'Was taken back.' },
    expired: { description: 'Its end has passed; the findings count again.' },
  },
});

@ObjectType('ExceptionIntegration', {
  simpleResolvers: true,
  description: 'The integration whose findings an exception accepts.',
})
class ExceptionIntegrationType {
  @Field(() => ID, { description: 'Id of the integration.' })
  id!: string;

  @Field(() => String, { description: 'Name of the integration.' })
  name!: string;
}

@ObjectType('ExceptionResource', { description: 'A resource that an exception lists.', simpleResolvers: true })
export class ExceptionResourceType extends ResourceIdentity {
  @Field(() => GraphQLISODateTime, { description: 'When it first matched.' })
  firstSeenAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Since when it is covered; null where it is not.' })
  coveredAt!: Date | null;
}

@ObjectType('Exception', {
  description: 'Findings that are accepted for a time: while it is in force they count like no result.',
  simpleResolvers: true,
})
export class ExceptionType {
  @Field(() => ID, { description: 'Id, as `exception(id)` takes it.' })
  id!: string;

  @Field(() => ExceptionStatusEnum, { description: 'Whether it accepts anything.' })
  status!: ExceptionStatus;

  @Field(() => String, { description: 'Whose check it is: `crosswalk`, or the scanner of a report.' })
  scanner!: string;

  @Field(() => String, { description: 'The rule in the words of the scanner.' })
  ruleId!: string;

  @Translated()
  @Field(() => String, { description: 'Title of the check.' })
  title!: string;

  @Field(() => ExceptionIntegrationType, { nullable: true, description: 'Null for every integration.' })
  integration!: ExceptionIntegrationType | null;

  @Field(() => String, {
    description: 'Id of the resource; a pattern where `isPattern`. Empty for the integration itself.',
  })
  resource!: string;

  @Field(() => Boolean, { description: 'Whether `*` in `resource` stands for any characters.' })
  isPattern!: boolean;

  @Field(() => Int, { description: 'Resources that it covers; of a proposal, those that it would.' })
  resourceCount!: number;

  @Field(() => Int, { description: 'Resources that match since it was approved; they are not covered.' })
  newMatchCount!: number;

  @Field(() => String, { description: 'Why the risk is accepted.' })
  reason!: string;

  @Field(() => String, { nullable: true, description: 'What lowers the risk instead; null where nothing is named.' })
  compensatingMeasure!: string | null;

  @Field(() => [ID], { description: 'Ids of the artifacts that it cites.' })
  evidenceIds!: string[];

  @Field(() => UserSummaryType, {
    nullable: true,
    description: 'Who answers for the risk; null where the account is gone.',
  })
  owner!: UserSummaryType | null;

  @Field(() => String, { description: 'Its last day, `YYYY-MM-DD`, in the organization’s time zone.' })
  expiresOn!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Last day of the exception in force about the same findings that lasts longer; null without one.',
  })
  renewedUntil!: string | null;

  @Field(() => UserSummaryType, { nullable: true, description: 'Who asked for it; null where the account is gone.' })
  proposedBy!: UserSummaryType | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was asked for.' })
  proposedAt!: Date;

  @Field(() => UserSummaryType, { nullable: true, description: 'Who approved or rejected it.' })
  decidedBy!: UserSummaryType | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was approved or rejected; null before.' })
  decidedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Why it was rejected.' })
  note!: string | null;

  @Field(() => UserSummaryType, { nullable: true, description: 'Who withdrew it.' })
  endedBy!: UserSummaryType | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was withdrawn or expired.' })
  endedAt!: Date | null;
}

const FINDINGS_MAX = 100;
const EVIDENCE_MAX = 50;
const TEXT_LENGTH_MAX = 10_000;
const RESOURCE_LENGTH_MAX = 2_048;
const NAME_LENGTH_MAX = 512;

@InputType({ description: 'The failing findings of one check on a resource, or on resources that match a pattern.' })
export class AcceptedFindingInput {
  static readonly rules = z.object({
    scanner: z.string().max(NAME_LENGTH_MAX),
    ruleId: z.string().min(1).max(NAME_LENGTH_MAX),
    resourceId: z.string().max(RESOURCE_LENGTH_MAX).nullish(),
    resourcePattern: z.string().max(RESOURCE_LENGTH_MAX).nullish(),
  });

  @Field(() => String, { description: 'Whose rule it is, as `Finding.scanner`.' })
  scanner!: string;

  @Field(() => String, { description: 'The rule in the words of the scanner, as `Finding.ruleId`.' })
  ruleId!: string;

  @Field(() => ID, { nullable: true, description: 'Default: every integration.' })
  integrationId?: string | null;

  @Field(() => String, { nullable: true, description: 'The exact id.' })
  resourceId?: string | null;

  @Field(() => String, { nullable: true, description: 'With 1 to 5 `*`, each for any characters.' })
  resourcePattern?: string | null;
}

@InputType()
export class AcceptFindingsInput {
  static readonly rules = z.object({
    findings: z.array(z.unknown()).min(1).max(FINDINGS_MAX),
    reason: z.string().trim().min(1).max(TEXT_LENGTH_MAX),
    compensatingMeasure: z.string().max(TEXT_LENGTH_MAX).nullish(),
    evidenceIds: z.array(z.string()).max(EVIDENCE_MAX).nullish(),
  });

  @Field(() => [AcceptedFindingInput], { description: 'One exception each, 1 to 100.' })
  findings!: AcceptedFindingInput[];

  @Field(() => String, { description: 'Why the risk is accepted; it stands in the exceptions and in reports.' })
  reason!: string;

  @Field(() => String, { nullable: true, description: 'What limits the risk meanwhile.' })
  compensatingMeasure?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Artifacts that support it, at most 50.' })
  evidenceIds?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'Member who answers for it. Default: the proposer.' })
  ownerId?: string | null;

  @Field(() => String, { description: 'Its last day, `YYYY-MM-DD`: today to a year ahead.' })
  expiresOn!: string;
}

@InputType()
export class ExceptionInput {
  @Field(() => ID, { description: 'Id of the exception.' })
  exceptionId!: string;
}

@InputType()
export class RejectExceptionInput {
  static readonly rules = z.object({ note: z.string().max(TEXT_LENGTH_MAX).nullish() });

  @Field(() => ID, { description: 'Id of the exception.' })
  exceptionId!: string;

  @Field(() => String, { nullable: true, description: 'Why; none where it is left out.' })
  note?: string | null;
}

@InputType({ description: 'Every given condition has to hold.' })
export class ExceptionsWhere {
  static readonly rules = z.object({ endsWithinDays: z.number().int().min(0).max(366).nullish() });

  @Field(() => [ExceptionStatusEnum], { nullable: true, description: 'Exceptions with one of these statuses.' })
  statuses?: ExceptionStatus[] | null;

  @Field(() => ID, { nullable: true, description: 'Whose check led to the control when it was proposed.' })
  controlId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Exceptions on findings of this integration.' })
  integrationId?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Proposed or in force, with the last day in so many days or earlier.',
  })
  endsWithinDays?: number | null;
}

@ArgsType()
export class ExceptionsArgs extends PageArgs {
  @Field(() => ExceptionsWhere, { nullable: true, description: 'Conditions. Default every exception.' })
  where?: ExceptionsWhere | null;
}

@ObjectType('AcceptFindingsResult', { description: 'What became of one item.', simpleResolvers: true })
export class AcceptFindingsResultType extends ItemResultType {
  @Field(() => ExceptionType, {
    nullable: true,
    description: 'The exception that was made; null where the finding was refused.',
  })
  exception!: object | null;
}

@ObjectType({ simpleResolvers: true })
export class AcceptFindingsPayload {
  @Field(() => [AcceptFindingsResultType], { description: 'In the order of the items.' })
  results!: AcceptFindingsResultType[];
}

@ObjectType({ simpleResolvers: true })
export class ExceptionPayload {
  @Field(() => ExceptionType)
  exception!: object;
}

export const ExceptionConnection = connectionOf('Exception', ExceptionType);
