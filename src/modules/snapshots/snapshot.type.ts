import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLJSONValue } from '../../platform/api/json.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import type { ResultStatus } from '../scans/scan-states.js';
import { ResultStatusEnum } from '../scans/scan-states.type.js';
import { ScanType } from '../scans/scan.type.js';
import type { ResourceChangeKind } from './snapshot-comparison.js';

const ResourceChangeKindEnum = { added: 'added', removed: 'removed', changed: 'changed' } as const;
registerEnumType(ResourceChangeKindEnum, {
  name: 'ResourceChangeKind',
  description: 'How a resource differs between two scans.',
  valuesConfig: {
    added: { description: 'Only the later scan read it.' },
    removed: { description: 'Only the earlier scan read it.' },
    changed: { description: 'Both read it, with other properties.' },
  },
});

@ObjectType('PropertyChange', { description: 'A property that differs between two scans.', simpleResolvers: true })
class PropertyChangeType {
  @Field(() => String, { description: 'JSON pointer: `/properties/versioning`.' })
  path!: string;

  @Field(() => GraphQLJSONValue, { nullable: true })
  before!: unknown;

  @Field(() => GraphQLJSONValue, { nullable: true })
  after!: unknown;
}

@ObjectType('ResourceChange', { description: 'A resource that differs between two scans.', simpleResolvers: true })
export class ResourceChangeType {
  @Field(() => ResourceChangeKindEnum)
  kind!: ResourceChangeKind;

  @Field(() => ID)
  integrationId!: string;

  @Field(() => String)
  resourceType!: string;

  @Field(() => String)
  resourceId!: string;

  @Field(() => String)
  resourceName!: string;

  @Field(() => String, { nullable: true })
  region!: string | null;

  @Field(() => String, { nullable: true })
  account!: string | null;

  @Field(() => [PropertyChangeType], { description: 'Empty where the resource was added or removed.' })
  properties!: PropertyChangeType[];
}

@ObjectType('SnapshotComparison', {
  description: 'Differences between the resources of two scans. Age alone is no difference.',
  simpleResolvers: true,
})
export class SnapshotComparisonType {
  @Field(() => ScanType)
  from!: ScanType;

  @Field(() => ScanType)
  to!: ScanType;

  @Field(() => Int)
  added!: number;

  @Field(() => Int)
  removed!: number;

  @Field(() => Int)
  changed!: number;

  @Field(() => [ResourceChangeType], { description: 'The first of the differences.' })
  changes!: ResourceChangeType[];
}

@ObjectType('ReevaluatedControl', {
  description: 'A control whose result under the current checks differs from that of the scan.',
  simpleResolvers: true,
})
class ReevaluatedControlType {
  @Field(() => ControlType)
  control!: ControlType;

  @Field(() => ResultStatusEnum)
  previousStatus!: ResultStatus;

  @Field(() => Boolean)
  previouslyEvaluated!: boolean;

  @Field(() => ResultStatusEnum)
  status!: ResultStatus;

  @Field(() => Boolean)
  evaluated!: boolean;
}

@ObjectType('Reevaluation', {
  description: 'Results of the current checks and mappings for the resources of a scan. Nothing is stored.',
  simpleResolvers: true,
})
export class ReevaluationType {
  @Field(() => ScanType)
  scan!: ScanType;

  @Field(() => Int)
  resources!: number;

  @Field(() => Int)
  totalControls!: number;

  @Field(() => Int)
  passedControls!: number;

  @Field(() => Int)
  failedControls!: number;

  @Field(() => [ReevaluatedControlType], { description: 'By framework and natural control id.' })
  changes!: ReevaluatedControlType[];
}
