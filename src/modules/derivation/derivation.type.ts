import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import { connectionOf } from '../../platform/api/connection.js';
import type { PartialAssessments } from '../posture/partial-assessments.js';
import type { ControlStatus } from '../posture/posture.js';
import { AssuranceType, ControlStatusEnum, PartialAssessmentsEnum, StatusReasonEnum } from '../posture/posture.type.js';
import type { StatusReason } from '../posture/status-reason.rules.js';
import type { ElementResult } from '../scans/element-result.rules.js';
import { ScopeDecisionType } from '../scope/scope.type.js';
import { ExceptionType } from '../exceptions/exception.type.js';
import { AssessmentInForceType, MappingType } from '../ucf/ucf.type.js';
import { MissingPartType } from './missing.type.js';

const ElementResultEnum = {
  pass: 'pass',
  fail: 'fail',
  held: 'held',
  supported: 'supported',
  incomplete: 'incomplete',
} as const;
registerEnumType(ElementResultEnum, {
  name: 'ElementResult',
  description: 'Vote of an integration on an element.',
  valuesConfig: {
    pass: { description: 'What it read shows the element.' },
    fail: { description: 'A resource fails.' },
    held: { description: 'A check could not look.' },
    supported: { description: 'Its checks support the universal control, and none of them decides the element.' },
    incomplete: { description: 'What ran neither fails nor shows it; no vote.' },
  },
});

const ElementStateEnum = { passed: 'passed', failed: 'failed', held: 'held', unknown: 'unknown' } as const;
registerEnumType(ElementStateEnum, {
  name: 'ElementState',
  description: 'The worst vote on an element.',
  valuesConfig: {
    passed: { description: 'Every vote passes.' },
    failed: { description: 'An integration votes that it fails.' },
    held: { description: 'None fails it, and a check could not look.' },
    unknown: { description: 'None fails it, and not every vote shows it.' },
  },
});

const MappingStateEnum = { contradicted: 'contradicted', shown: 'shown', open: 'open' } as const;
registerEnumType(MappingStateEnum, {
  name: 'MappingState',
  description: 'What is known of the elements that a mapping covers.',
  valuesConfig: {
    contradicted: { description: 'Tests fail one of them.' },
    shown: { description: 'Tests, or an assessment with a note or evidence, show them.' },
    open: { description: 'Neither.' },
  },
});

@ObjectType('DerivationCheck', { description: 'A check behind a vote.', simpleResolvers: true })
export class DerivationCheckType {
  @Field(() => String, { description: 'The rule in the words of the scanner.' })
  ruleId!: string;

  @Translated()
  @Field(() => String, { description: 'What is checked, as a short statement.' })
  title!: string;

  @Field(() => Int, { description: 'Number of resources on which it passes.' })
  resourcesPassed!: number;

  @Field(() => Int, { description: 'Number of resources on which it fails.' })
  resourcesFailed!: number;

  @Field(() => Int, { description: 'Those of the failed ones whose findings exceptions accept.' })
  resourcesAccepted!: number;

  @Field(() => Boolean, { description: 'Whether it could not look at everything.' })
  isPartial!: boolean;
}

@ObjectType('SupportingCheck', {
  description: 'A check that is evidence for a universal control, and decides nothing of it for the control.',
  simpleResolvers: true,
})
export class SupportingCheckType extends DerivationCheckType {
  @Field(() => ID, { description: 'The integration that was looked at.' })
  integrationId!: string;

  @Field(() => String, { description: 'Name of the integration.' })
  integrationName!: string;

  @Field(() => GraphQLISODateTime, { description: 'Completion of the scan in which it ran.' })
  evaluatedAt!: Date;

  @Field(() => ID, { description: 'The scan in which it ran.' })
  scanJobId!: string;
}

@ObjectType('DerivationResource', { description: 'A resource on which a check fails.', simpleResolvers: true })
export class DerivationResourceType {
  @Field(() => String, { description: 'Its id at the provider; empty for the integration itself.' })
  resourceId!: string;

  @Field(() => String, { nullable: true, description: 'Its name; null where it has none.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'Its type; null where the scanner names none.' })
  type!: string | null;

  @Field(() => String, { nullable: true, description: 'Its region; null where it has none.' })
  region!: string | null;

  @Field(() => String, { nullable: true, description: 'Its account; null where it has none.' })
  account!: string | null;

  @Field(() => String, { description: 'What was found.' })
  summary!: string;

  @Field(() => ExceptionType, { nullable: true, description: 'The exception that accepts it; null where it counts.' })
  exception!: object | null;
}

export const DerivationResourceConnection = connectionOf('DerivationResource', DerivationResourceType);

@ObjectType('DerivationVote', { description: 'Vote of an integration on an element.', simpleResolvers: true })
export class DerivationVoteType {
  @Field(() => ID, { description: 'The integration that was looked at.' })
  integrationId!: string;

  @Field(() => String, { description: 'Name of the integration.' })
  integrationName!: string;

  @Field(() => ElementResultEnum, { description: 'What the checks together say of the element.' })
  result!: ElementResult;

  @Field(() => Boolean, {
    description: 'Whether exceptions accept every failing finding behind it: the result is as if none failed.',
  })
  isAccepted!: boolean;

  @Field(() => GraphQLISODateTime, { description: 'Completion of the scan that voted.' })
  evaluatedAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'Completion of the latest scan of the integration, where that came later and could not look, so that the former vote stays; null where the vote is of the latest scan.',
  })
  laterScanAt!: Date | null;

  @Field(() => ID, { description: 'The scan that voted.' })
  scanJobId!: string;

  @Field(() => [DerivationCheckType], { description: 'The checks that the vote is made of.' })
  checks!: DerivationCheckType[];
}

@ObjectType('DerivationElement', { description: 'An element that the control asks for.', simpleResolvers: true })
export class DerivationElementType {
  @Field(() => Int, { description: 'From 1.' })
  number!: number;

  @Translated()
  @Field(() => String, { description: 'What the element asks for.' })
  text!: string;

  @Field(() => ElementStateEnum, { description: 'What is known of the element.' })
  state!: keyof typeof ElementStateEnum;

  @Field(() => [DerivationVoteType], { description: 'Of the integrations that are not disconnected.' })
  votes!: DerivationVoteType[];
}

@ObjectType('DerivationMapping', {
  description: 'A mapping of the control, with what shows or contradicts it.',
  simpleResolvers: true,
})
export class DerivationMappingType {
  @Field(() => MappingType, { description: 'The mapping.' })
  mapping!: MappingType;

  @Field(() => Boolean, { description: 'Whether it is enough by itself: `equal` or `subset`.' })
  isFull!: boolean;

  @Field(() => MappingStateEnum, { description: 'What it contributes to the control.' })
  state!: keyof typeof MappingStateEnum;

  @Field(() => Boolean, { description: 'Whether tests show every element that it covers.' })
  isTested!: boolean;

  @Field(() => Boolean, { description: 'Whether tests and the assessment contradict each other.' })
  isDisputed!: boolean;

  @Field(() => [DerivationElementType], {
    description: 'The elements of the universal control that the control asks for.',
  })
  elements!: DerivationElementType[];

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Completion of the oldest scan among the votes; null where there is none.',
  })
  oldestVoteAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Completion of the newest scan among the votes; null where there is none.',
  })
  newestVoteAt!: Date | null;

  @Field(() => AssessmentInForceType, {
    nullable: true,
    description: 'The assessment in force of the universal control; null where there is none.',
  })
  assessment!: AssessmentInForceType | null;
}

@ObjectType('Derivation', {
  description: 'Why a control has its status: everything that decides it, and what would show it in full.',
  simpleResolvers: true,
})
export class DerivationType {
  @Field(() => ControlStatusEnum, { description: 'Recomputed from what is below; as of a moment, that of the ledger.' })
  status!: ControlStatus;

  @Field(() => AssuranceType, {
    nullable: true,
    description: 'How much of the control is shown; null where it has not passed.',
  })
  assurance!: AssuranceType | null;

  @Field(() => Boolean, { description: 'Whether tests and an assessment contradict each other.' })
  isDisputed!: boolean;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When its status last changed; null where it never did.',
  })
  since!: Date | null;

  @Field(() => String, { nullable: true, description: 'The last change in words; null where it never did change.' })
  reason!: string | null;

  @Field(() => StatusReasonEnum, { nullable: true, description: 'As `reasonCode` of the change.' })
  reasonCode!: StatusReason | null;

  @Field(() => String, { nullable: true, description: 'As `reasonDetail` of the change.' })
  reasonDetail!: string | null;

  @Field(() => String, {
    nullable: true,
    description: '`tests`, `assessment` or `scope`; null where nothing decides it.',
  })
  decidedBy!: string | null;

  @Field(() => AssessmentInForceType, { nullable: true, description: 'The deciding one.' })
  assessment!: AssessmentInForceType | null;

  @Field(() => ScopeDecisionType, { nullable: true, description: 'The one that puts it out of scope now.' })
  scopeDecision!: object | null;

  @Field(() => PartialAssessmentsEnum, {
    description: "The organization's setting: what compliant assessments over part mappings do.",
  })
  partialAssessments!: PartialAssessments;

  @Field(() => [DerivationMappingType], {
    description: 'Universal controls that the control is mapped to, with what is known of each.',
  })
  mappings!: DerivationMappingType[];

  @Field(() => [MissingPartType], {
    description: 'Empty where all is shown; full mappings first: one of them is enough.',
  })
  missing!: MissingPartType[];
}
