import { Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';

@ObjectType('FrameworkVersion', {
  description: 'What a framework held from one load on: its controls and their mappings.',
  simpleResolvers: true,
})
export class FrameworkVersionType {
  @Field(() => String)
  version!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was loaded first.' })
  loadedAt!: Date;

  @Field(() => Int, { description: 'How many it has.' })
  controls!: number;

  @Field(() => Int, { description: 'Controls that the one before does not have; of the first, all.' })
  added!: number;

  @Field(() => Int, { description: 'Controls of the one before that it does not have.' })
  removed!: number;
}
