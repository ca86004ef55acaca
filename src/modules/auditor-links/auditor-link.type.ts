import { Field, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { UserSummaryType } from '../auth/user-summary.type.js';
import { AuditedEvidenceType } from './audited-evidence.type.js';
import { EVIDENCE_OF_ANSWER_MAX, type AuditorCommentKind } from './auditor-comment.service.js';

const AuditorCommentKindEnum = { comment: 'comment', request: 'request' } as const;
registerEnumType(AuditorCommentKindEnum, {
  name: 'AuditorCommentKind',
  description: 'What an auditor wrote.',
  valuesConfig: {
    comment: { description: 'A remark.' },
    request: { description: 'A request for evidence.' },
  },
});

@ObjectType('AuditorLink', {
  description: 'A link that shows one framework and one period to an external auditor, read only, without a seat.',
  simpleResolvers: true,
})
export class AuditorLinkType {
  @Field(() => ID, { description: 'Id of the link.' })
  id!: string;

  @Field(() => String, { description: 'For whom it is. The audit trail names the auditor by it.' })
  label!: string;

  @Field(() => String, { description: 'Name of its framework.' })
  framework!: string;

  @Field(() => GraphQLISODateTime, { description: 'Begin of its period.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, {
    description: 'End of its period: statuses are those of then, or of now before it.',
  })
  to!: Date;

  @Field(() => UserSummaryType, { nullable: true, description: 'Who made it; null where the account is gone.' })
  createdBy!: UserSummaryType | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When it ends by itself.' })
  expiresAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was revoked; null where it was not.' })
  revokedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When somebody last looked; null where nobody did.' })
  lastUsedAt!: Date | null;

  @Field(() => Int, { description: 'Comments and requests by it that wait for an answer.' })
  waitingComments!: number;
}

@InputType()
export class CreateAuditorLinkInput {
  static readonly rules = z.object({
    label: z.string().trim().min(1).max(100),
    expiresInDays: z.number().int().min(1).max(90).nullish(),
  });

  @Field(() => String, { description: 'For whom it is, 1 to 100 characters.' })
  label!: string;

  @Field(() => String, { description: 'Name or slug of an active framework.' })
  framework!: string;

  @Field(() => GraphQLISODateTime, { description: 'Begin of the period, in the past.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, { description: 'End of the period, after its begin; may be in the future.' })
  to!: Date;

  @Field(() => Int, { nullable: true, description: 'Days until it ends by itself, 1 to 90. Default 30.' })
  expiresInDays?: number | null;
}

@InputType()
export class ExtendAuditorLinkInput {
  static readonly rules = z.object({ expiresInDays: z.number().int().min(1).max(90) });

  @Field(() => ID, { description: 'Id of the link.' })
  auditorLinkId!: string;

  @Field(() => Int, { description: 'Days from now until it ends by itself, 1 to 90: later than it would else.' })
  expiresInDays!: number;
}

@InputType()
export class RevokeAuditorLinkInput {
  @Field(() => ID, { description: 'Id of the link.' })
  auditorLinkId!: string;
}

@ObjectType({ simpleResolvers: true })
export class AuditorLinkPayload {
  @Field(() => AuditorLinkType, { description: 'The link as it is now.' })
  auditorLink!: object;
}

@ObjectType({ simpleResolvers: true })
export class CreateAuditorLinkPayload extends AuditorLinkPayload {
  @Field(() => String, {
    description: 'Its address with the secret, shown this once. Who has it sees what the link shows.',
  })
  url!: string;
}

@ObjectType('AuditorComment', { description: 'What an auditor said or asked, with the answer.', simpleResolvers: true })
export class AuditorCommentType {
  @Field(() => ID, { description: 'Id of the comment or request.' })
  id!: string;

  @Field(() => AuditorCommentKindEnum, { description: 'Whether it asks for evidence.' })
  kind!: AuditorCommentKind;

  @Field(() => ID, { description: 'Id of the link by which it was written.' })
  auditorLinkId!: string;

  @Field(() => String, { description: 'Label of that link.' })
  author!: string;

  @Field(() => String, { description: 'Name of the framework.' })
  framework!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the control; null for the framework as a whole.' })
  controlId!: string | null;

  @Field(() => String, { nullable: true, description: 'Code of the control in its framework.' })
  controlCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Title of the control.' })
  controlTitle!: string | null;

  @Field(() => String, { description: 'Plain text.' })
  text!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was written.' })
  createdAt!: Date;

  @Field(() => String, { nullable: true, description: 'The answer of a member, plain text; null where there is none.' })
  answer!: string | null;

  @Field(() => [AuditedEvidenceType], {
    description:
      'Evidence that the answer names, in its order: the auditor sees and downloads exactly these files, whatever the period of the link. At most 20.',
  })
  evidence!: AuditedEvidenceType[];

  @Field(() => String, { nullable: true, description: 'Name of who answered.' })
  answeredBy!: string | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was answered.' })
  answeredAt!: Date | null;
}

const text = z.string().trim().min(1).max(5_000);

@InputType()
export class AddAuditorCommentInput {
  static readonly rules = z.object({ text });

  @Field(() => AuditorCommentKindEnum, { description: 'Whether it asks for evidence.' })
  kind!: AuditorCommentKind;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of a control of the framework. Default the framework as a whole.',
  })
  controlId?: string | null;

  @Field(() => String, { description: 'Plain text, up to 5,000 characters.' })
  text!: string;
}

@InputType()
export class AnswerAuditorCommentInput {
  static readonly rules = z.object({
    answer: text,
    evidenceIds: z.array(z.string()).max(EVIDENCE_OF_ANSWER_MAX).nullish(),
  });

  @Field(() => ID, { description: 'Id of a comment or request without an answer.' })
  auditorCommentId!: string;

  @Field(() => String, {
    description: 'Plain text, up to 5,000 characters. The auditor sees it with the name of who answers.',
  })
  answer!: string;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Ids of stored evidence, or of parts of it, at most 20: the auditor may see and download these files while the link is in force. Default none.',
  })
  evidenceIds?: string[] | null;
}

@ObjectType({ simpleResolvers: true })
export class AuditorCommentPayload {
  @Field(() => AuditorCommentType, { description: 'The comment or request as it is now.' })
  auditorComment!: object;
}

@InputType()
export class OpenAuditorLinkInput {
  static readonly rules = z.object({ secret: z.string().min(1).max(200) });

  @Field(() => String, { description: 'What follows the # in the address of the link.' })
  secret!: string;
}

@ObjectType({ simpleResolvers: true })
export class OpenAuditorLinkPayload {
  @Field(() => String, { description: 'Bearer token for what auditors see. Keep it in memory.' })
  token!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the token ends: in 15 minutes, or with the link.' })
  expiresAt!: Date;
}
