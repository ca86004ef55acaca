import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { AssuranceLevel } from './assurance.rules.js';
import type { PartialAssessments } from './partial-assessments.js';
import type { ControlStatus } from './posture.js';
import { STATUS_REASONS, type StatusReason } from './status-reason.rules.js';

export const ControlStatusEnum = {
  passed: 'passed',
  failed: 'failed',
  not_assessed: 'not_assessed',
  not_applicable: 'not_applicable',
} as const;
registerEnumType(ControlStatusEnum, {
  name: 'ControlStatus',
  description: 'Status of a control now.',
  valuesConfig: {
    passed: { description: 'Tests or an assessment show it; see its assurance for how much.' },
    failed: { description: 'Findings in force or an assessment contradict it.' },
    not_assessed: { description: 'Nothing decides it.' },
    not_applicable: { description: 'It is out of scope by an approved decision.' },
  },
});

export const PartialAssessmentsEnum = { pass: 'pass', contribute: 'contribute' } as const satisfies {
  [Each in PartialAssessments]: Each;
};
registerEnumType(PartialAssessmentsEnum, {
  name: 'PartialAssessments',
  description: 'What a compliant assessment does over a part mapping.',
  valuesConfig: {
    pass: { description: 'It passes the control, with partial assurance.' },
    contribute: {
      description:
        'It passes the control only when all of its part mappings are shown by tests or assessed as compliant.',
    },
  },
});

export const AssuranceLevelEnum = { full: 'full', partial: 'partial' } as const;
registerEnumType(AssuranceLevelEnum, {
  name: 'AssuranceLevel',
  description: 'How much of a passed control is shown.',
  valuesConfig: {
    full: { description: 'All that it asks for.' },
    partial: { description: 'The rest is taken on trust, or an assessment has neither note nor evidence.' },
  },
});

@ObjectType('Assurance', { description: 'How much of a passed control is shown.', simpleResolvers: true })
export class AssuranceType {
  @Field(() => AssuranceLevelEnum, { description: 'How much of what the control asks for is shown.' })
  level!: AssuranceLevel;

  @Field(() => Int, { description: 'Mappings that tests, or assessments with a note or evidence, show.' })
  shown!: number;

  @Field(() => Int, {
    description:
      'Parts that it takes: one where a full mapping is shown, else every mapping, and what a single part mapping leaves out.',
  })
  needed!: number;
}

export const StatusReasonEnum = Object.fromEntries(Object.keys(STATUS_REASONS).map((code) => [code, code])) as {
  [Each in StatusReason]: Each;
};
registerEnumType(StatusReasonEnum, {
  name: 'StatusReason',
  description: 'Why a status changed.',
  valuesConfig: Object.fromEntries(
    Object.entries(STATUS_REASONS).map(([code, words]) => [
      code,
      { description: `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.` },
    ]),
  ),
});

/** A change of a status as the ledger has it. */
@ObjectType({ simpleResolvers: true })
export abstract class LedgerChange {
  @Field(() => ID, { description: 'Id of the record in the ledger.' })
  id!: string;

  @Field(() => ControlStatusEnum, { description: 'The status since.' })
  status!: ControlStatus;

  @Field(() => ControlStatusEnum, { description: 'The status before.' })
  previousStatus!: ControlStatus;

  @Field(() => AssuranceLevelEnum, { nullable: true, description: 'Null where the status is not `passed`.' })
  assurance!: AssuranceLevel | null;

  @Field(() => AssuranceLevelEnum, { nullable: true, description: 'Null where the previous status is not `passed`.' })
  previousAssurance!: AssuranceLevel | null;

  @Field(() => GraphQLISODateTime, { description: 'When it happened.' })
  changedAt!: Date;

  @Field(() => ID, { nullable: true, description: 'The scan that caused it; null where none did.' })
  scanJobId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The assessment that caused it; null where none did.' })
  assessmentId!: string | null;

  @Field(() => String, { description: 'Why, as a sentence.' })
  reason!: string;

  @Field(() => StatusReasonEnum, {
    nullable: true,
    description: 'Why, as a code, for those who say it in other words; null where the sentence is of a former release.',
  })
  reasonCode!: StatusReason | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the organization gave as the reason of `out_of_scope`; null else.',
  })
  reasonDetail!: string | null;
}

@ObjectType('StatusChange', {
  description: 'One change of a control’s status, or of how much of it is shown.',
  simpleResolvers: true,
})
export class StatusChangeType extends LedgerChange {
  @Field(() => String, { description: '`scan`, `assessment` or `scope`.' })
  source!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the user who caused it, as of a scan that they started; null for the service itself.',
  })
  changedBy!: string | null;
}
