import { Field, InputType } from 'type-graphql';
import { z } from 'zod';

const CODE_MAX = 200;

/** Conditions on the controls that a check leads to. */
@InputType()
export abstract class CheckedControlWhere {
  static readonly rules = z.object({ controlId: z.string().max(CODE_MAX).nullish() });

  @Field(() => String, {
    nullable: true,
    description: 'Name, slug or id of an active framework: the checks that lead to a control of it.',
  })
  framework?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Code (`CC6.1`) or UUID of a control: the checks that lead to it. A code may be one of several frameworks.',
  })
  controlId?: string | null;
}
