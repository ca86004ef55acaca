import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType('ScoreChange', {
  description: 'A score before and after. Null while nothing decides any of the controls that it counts.',
  simpleResolvers: true,
})
export class ScoreChangeType {
  @Field(() => String, { description: '`overall` or `framework`.' })
  scope!: string;

  @Field(() => String, { nullable: true, description: 'Name of the framework.' })
  framework!: string | null;

  @Field(() => Float, { nullable: true, description: '100 × passed / total before it, one decimal.' })
  previousScore!: number | null;

  @Field(() => Float, { nullable: true, description: '100 × passed / total after it, one decimal.' })
  newScore!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: '100 × passed and shown in full / total before it, one decimal.',
  })
  previousAssuredScore!: number | null;

  @Field(() => Float, { nullable: true, description: '100 × passed and shown in full / total after it, one decimal.' })
  newAssuredScore!: number | null;
}
