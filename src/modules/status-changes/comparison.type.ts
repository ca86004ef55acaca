import { Field, GraphQLISODateTime, ObjectType } from 'type-graphql';
import { ControlType } from '../catalogue/catalogue.type.js';
import type { StatusCause } from '../posture/cause.rules.js';
import type { ControlStatus } from '../posture/posture.js';
import { AssuranceType, ControlStatusEnum } from '../posture/posture.type.js';
import { ScoreChangeType } from '../posture/score-change.type.js';
import { StatusCauseEnum } from './status-change.type.js';

@ObjectType('StatusDifference', {
  description: 'A control whose status, or how much of it is shown, is another one at the second moment.',
  simpleResolvers: true,
})
export class StatusDifferenceType {
  @Field(() => ControlType, { description: 'Its own fields are of today.' })
  control!: ControlType;

  @Field(() => ControlStatusEnum, { description: 'The status at the first moment.' })
  previousStatus!: ControlStatus;

  @Field(() => ControlStatusEnum, { description: 'The status at the second moment.' })
  status!: ControlStatus;

  @Field(() => AssuranceType, {
    nullable: true,
    description: 'How much of it was shown at the first moment; null where it had not passed.',
  })
  previousAssurance!: AssuranceType | null;

  @Field(() => AssuranceType, {
    nullable: true,
    description: 'How much of it is shown at the second moment; null where it has not passed.',
  })
  assurance!: AssuranceType | null;

  @Field(() => GraphQLISODateTime, { description: 'Of its last change between the two.' })
  changedAt!: Date;

  @Field(() => StatusCauseEnum, {
    nullable: true,
    description: 'Of its last change between the two; null where it is not recorded.',
  })
  cause!: StatusCause | null;
}

@ObjectType('PostureComparison', {
  description: 'What differs between two moments, by the ledger.',
  simpleResolvers: true,
})
export class PostureComparisonType {
  @Field(() => GraphQLISODateTime, { description: 'The earlier moment.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, { description: 'The later moment.' })
  to!: Date;

  @Field(() => [StatusDifferenceType], { description: 'By framework and control.' })
  changes!: StatusDifferenceType[];

  @Field(() => [ScoreChangeType], {
    description: 'Overall, then each framework that is compared: those active today, or the one that is named.',
  })
  scores!: ScoreChangeType[];
}
