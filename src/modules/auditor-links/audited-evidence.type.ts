import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';

@ObjectType('AuditedEvidence', {
  description: 'Evidence that an auditor sees: of a control in the period, or named by an answer.',
  simpleResolvers: true,
})
export class AuditedEvidenceType {
  @Field(() => ID, { description: 'Id of the evidence.' })
  id!: string;

  @Field(() => String, { description: '`auto` or `manual`.' })
  type!: string;

  @Field(() => String, { description: 'Title.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'Description.' })
  description!: string | null;

  @Field(() => String, { description: 'Name of the file.' })
  fileName!: string;

  @Field(() => Int, { description: 'Bytes.' })
  size!: number;

  @Field(() => String, { description: 'SHA-256 of the file, hexadecimal.' })
  sha256!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was collected.' })
  collectedAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Until when it is valid; null where it does not expire.',
  })
  expiresAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it was withdrawn, which its file is not served after; null where it was not.',
  })
  withdrawalReason!: string | null;
}
