import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('UserSummary', { description: 'Who did something.', simpleResolvers: true })
export class UserSummaryType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;
}
