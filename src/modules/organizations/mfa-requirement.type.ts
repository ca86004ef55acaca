import { Field, InputType, Int } from 'type-graphql';
import { z } from 'zod';

@InputType()
export class RequireMfaInput {
  static readonly rules = z.object({ isRequired: z.boolean(), graceDays: z.number().int().min(0).max(90).nullish() });

  @Field(() => Boolean, { description: 'Whether members need a second factor.' })
  isRequired!: boolean;

  @Field(() => Int, { nullable: true, description: 'Days until they are required, 0 to 90. @default 14' })
  graceDays?: number | null;
}
