import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType('LiveScore', { simpleResolvers: true, description: 'A score as it changes.' })
export class LiveScoreType {
  @Field(() => String, { description: '`overall` or `framework`.' })
  scope!: string;

  @Field(() => String, { nullable: true, description: 'Name of the framework.' })
  framework!: string | null;

  @Field(() => Float, { nullable: true, description: 'Null in a snapshot, and where there was none.' })
  previousScore!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: '100 × passed / total, one decimal; null while nothing decides any of the controls.',
  })
  score!: number | null;

  @Field(() => Float, { nullable: true, description: 'Null in a snapshot, and where there was none.' })
  previousAssuredScore!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Counts only passed controls of which all is shown; null where the score is.',
  })
  assuredScore!: number | null;
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
