import { Field, Float, ObjectType } from 'type-graphql';
import { PropagatedControlType } from './assessment.type.js';

@ObjectType('ScoreChange', { description: 'A score before and after.', simpleResolvers: true })
export class ScoreChangeType {
  @Field(() => String, { description: '`overall` or `framework`.' })
  scope!: string;

  @Field(() => String, { nullable: true, description: 'Name of the framework.' })
  framework!: string | null;

  @Field(() => Float, { description: '100 × passed / total before it, one decimal.' })
  previousScore!: number;

  @Field(() => Float, { description: '100 × passed / total after it, one decimal.' })
  newScore!: number;

  @Field(() => Float, { description: '100 × passed and shown in full / total before it, one decimal.' })
  previousAssuredScore!: number;

  @Field(() => Float, { description: '100 × passed and shown in full / total after it, one decimal.' })
  newAssuredScore!: number;
}

@ObjectType('AssessmentPreview', { description: 'Changes that an assessment would make.', simpleResolvers: true })
export class AssessmentPreviewType {
  @Field(() => [PropagatedControlType], { description: 'Every mapped control, changed or not.' })
  propagatedControls!: PropagatedControlType[];

  @Field(() => [ScoreChangeType], { description: 'Overall, then each active framework.' })
  scores!: ScoreChangeType[];
}
