import { Field, ID, ObjectType } from 'type-graphql';
import type { ResultStatus } from './scan-states.js';
import { ResultStatusEnum } from './scan-states.type.js';

/** What a scan says of a control, wherever it is shown. */
@ObjectType()
export abstract class ResultFacts {
  @Field(() => ID, { description: 'Id of the result.' })
  id!: string;

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
