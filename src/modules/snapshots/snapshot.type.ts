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

  @Field(() => GraphQLJSONValue, {
    nullable: true,
    description: 'Value in the earlier scan; null where the property is new.',
  })
  before!: unknown;

  @Field(() => GraphQLJSONValue, {
    nullable: true,
    description: 'Value in the later scan; null where the property is gone.',
  })
  after!: unknown;
}

@ObjectType('ResourceChange', { description: 'A resource that differs between two scans.', simpleResolvers: true })
export class ResourceChangeType {
  @Field(() => ResourceChangeKindEnum, { description: 'Whether it was added, removed or changed.' })
  kind!: ResourceChangeKind;

  @Field(() => ID, { description: 'The integration that has the resource.' })
  integrationId!: string;

  @Field(() => String, { description: 'Type of the resource: one of `resourceTypes`.' })
  resourceType!: string;

  @Field(() => String, { description: 'Id of the resource in the terms of the provider.' })
  resourceId!: string;

  @Field(() => String, { description: 'Name of the resource.' })
  resourceName!: string;

  @Field(() => String, { nullable: true, description: 'Region; null where there is none.' })
  region!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Account, project, subscription or cluster; null where there is none.',
  })
  account!: string | null;

  @Field(() => [PropertyChangeType], { description: 'Empty where the resource was added or removed.' })
  properties!: PropertyChangeType[];
}

@ObjectType('SnapshotComparison', {
  description: 'Differences between the resources of two scans. Age alone is no difference.',
  simpleResolvers: true,
})
export class SnapshotComparisonType {
  @Field(() => ScanType, { description: 'The earlier scan.' })
  from!: ScanType;

  @Field(() => ScanType, { description: 'The later scan.' })
  to!: ScanType;

  @Field(() => Int, { description: 'Number of resources that are new.' })
  added!: number;

  @Field(() => Int, { description: 'Number of resources that are gone.' })
  removed!: number;

  @Field(() => Int, { description: 'Number of resources with another property.' })
  changed!: number;

  @Field(() => [ResourceChangeType], { description: 'The first of the differences.' })
  changes!: ResourceChangeType[];
}

@ObjectType('ReevaluatedControl', {
  description: 'A control whose result under the current checks differs from that of the scan.',
  simpleResolvers: true,
})
class ReevaluatedControlType {
  @Field(() => ControlType, { description: 'The control.' })
  control!: ControlType;

  @Field(() => ResultStatusEnum, { description: 'What the scan said.' })
  previousStatus!: ResultStatus;

  @Field(() => Boolean, { description: 'Whether tests decided the control in the scan.' })
  previouslyEvaluated!: boolean;

  @Field(() => ResultStatusEnum, { description: 'What the checks of today would say.' })
  status!: ResultStatus;

  @Field(() => Boolean, { description: 'Whether tests would decide the control.' })
  evaluated!: boolean;
}

@ObjectType('Reevaluation', {
  description: 'Results of the current checks and mappings for the resources of a scan. Nothing is stored.',
  simpleResolvers: true,
})
export class ReevaluationType {
  @Field(() => ScanType, { description: 'The scan whose snapshot was read.' })
  scan!: ScanType;

  @Field(() => Int, { description: 'Number of resources in the snapshot.' })
  resources!: number;

  @Field(() => Int, { description: 'Controls of the scan that the caller still sees.' })
  totalControls!: number;

  @Field(() => Int, { description: 'Controls that would pass.' })
  passedControls!: number;

  @Field(() => Int, { description: 'Controls that would fail.' })
  failedControls!: number;

  @Field(() => [ReevaluatedControlType], { description: 'By framework and natural control id.' })
  changes!: ReevaluatedControlType[];
}
