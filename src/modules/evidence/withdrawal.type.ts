import { Field, GraphQLISODateTime, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { WITHDRAWAL_REASONS, type WithdrawalReason } from './withdrawal-reasons.js';

const REASON_LENGTH_MAX = 500;

const WithdrawalReasonEnum = Object.fromEntries(WITHDRAWAL_REASONS.map((each) => [each, each])) as {
  [Reason in WithdrawalReason]: Reason;
};
registerEnumType(WithdrawalReasonEnum, {
  name: 'WithdrawalReason',
  description: 'Why evidence was withdrawn, for programs.',
  valuesConfig: {
    personal_data: { description: 'It has personal data that should not be there.' },
    secret: { description: 'It has a password, a key or another secret.' },
    confidential: { description: 'It has what the readers may not see.' },
    wrong_file: { description: 'Another file was meant.' },
    outdated: { description: 'It no longer holds.' },
    other: { description: 'For the reason in words.' },
  },
});

@ObjectType('EvidenceWithdrawal', { description: 'Withdrawal of uploaded evidence.', simpleResolvers: true })
export class EvidenceWithdrawalType {
  @Field(() => WithdrawalReasonEnum, { description: 'Class of the reason.' })
  reasonCode!: WithdrawalReason;

  @Field(() => String, { description: 'Why it was withdrawn, in the words of who did it.' })
  reason!: string;

  @Field(() => ID, { description: 'Id of who withdrew it.' })
  withdrawnBy!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was withdrawn.' })
  withdrawnAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'Until then it can be undone; then the file is deleted.' })
  restorableUntil!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the file was deleted; null while it is stored.',
  })
  purgedAt!: Date | null;
}

@InputType({ description: 'Why evidence is withdrawn.' })
export class WithdrawEvidenceInput {
  static readonly rules = z.object({ reason: z.string().trim().min(1).max(REASON_LENGTH_MAX) });

  @Field(() => WithdrawalReasonEnum, { description: 'Class of the reason.' })
  reasonCode!: WithdrawalReason;

  @Field(() => String, { description: 'In words, 1 to 500 characters. It stays in the audit trail.' })
  reason!: string;
}
