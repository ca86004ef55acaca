import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType('LiveScore', { simpleResolvers: true, description: 'A score as it changes.' })
export class LiveScoreType {
  @Field(() => String, { description: '`overall` or `framework`.' })
  scope!: string;

  @Field(() => String, { nullable: true, description: 'Name of the framework.' })
  framework!: string | null;

  @Field(() => Float, { nullable: true, description: 'Null in a snapshot.' })
  previousScore!: number | null;

  @Field(() => Float, { description: '100 × passed / total, one decimal.' })
  score!: number;

  @Field(() => Float, { nullable: true, description: 'Null in a snapshot.' })
  previousAssuredScore!: number | null;

  @Field(() => Float, { description: 'Counts only passed controls of which all is shown.' })
  assuredScore!: number;
}

@ObjectType('ScoreEvent', { description: 'Scores as of one moment.', simpleResolvers: true })
export class ScoreEventType {
  @Field(() => Float, { description: 'Only grows.' })
  sequence!: number;

  @Field(() => Boolean, { description: 'True of the first event, which has every score.' })
  isSnapshot!: boolean;

  @Field(() => [LiveScoreType], { description: 'Overall first, then by framework.' })
  scores!: LiveScoreType[];
}
