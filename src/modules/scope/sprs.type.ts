import { Field, Int, ObjectType } from 'type-graphql';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';

@ObjectType('SprsScore', {
  description: 'Score of a level 2 assessment of CMMC. Source: 32 CFR 170.24.',
  simpleResolvers: true,
})
export class SprsScoreType {
  @Field(() => Int, {
    nullable: true,
    description:
      '110 less the points of the requirements that are neither passed nor out of scope; null where no system security plan (CA.L2-3.12.4) is shown.',
  })
  score!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The same where only passed requirements of which all is shown count as implemented; null where the system security plan is not shown in full.',
  })
  assuredScore!: number | null;

  @Field(() => Int, { description: 'Highest score there is: 110.' })
  max!: number;

  @Field(() => Int, { description: 'Points of failed requirements.' })
  lostToFailed!: number;

  @Field(() => Int, { description: 'Points of requirements that nothing has looked at.' })
  lostToNotAssessed!: number;

  @Field(() => Int, {
    description: 'Points of passed requirements of which not all is shown; only the assured score loses them.',
  })
  lostToPartial!: number;

  @Field(() => [ControlType], {
    description: 'Requirements that are not passed and that a decision in force says are implemented in part.',
  })
  partlyImplemented!: Control[];

  @Field(() => Int, {
    description:
      'Their reduced points; the assured score loses all of them, because nothing shows what is implemented.',
  })
  lostToPartlyImplemented!: number;

  @Field(() => Boolean, { description: 'Whether CA.L2-3.12.4 is passed.' })
  hasSecurityPlan!: boolean;
}
