import { Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';

@ObjectType('FrameworkVersion', {
  description: 'A version of a framework: its controls and mappings since a load.',
  simpleResolvers: true,
})
export class FrameworkVersionType {
  @Field(() => String, { description: 'Version in the words of its publisher.' })
  version!: string;

  @Field(() => GraphQLISODateTime, { description: 'Time of the first load.' })
  loadedAt!: Date;

  @Field(() => Int, { description: 'Number of its controls.' })
  controls!: number;

  @Field(() => Int, { description: 'Controls that the previous version does not have; all for the first.' })
  added!: number;

  @Field(() => Int, { description: 'Controls of the previous version that it does not have.' })
  removed!: number;
}
