import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { ControlStatus } from './posture.js';

export const ControlStatusEnum = {
  passed: 'passed',
  failed: 'failed',
  not_assessed: 'not_assessed',
  not_applicable: 'not_applicable',
} as const;
registerEnumType(ControlStatusEnum, { name: 'ControlStatus', description: 'Status of a control now.' });

@ObjectType('StatusChange', { description: 'One change of a control’s status.', simpleResolvers: true })
export class StatusChangeType {
  @Field(() => ID)
  id!: string;

  @Field(() => ControlStatusEnum)
  status!: ControlStatus;

  @Field(() => ControlStatusEnum)
  previousStatus!: ControlStatus;

  @Field(() => String, { description: '`scan` or `assessment`.' })
  source!: string;

  @Field(() => GraphQLISODateTime)
  changedAt!: Date;

  @Field(() => ID, { nullable: true })
  changedBy!: string | null;

  @Field(() => ID, { nullable: true })
  scanJobId!: string | null;

  @Field(() => ID, { nullable: true })
  assessmentId!: string | null;

  @Field(() => String)
  reason!: string;
}
