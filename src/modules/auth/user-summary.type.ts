import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('UserSummary', { description: 'A user, as the author of an action.', simpleResolvers: true })
export class UserSummaryType {
  @Field(() => ID, { description: 'Id of the user.' })
  id!: string;

  @Field(() => String, { description: 'Name of the user.' })
  name!: string;
}
