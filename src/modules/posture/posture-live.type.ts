import { Field, Float, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { ControlType } from '../catalogue/catalogue.type.js';
import type { ControlStatus } from './posture.js';
import { ControlStatusEnum } from './posture.type.js';

@ObjectType('ControlStatusChange', {
  description: 'A control with its status; in a snapshot, without what came before.',
  simpleResolvers: true,
})
export class ControlStatusChangeType {
  @Field(() => ControlType, { description: 'The control.' })
  control!: ControlType;

  @Field(() => ControlStatusEnum, { nullable: true, description: 'The status before; null in a snapshot.' })
  previousStatus!: ControlStatus | null;

  @Field(() => ControlStatusEnum, { description: 'The status now.' })
  status!: ControlStatus;

  @Field(() => String, { nullable: true, description: '`scan`, `assessment` or `scope`.' })
  source!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it changed, as a sentence; null in a snapshot.' })
  reason!: string | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When the status changed; null in a snapshot.' })
  changedAt!: Date | null;

  @Field(() => ID, { nullable: true, description: 'The scan behind the change; null where none is.' })
  scanJobId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The assessment behind the change; null where none is.' })
  assessmentId!: string | null;
}

@ObjectType('ControlStatusEvent', { description: 'Statuses of controls as of one moment.', simpleResolvers: true })
export class ControlStatusEventType {
  @Field(() => Float, { description: 'Only grows.' })
  sequence!: number;

  @Field(() => Boolean, { description: 'True of the first event, which has every control.' })
  isSnapshot!: boolean;

  @Field(() => [ControlStatusChangeType], { description: 'In the order in which they changed.' })
  changes!: ControlStatusChangeType[];
}
