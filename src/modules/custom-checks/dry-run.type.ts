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
  @Field(() => String, { description: 'Name of the type, for custom checks: `AwsS3Bucket`.' })
  type!: string;

  @Field(() => String, { description: 'Name of the type, for people.' })
  title!: string;

  @Field(() => String, { description: 'What it is.' })
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
  @Field(() => String, { description: 'One of `resourceTypes`.' })
  resourceType!: string;

  @Field(() => String, {
    nullable: true,
    description: 'CEL expression: the resources that the check is about. Default all of the type.',
  })
  applies?: string | null;

  @Field(() => String, { description: 'CEL expression: true of a resource that meets the check.' })
  passes!: string;

  @Field(() => String, { description: 'Sentence of a finding that passes.' })
  saysPass!: string;

  @Field(() => String, { description: 'Sentence of a finding that fails.' })
  saysFail!: string;
}

@ObjectType('DryRunSample', {
  simpleResolvers: true,
  description: 'What a check would say of one resource of the latest scan.',
})
class DryRunSampleType {
  @Field(() => SampleOutcomeEnum, { description: 'What the check would say.' })
  outcome!: SampleOutcome;

  @Field(() => String, { description: 'Id in the terms of the provider: an ARN, a name.' })
  resourceId!: string;

  @Field(() => String, { description: 'Name of the resource.' })
  resourceName!: string;

  @Field(() => String, { nullable: true, description: 'Region; null where there is none.' })
  region!: string | null;

  @Field(() => String, { description: 'Account, project, subscription or cluster.' })
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

  @Field(() => Int, { description: 'Number of resources on which it would pass.' })
  passed!: number;

  @Field(() => Int, { description: 'Number of resources on which the check would fail.' })
  failed!: number;

  @Field(() => Int, { description: 'Number of resources that it does not apply to.' })
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
  @Field(() => DryRunType, { description: 'What the check would say of the resources of the latest scan.' })
  dryRun!: DryRunType;
}
