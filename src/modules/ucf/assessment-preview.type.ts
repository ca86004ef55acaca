import { Field, ObjectType } from 'type-graphql';
import { ScoreChangeType } from '../posture/score-change.type.js';
import { PropagatedControlType } from './assessment.type.js';

@ObjectType('AssessmentPreview', { description: 'Changes that an assessment would make.', simpleResolvers: true })
export class AssessmentPreviewType {
  @Field(() => [PropagatedControlType], { description: 'Every mapped control, changed or not.' })
  propagatedControls!: PropagatedControlType[];

  @Field(() => [ScoreChangeType], { description: 'Overall, then each active framework.' })
  scores!: ScoreChangeType[];
}
