import { z } from 'zod';
import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType, RemediationType } from '../catalogue/catalogue.type.js';
import { UniversalControlType } from '../ucf/ucf.type.js';
import type { LeftOut } from './plan.rules.js';

const CONTROLS_MAX = 500;
const STEPS_MAX = 100;
const TEXT_LENGTH_MAX = 100;

@InputType({ description: 'What the plan is for: a score, or that named controls pass; one of the two.' })
export class PlanTargetInput {
  static readonly rules = z.object({
    score: z.number().gt(0).max(100).nullish(),
    controls: z.array(z.string().max(TEXT_LENGTH_MAX)).min(1).max(CONTROLS_MAX).nullish(),
    isInFull: z.boolean().nullish(),
  });

  @Field(() => String, { description: 'Name, slug or id of an active framework.' })
  framework!: string;

  @Field(() => Float, { nullable: true, description: 'Percent, at most 100.' })
  score?: number | null;

  @Field(() => [String], { nullable: true, description: 'Codes or ids of its controls, at most 500.' })
  controls?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether only controls that pass in full count, of which all is shown: `assuredScore` of the plan is then what is to reach the score. Default false: those that pass in part count too.',
  })
  isInFull?: boolean | null;
}

@InputType()
export class PlanInput {
  static readonly rules = z.object({
    target: PlanTargetInput.rules,
    budget: z.number().int().min(1).max(STEPS_MAX).nullish(),
    failingFirst: z.boolean().nullish(),
  });

  @Field(() => PlanTargetInput, { description: 'What is to be reached.' })
  target!: PlanTargetInput;

  @Field(() => Int, { nullable: true, description: 'Steps at most, 1 to 100. Default 50.' })
  budget?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the plan begins with what makes the controls pass that fail now, whatever other steps would bring. Default false.',
  })
  failingFirst?: boolean | null;
}

@ObjectType('PlanGain', {
  description: 'What a step, or all up to it, would make of the active frameworks.',
  simpleResolvers: true,
})
export class PlanGainType {
  @Field(() => Int, { description: 'Controls that would pass and do not now.' })
  passes!: number;

  @Field(() => Int, { description: 'Those of them of which all would be shown.' })
  passesInFull!: number;

  @Field(() => Int, { description: 'Those of them of which a part would be taken on trust.' })
  passesInPart!: number;

  @Field(() => Int, {
    description: 'Controls of the framework of the plan more that pass: what its score gains is made of these.',
  })
  scoreControls!: number;

  @Field(() => Int, { description: 'Controls of that framework more that pass in full.' })
  assuredScoreControls!: number;

  @Field(() => Float, {
    description:
      'Points of the score of the framework of the plan: 100 × `scoreControls` / its controls in scope. Rounded, so that a sum of them may differ from the difference of two scores by a tenth.',
  })
  scorePoints!: number;

  @Field(() => Float, {
    description: 'Points of the assured score of that framework, which counts what passes in full.',
  })
  assuredScorePoints!: number;

  @Field(() => Float, { description: 'Points of the score over all active frameworks.' })
  overallPoints!: number;

  @Field(() => Float, { description: 'Score of the framework of the plan then.' })
  score!: number;

  @Field(() => Float, { description: 'Assured score of that framework then.' })
  assuredScore!: number;
}

const PlanStepKindEnum = { fix: 'fix', assess: 'assess' } as const;
registerEnumType(PlanStepKindEnum, {
  name: 'PlanStepKind',
  description: 'What a step of a plan asks for.',
  valuesConfig: {
    fix: { description: 'Repair every failing resource of a check.' },
    assess: {
      description: 'Somebody judges a universal control, and the judgement is compliant with a note or evidence.',
    },
  },
});

@ObjectType('PlanStep', { description: 'A step of a plan.', simpleResolvers: true })
export class PlanStepType {
  @Field(() => Int, { description: 'From 1.' })
  order!: number;

  @Field(() => PlanStepKindEnum, { description: 'Whether it is a repair or a judgement.' })
  kind!: 'fix' | 'assess';

  @Field(() => String, { nullable: true, description: 'Of the check; null of an assessment.' })
  checkId!: string | null;

  @Field(() => UniversalControlType, { nullable: true, description: 'Null of a repair.' })
  universalControl!: UniversalControlType | null;

  @Translated()
  @Field(() => String, { description: 'What is to be done, as a short statement.' })
  title!: string;

  @Translated()
  @Field(() => String, {
    description: 'What is wrong where its check fails; the title where nobody stated it, and of an assessment.',
  })
  fault!: string;

  @Field(() => Int, { nullable: true, description: 'To repair, over all integrations; null of an assessment.' })
  failingResources!: number | null;

  @Field(() => RemediationType, { description: 'How to repair it.' })
  remediation!: RemediationType;

  @Field(() => [ControlType], { description: 'Controls of the framework of the plan that it can change.' })
  controls!: Control[];

  /** Numbers of the controls that it moves. */
  controlNos!: readonly number[];

  @Field(() => PlanGainType, { description: 'Of this step alone: none where others have to come with it.' })
  alone!: PlanGainType;

  @Field(() => PlanGainType, { description: 'Of all steps up to this one.' })
  cumulative!: PlanGainType;
}

const LeftOutReasonEnum = {
  out_of_scope: 'out_of_scope',
  held: 'held',
  unreachable: 'unreachable',
  budget: 'budget',
} as const satisfies { [Each in LeftOut['reason']]: Each };
registerEnumType(LeftOutReasonEnum, {
  name: 'PlanLeftOutReason',
  description: 'Why a plan leaves a control out.',
  valuesConfig: {
    out_of_scope: { description: 'A decision on the scope leaves it out.' },
    held: {
      description:
        'What a check last saw fails it, and the check is on hold: `holds` says why. Let it look, then scan.',
    },
    unreachable: { description: 'No repair and no assessment passes it.' },
    budget: { description: 'More steps than the budget has would pass it.' },
  },
});

@ObjectType('PlanHold', {
  description: 'An integration whose checks fail a control by what they last saw, and cannot look any more.',
  simpleResolvers: true,
})
export class PlanHoldType {
  @Field(() => ID, { description: 'Id of the integration.' })
  integrationId!: string;

  @Field(() => String, { description: 'Name of the integration.' })
  integrationName!: string;

  @Field(() => [String], {
    description:
      'Why, as `WithheldChecks.reason` of the integration; empty where its last scan or report names no reason.',
  })
  reasons!: string[];
}

@ObjectType('PlanLeftOut', { description: 'A control that the plan leaves as it is.', simpleResolvers: true })
export class PlanLeftOutType {
  @Field(() => ControlType, { description: 'The control.' })
  control!: ControlType;

  @Field(() => LeftOutReasonEnum, { description: 'Why no step reaches it.' })
  reason!: LeftOut['reason'];

  @Field(() => [PlanHoldType], { description: 'What holds it, by integration; empty for any other reason.' })
  holds!: PlanHoldType[];
}

@ObjectType('Plan', {
  description: 'Steps to a score or to controls that pass. Nothing of it is written.',
  simpleResolvers: true,
})
export class PlanType {
  @Field(() => [PlanStepType], { description: 'What to do, in this order.' })
  steps!: PlanStepType[];

  @Field(() => Int, {
    description:
      'Number of the first steps, which make controls pass that fail now; 0 where the plan does not begin with these.',
  })
  failingFirst!: number;

  @Field(() => Boolean, { description: 'Whether these steps reach the target.' })
  isReached!: boolean;

  @Field(() => Int, { description: 'Controls of the framework in scope, of which its scores are.' })
  totalControls!: number;

  @Field(() => Float, { description: 'Score of the framework now.' })
  score!: number;

  @Field(() => Float, { description: 'Score of the framework after all steps.' })
  scoreAfter!: number;

  @Field(() => Float, { description: 'Counts only passed controls of which all is shown.' })
  assuredScore!: number;

  @Field(() => Float, { description: 'The assured score after all steps.' })
  assuredScoreAfter!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'How many times as many steps as the fewest possible there are at most: ln n + 1 for n controls that have to pass. It counts steps, not effort, and holds where every control of the target passes by one step, before steps that became needless are dropped. Null where a control needs several steps together: then steps gain by others, and no bound is known; and where the target is not reached.',
  })
  bound!: number | null;

  @Field(() => [PlanLeftOutType], {
    description:
      'Of named controls those that do not pass after all steps; of a score those that no step passes. At most 500, of the number beside it.',
  })
  leftOut!: PlanLeftOutType[];

  @Field(() => Int, { description: 'Number of all controls that are left out.' })
  leftOutCount!: number;
}
