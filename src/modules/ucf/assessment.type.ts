import { ArgsType, Field, GraphQLISODateTime, ID, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { ItemResultType } from '../../feature/item-result.type.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import type { ControlStatus } from '../posture/posture.js';
import { AssuranceType, ControlStatusEnum } from '../posture/posture.type.js';
import { AssessmentStatusEnum } from './ucf.type.js';

@ObjectType('PropagatedControl', {
  description: 'A control that an assessment reached, changed or not.',
  simpleResolvers: true,
})
export class PropagatedControlType {
  @Field(() => ControlType, { description: 'The control that the assessment reached.' })
  control!: Control;

  @Field(() => ControlStatusEnum, { description: 'Its status before it.' })
  previousStatus!: ControlStatus;

  @Field(() => ControlStatusEnum, { description: 'Its status after it.' })
  newStatus!: ControlStatus;

  @Field(() => AssuranceType, {
    nullable: true,
    description: 'How much of it is shown after it; null where it is not passed.',
  })
  newAssurance!: AssuranceType | null;

  @Field(() => Boolean, {
    description:
      'Whether failing tests hold it failed although it is assessed as compliant: those of this universal control, or of another one that it is mapped to.',
  })
  isHeldByFindings!: boolean;
}

@ObjectType('Assessment', {
  description: 'A person’s judgement of a universal control. The newest of each is in force.',
  simpleResolvers: true,
})
export class AssessmentType {
  @Field(() => ID, { description: 'Id, as `assessment(id)` takes it.' })
  id!: string;

  @Field(() => AssessmentStatusEnum, { description: 'The judgement.' })
  status!: AssessmentStatus;

  @Field(() => String, { nullable: true, description: 'Note of who judged; null where none was given.' })
  details!: string | null;

  @Field(() => [ID], { description: 'Ids of the artifacts that it cites.' })
  evidenceIds!: string[];

  @Field(() => UserSummaryType, { description: 'Who judged.' })
  assessedBy!: UserSummaryType;

  @Field(() => GraphQLISODateTime, { description: 'When the judgement was recorded.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it no longer counts; null for never.' })
  expiresAt!: Date | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The assessment whose expiry this records: nobody judged, and `assessedBy` is the author of what expired. Null otherwise.',
  })
  expiredAssessmentId!: string | null;
}

const DETAILS_LENGTH_MAX = 10_000;
const EVIDENCE_MAX = 50;

@InputType()
export class CreateAssessmentInput {
  static readonly rules = z.object({
    details: z.string().max(DETAILS_LENGTH_MAX).nullish(),
    evidenceIds: z.array(z.string()).max(EVIDENCE_MAX).nullish(),
  });

  @Field(() => ID, { description: 'UUID of the universal control that is judged.' })
  universalControlId!: string;

  @Field(() => AssessmentStatusEnum, { description: 'The judgement.' })
  status!: AssessmentStatus;

  @Field(() => String, {
    nullable: true,
    description:
      'Note: what was looked at, and what it showed. Without a note or evidence the assessment counts in part only.',
  })
  details?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Artifacts that the judgement rests on, at most 50.' })
  evidenceIds?: string[] | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it no longer counts, in the future: what it decides is then decided again. Default never.',
  })
  expiresAt?: Date | null;
}

/**
 * Items of `createAssessments`. Each decides statuses under the lock of the posture, for which other requests of the organization
 * wait 5 seconds at most: so many are done in a part of that.
 */
export const ASSESSMENTS_MAX = 50;

@InputType()
export class CreateAssessmentsInput {
  static readonly rules = z.object({ assessments: z.array(z.unknown()).min(1).max(ASSESSMENTS_MAX) });

  @Field(() => [CreateAssessmentInput], { description: `1 to ${ASSESSMENTS_MAX}, each of another universal control.` })
  assessments!: CreateAssessmentInput[];
}

@InputType()
export class PreviewAssessmentInput {
  @Field(() => ID, { description: 'UUID of the universal control.' })
  universalControlId!: string;

  @Field(() => AssessmentStatusEnum, { description: 'The judgement to try.' })
  status!: AssessmentStatus;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it will have a note or evidence; without, it shows nothing. Default false.',
  })
  isSupported?: boolean | null;
}

@ObjectType({ simpleResolvers: true })
export class AssessmentPayload {
  @Field(() => AssessmentType)
  assessment!: object;
}

@ObjectType('CreateAssessmentsResult', { description: 'What became of one item.', simpleResolvers: true })
export class CreateAssessmentsResultType extends ItemResultType {
  @Field(() => AssessmentType, {
    nullable: true,
    description: 'The assessment that was made; null where the item was refused.',
  })
  assessment!: object | null;
}

@ObjectType({ simpleResolvers: true })
export class CreateAssessmentsPayload {
  @Field(() => [CreateAssessmentsResultType], { description: 'In the order of the items.' })
  results!: CreateAssessmentsResultType[];
}

@ArgsType()
export class AssessmentsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Assessments of this universal control, by its UUID.' })
  universalControlId?: string;

  @Field(() => AssessmentStatusEnum, { nullable: true, description: 'Assessments with this judgement.' })
  status?: AssessmentStatus;
}

export const AssessmentConnection = connectionOf('Assessment', AssessmentType);
