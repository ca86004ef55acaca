import { z } from 'zod';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ControlType } from '../catalogue/catalogue.type.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import type { ControlStatus } from '../posture/posture.js';
import { AssuranceType, ControlStatusEnum } from '../posture/posture.type.js';
import { ScoreChangeType } from '../posture/score-change.type.js';
import { AssessmentStatusEnum } from '../ucf/ucf.type.js';

const FIXES_MAX = 100;
const RESOURCES_MAX = 1_000;
const ASSESSMENTS_MAX = 250;
const FRAMEWORKS_MAX = 20;
const TEXT_LENGTH_MAX = 2_000;

@InputType({ description: 'Failing resources of a check, taken as repaired: they pass it in the next scan.' })
export class WhatIfFixInput {
  static readonly rules = z.object({
    checkId: z.string().max(TEXT_LENGTH_MAX),
    resourceIds: z.array(z.string().max(TEXT_LENGTH_MAX)).min(1).max(RESOURCES_MAX).nullish(),
  });

  @Field(() => String, {
    description:
      'Of a failing check, as in the remediation queue; of a rule that only an imported report knows, its id.',
  })
  checkId!: string;

  @Field(() => [String], { nullable: true, description: 'All of its failing resources without it; at most 1,000.' })
  resourceIds?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'Every connected integration without it.' })
  integrationId?: string | null;
}

@InputType({ description: 'An assessment, taken as recorded after the scan.' })
export class WhatIfAssessmentInput {
  static readonly rules = z.object({ universalControl: z.string().max(TEXT_LENGTH_MAX) });

  @Field(() => String, { description: 'Its code or id.' })
  universalControl!: string;

  @Field(() => AssessmentStatusEnum, { description: 'The judgement to suppose.' })
  status!: AssessmentStatus;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it will have a note or evidence; without, it shows nothing. Default true.',
  })
  isSupported?: boolean | null;
}

@InputType({
  description:
    'What is taken as done, in this order: frameworks activated, resources repaired and scanned, then assessments.',
})
export class WhatIfInput {
  static readonly rules = z.object({
    fix: z.array(WhatIfFixInput.rules).max(FIXES_MAX).nullish(),
    assess: z.array(WhatIfAssessmentInput.rules).max(ASSESSMENTS_MAX).nullish(),
    activate: z.array(z.string()).max(FRAMEWORKS_MAX).nullish(),
  });

  @Field(() => [WhatIfFixInput], { nullable: true, description: 'At most 100.' })
  fix?: WhatIfFixInput[] | null;

  @Field(() => [WhatIfAssessmentInput], {
    nullable: true,
    description: 'At most 250, each of another universal control.',
  })
  assess?: WhatIfAssessmentInput[] | null;

  @Field(() => [String], { nullable: true, description: 'Names or slugs of frameworks, beside the active ones.' })
  activate?: string[] | null;
}

@ObjectType('HypotheticalChange', {
  description: 'A change of a control’s status, or of how much of it is shown, that would follow.',
  simpleResolvers: true,
})
export class HypotheticalChangeType {
  @Field(() => ControlType, { description: 'Its own fields are of today.' })
  control!: ControlType;

  @Field(() => ControlStatusEnum, { description: 'The status now.' })
  previousStatus!: ControlStatus;

  @Field(() => ControlStatusEnum, { description: 'The status that would follow.' })
  newStatus!: ControlStatus;

  @Field(() => AssuranceType, {
    nullable: true,
    description: 'How much of it is shown now; null where it does not pass.',
  })
  previousAssurance!: AssuranceType | null;

  @Field(() => AssuranceType, {
    nullable: true,
    description: 'How much of it would be shown; null where it would not pass.',
  })
  newAssurance!: AssuranceType | null;
}

@ObjectType('HypotheticalEvent', { description: 'Events of one type that would follow.', simpleResolvers: true })
export class HypotheticalEventType {
  @Field(() => String, { description: 'Type of the event.' })
  event!: string;

  @Field(() => Int, { description: 'Number of events of this type that would follow.' })
  count!: number;

  @Field(() => Int, { description: 'Active webhooks that subscribe to it.' })
  subscriptions!: number;

  @Field(() => [ID], { nullable: true, description: 'Of these webhooks, for admins; null for others.' })
  webhookIds!: string[] | null;
}

@ObjectType('WhatIf', { description: 'What would follow; nothing of it is written.', simpleResolvers: true })
export class WhatIfType {
  @Field(() => [HypotheticalChangeType], {
    description: 'Every row that the ledger would get, by framework and control.',
  })
  changes!: HypotheticalChangeType[];

  @Field(() => [ScoreChangeType], {
    description:
      'Overall, before over the frameworks that are active now, then each that would be active: of one that is not active now, `previousScore` is of the statuses that are stored of it.',
  })
  scores!: ScoreChangeType[];

  @Field(() => [HypotheticalEventType], {
    description:
      'Events of changed statuses and scores, as of one change: several steps taken one by one send `compliance.score_changed` each. Scans and activations send their own beside them.',
  })
  events!: HypotheticalEventType[];
}
