import { ArgsType, Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ItemResultType } from '../../feature/item-result.type.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import type { Control } from '../catalogue/catalogue.js';
import { SprsScoreType } from './sprs.type.js';
import type { AddressableOutcome, ScopeKind, ScopeDecisionStatus } from './scope.rules.js';

const ScopeKindEnum = {
  selection: 'selection',
  exclusion: 'exclusion',
  addressable: 'addressable',
  inclusion: 'inclusion',
  partly_implemented: 'partly_implemented',
} as const;
registerEnumType(ScopeKindEnum, {
  name: 'ScopeKind',
  description: 'What a decision on the scope is about.',
  valuesConfig: {
    selection: { description: 'The values of an attribute that are in scope.' },
    exclusion: { description: 'One control.' },
    addressable: { description: 'An addressable specification of HIPAA.' },
    inclusion: { description: 'Why one control is in scope.' },
    partly_implemented: { description: 'A CMMC requirement that is implemented in part, and costs fewer points.' },
  },
});

export const AddressableOutcomeEnum = {
  implemented: 'implemented',
  alternative: 'alternative',
  not_reasonable: 'not_reasonable',
} as const;
registerEnumType(AddressableOutcomeEnum, {
  name: 'AddressableOutcome',
  description: 'What was decided on an addressable specification of HIPAA.',
  valuesConfig: {
    implemented: { description: 'It is implemented as it stands.' },
    alternative: { description: 'An equivalent measure is implemented instead.' },
    not_reasonable: { description: 'Neither is reasonable and appropriate; this alone puts it out of scope.' },
  },
});

const ScopeDecisionStatusEnum = {
  proposed: 'proposed',
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
} as const;
registerEnumType(ScopeDecisionStatusEnum, {
  name: 'ScopeDecisionStatus',
  description: 'Only an approved decision has effect.',
  valuesConfig: {
    proposed: { description: 'Waits for an approval.' },
    approved: { description: 'In force.' },
    rejected: { description: 'Was refused, and never in force.' },
    withdrawn: { description: 'Was taken back.' },
  },
});

@ObjectType('ScopeDecision', {
  description: 'A decision on what of a framework is in scope.',
  simpleResolvers: true,
})
export class ScopeDecisionType {
  @Field(() => ID, { description: 'Id of the decision.' })
  id!: string;

  @Field(() => ScopeKindEnum, { description: 'Whether it leaves a control out or selects a part of a framework.' })
  kind!: ScopeKind;

  @Field(() => ScopeDecisionStatusEnum, { description: 'Whether it is in force.' })
  status!: ScopeDecisionStatus;

  @Field(() => [String], { nullable: true, description: 'Values that are in scope; null of all but a selection.' })
  selected!: string[] | null;

  @Field(() => AddressableOutcomeEnum, { nullable: true, description: 'Null of all but an addressable specification.' })
  outcome!: AddressableOutcome | null;

  @Field(() => String, { description: 'Why; it stands in the Statement of Applicability.' })
  reason!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it is to be looked at again. It stays in force after that.' })
  reviewAt!: Date;

  @Field(() => UserSummaryType, { description: 'Who asked for it.' })
  proposedBy!: UserSummaryType;

  @Field(() => GraphQLISODateTime, { description: 'When it was asked for.' })
  proposedAt!: Date;

  @Field(() => UserSummaryType, { nullable: true, description: 'Who approved or rejected it.' })
  decidedBy!: UserSummaryType | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was approved or rejected; null before.' })
  decidedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'What was said with the approval or rejection.' })
  note!: string | null;

  @Field(() => UserSummaryType, { nullable: true, description: 'Who ended it; null while nobody did.' })
  endedBy!: UserSummaryType | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it stopped to be in force; null while it was not ended.',
  })
  endedAt!: Date | null;
}

@ObjectType('ScopeChoiceValue', { description: 'A value that can be in scope or not.', simpleResolvers: true })
export class ScopeChoiceValueType {
  @Field(() => String, { description: 'The value, for programs.' })
  value!: string;

  @Field(() => String, { description: 'The value, for people.' })
  name!: string;

  @Field(() => Int, { description: 'Controls of the framework with this value.' })
  controls!: number;

  @Field(() => Boolean, { description: 'Whether it is in scope now.' })
  isSelected!: boolean;

  @Field(() => Boolean, { description: 'Whether it is in every scope.' })
  isAlways!: boolean;
}

@ObjectType('ScopeChoice', {
  description: 'The attribute by which an organization chooses what of a framework is in scope.',
  simpleResolvers: true,
})
export class ScopeChoiceType {
  @Field(() => String, { description: '`trust_category`, `entity` or `level`.' })
  attribute!: string;

  @Field(() => String, { description: 'Name of the choice, for people.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether a value brings those before it into scope: levels.' })
  isCumulative!: boolean;

  @Field(() => [ScopeChoiceValueType], { description: 'In the framework’s order.' })
  values!: ScopeChoiceValueType[];
}

@ObjectType('FrameworkScope', { description: 'What of a framework is in scope.', simpleResolvers: true })
export class FrameworkScopeType {
  @Field(() => Int, { description: 'Controls that count in scores.' })
  inScopeControls!: number;

  @Field(() => Int, { description: 'Controls that do not.' })
  outOfScopeControls!: number;

  @Field(() => ScopeChoiceType, { nullable: true, description: 'Null where the framework offers none.' })
  choice!: ScopeChoiceType | null;

  @Field(() => ScopeDecisionType, {
    nullable: true,
    description: 'The selection in force; null where all is selected.',
  })
  selection!: object | null;

  @Field(() => [ScopeDecisionType], { description: 'In force, on single controls, newest first.' })
  decisions!: object[];

  @Field(() => [ScopeDecisionType], { description: 'Waiting for an approval, newest first.' })
  proposals!: object[];

  @Field(() => SprsScoreType, { nullable: true, description: 'CMMC with the target level 2; null elsewhere.' })
  sprs!: SprsScoreType | null;
}

/** Its fields are resolved one by one: most controls are in scope, and then none of them reads anything. */
@ObjectType('ControlScope', {
  description: 'Whether a control is in scope, and by which decision.',
  simpleResolvers: true,
})
export class ControlScopeType {
  control!: Control;

  @Field(() => Boolean, { description: 'Whether it can be left out: clauses 4 to 10 of ISO 27001 cannot.' })
  isExcludable!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'Points that a CMMC requirement costs where it is implemented in part; null where there is no such value.',
  })
  pointsInPart!: number | null;
}

@ObjectType({ simpleResolvers: true })
export class ScopeSelectionPayload {
  @Field(() => ScopeDecisionType, { description: 'The decision that was recorded.' })
  decision!: object;
}

@ObjectType('ScopeDecisionResult', { description: 'What became of one item.', simpleResolvers: true })
export class ScopeDecisionResultType extends ItemResultType {
  @Field(() => ScopeDecisionType, {
    nullable: true,
    description: 'The decision that was made or changed; null where the item was refused.',
  })
  decision!: object | null;
}

@ObjectType({ simpleResolvers: true })
export class ScopeDecisionsPayload {
  @Field(() => [ScopeDecisionResultType], { description: 'In the order of the items.' })
  results!: ScopeDecisionResultType[];
}

@ArgsType()
export class ScopeDecisionsArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'Name or slug of an active framework.' })
  framework?: string;

  @Field(() => ID, { nullable: true, description: 'Decisions on this control, by its UUID.' })
  controlId?: string;

  @Field(() => ScopeDecisionStatusEnum, { nullable: true, description: 'Decisions with this status.' })
  status?: ScopeDecisionStatus;
}

export const ScopeDecisionConnection = connectionOf('ScopeDecision', ScopeDecisionType);
