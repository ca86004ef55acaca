import { Field, Int, ObjectType } from 'type-graphql';
import type { ErrorCode } from '../platform/errors.js';

@ObjectType('ItemError', {
  description: 'Why one item of a mutation of many was refused. The other items are not concerned.',
  simpleResolvers: true,
})
export class ItemErrorType {
  @Field(() => String, { description: 'One of the codes that errors of whole calls have.' })
  code!: ErrorCode;

  @Field(() => String, { description: 'What is wrong, for people.' })
  message!: string;

  @Field(() => String, {
    description:
      'JSON pointer into the input: the first field that is wrong (`/members/3/role`), or the item where no field alone is.',
  })
  pointer!: string;
}

/** What the result of one item has in every mutation of many, beside what was made of it. */
@ObjectType({ simpleResolvers: true })
export abstract class ItemResultType {
  @Field(() => Int, { description: 'Position of the item, from 0.' })
  index!: number;

  @Field(() => ItemErrorType, { nullable: true, description: 'Why the item was refused; null where it was done.' })
  error!: ItemErrorType | null;
}
