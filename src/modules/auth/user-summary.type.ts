import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('UserSummary', { description: 'A user, as the author of an action.', simpleResolvers: true })
export class UserSummaryType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;
}
