import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('Domain', { description: 'A domain of the Unified Control Framework.', simpleResolvers: true })
export class DomainType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Three letters.' })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String)
  description!: string;
}
