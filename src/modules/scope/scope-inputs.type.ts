import { Field, GraphQLISODateTime, ID, InputType } from 'type-graphql';
import { z } from 'zod';
import type { AddressableOutcome } from './scope.rules.js';
import { AddressableOutcomeEnum } from './scope.type.js';

const REASON_LENGTH_MAX = 2_000;
const ITEMS_MAX = 300;
const SELECTED_MAX = 20;
const reason = z.string().max(REASON_LENGTH_MAX);

@InputType()
export class ProposeScopeSelectionInput {
  static readonly rules = z.object({ reason, values: z.array(z.string()).max(SELECTED_MAX) });

  @Field(() => String, { description: 'Name or slug of an active framework.' })
  framework!: string;

  @Field(() => [String], {
    description: 'Values that are in scope. Those that are in every scope, and levels below a chosen one, are added.',
  })
  values!: string[];

  @Field(() => String, { description: 'Why; it stands in the Statement of Applicability.' })
  reason!: string;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Within three years. Default: in a year.' })
  reviewAt?: Date | null;
}

@InputType()
export class ProposeExclusionsInput {
  static readonly rules = z.object({ reason, controlIds: z.array(z.string()).min(1).max(ITEMS_MAX) });

  @Field(() => [ID], { description: 'Controls of active frameworks, at most 300.' })
  controlIds!: string[];

  @Field(() => AddressableOutcomeEnum, {
    nullable: true,
    description: 'Of addressable specifications of HIPAA, for which it is required; for no others.',
  })
  outcome?: AddressableOutcome | null;

  @Field(() => String, { description: 'Why the controls do not apply; it stands in the Statement of Applicability.' })
  reason!: string;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Within three years. Default: in a year.' })
  reviewAt?: Date | null;
}

@InputType()
export class ProposeInclusionsInput {
  static readonly rules = z.object({ reason, controlIds: z.array(z.string()).min(1).max(ITEMS_MAX) });

  @Field(() => [ID], { description: 'Controls of active frameworks, at most 300.' })
  controlIds!: string[];

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the requirements are implemented in part: CMMC IA.L2-3.5.3 for remote and privileged users alone, SC.L2-3.13.11 with modules that are not validated. Default: false.',
  })
  isPartlyImplemented?: boolean | null;

  @Field(() => String, {
    description: 'Why the controls apply, or what of them is implemented; it stands in the Statement of Applicability.',
  })
  reason!: string;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Within three years. Default: in a year.' })
  reviewAt?: Date | null;
}

@InputType()
export class SettleScopeDecisionsInput {
  static readonly rules = z.object({ note: reason.nullish(), ids: z.array(z.string()).min(1).max(ITEMS_MAX) });

  @Field(() => [ID], { description: 'At most 300.' })
  ids!: string[];

  @Field(() => String, { nullable: true, description: 'Stored with an approval or a rejection.' })
  note?: string | null;
}
