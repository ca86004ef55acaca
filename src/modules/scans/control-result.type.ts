import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import type { ResultStatus } from './scan-states.js';
import { ResultStatusEnum } from './scan-states.type.js';

@ObjectType('ControlResult', { description: 'What a scan found of a control.', simpleResolvers: true })
export class ControlResultType {
  @Field(() => ID, { description: 'Id of the scan result.' })
  id!: string;

  @Field(() => ID, { description: 'The scan.' })
  scanJobId!: string;

  @Field(() => GraphQLISODateTime, { description: 'Completion of the scan.' })
  detectedAt!: Date;

  @Field(() => ResultStatusEnum, { description: 'What the scan says of the control.' })
  status!: ResultStatus;

  @Field(() => Boolean, {
    description:
      'Whether tests decide the control. False where they neither fail it nor show all of it; its status does not rest on them then.',
  })
  evaluated!: boolean;

  @Field(() => String, { description: 'Summary of the failing checks and resources.' })
  finding!: string;
}
