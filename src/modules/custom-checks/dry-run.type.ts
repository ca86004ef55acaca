import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLJSON } from '../../platform/api/json.js';
import type { SampleOutcome } from './dry-run.js';

const SampleOutcomeEnum = { fail: 'fail', error: 'error' } as const;
registerEnumType(SampleOutcomeEnum, {
  name: 'DryRunOutcome',
  description: 'What a custom check says of a sampled resource.',
  valuesConfig: {
    fail: { description: 'The condition does not hold.' },
    error: { description: 'The condition could not be evaluated; `sentence` says why.' },
  },
});

@ObjectType('ResourceType', {
  description: 'A type of resource, with the properties that integrations read and checks evaluate.',
  simpleResolvers: true,
})
export class ResourceTypeType {
  @Field(() => String)
  type!: string;

  @Field(() => String)
  title!: string;

  @Field(() => String)
  description!: string;

  @Field(() => GraphQLJSON, {
    description:
      'By name: `type` (boolean, number, string, list, map, object), `of` or `properties`, `nullable`, `description`.',
  })
  properties!: Record<string, unknown>;

  @Field(() => GraphQLJSON, { description: 'All properties of a resource that passes its checks.' })
  example!: Record<string, unknown>;
}

@InputType({ description: 'The logic of a check, as `CreateCustomCheckInput` has it.' })
export class DryRunCustomCheckInput {
  @Field(() => String)
  resourceType!: string;

  @Field(() => String, { nullable: true })
  applies?: string | null;

  @Field(() => String)
  passes!: string;

  @Field(() => String)
  saysPass!: string;

  @Field(() => String)
  saysFail!: string;
}

@ObjectType('DryRunSample', { simpleResolvers: true })
class DryRunSampleType {
  @Field(() => SampleOutcomeEnum)
  outcome!: SampleOutcome;

  @Field(() => String)
  resourceId!: string;

  @Field(() => String)
  resourceName!: string;

  @Field(() => String, { nullable: true })
  region!: string | null;

  @Field(() => String)
  account!: string;

  @Field(() => String, {
    description: 'The sentence of the result; for an error, why the check could not be evaluated.',
  })
  sentence!: string;
}

@ObjectType('DryRun', {
  description: 'Results that a check would have on the resources of the latest scan. They are not stored.',
  simpleResolvers: true,
})
export class DryRunType {
  @Field(() => ID, { description: 'The scan whose resources were evaluated.' })
  scanId!: string;

  @Field(() => Int, { description: 'Resources of the type of the check.' })
  resources!: number;

  @Field(() => Int)
  passed!: number;

  @Field(() => Int)
  failed!: number;

  @Field(() => Int)
  outOfScope!: number;

  @Field(() => Int, { description: 'Neither passed nor failed: an expression could not be evaluated.' })
  errors!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Why it was stopped before the end: too slow, too large. The counts are then those up to that point.',
  })
  stopped!: string | null;

  @Field(() => [DryRunSampleType], { description: 'The first 20 resources that failed or could not be evaluated.' })
  samples!: DryRunSampleType[];

  @Field(() => Int, { description: 'Milliseconds.' })
  durationMs!: number;
}

@ObjectType({ simpleResolvers: true })
export class DryRunPayload {
  @Field(() => DryRunType)
  dryRun!: DryRunType;
}
