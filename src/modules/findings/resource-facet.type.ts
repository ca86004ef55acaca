import { Field, Int, ObjectType } from 'type-graphql';
import type { Severity } from '../../connectors/finding.js';
import { SeverityEnum } from '../checks/severity.type.js';
import { FindingIntegrationType } from './finding.type.js';
import { ResourceStatusEnum, type ResourceStatus } from './resource.type.js';

const COUNT = { description: 'Number of resources.' };

@ObjectType('ResourceStatusFacet', {
  description: 'Number of resources of which the checks say the same.',
  simpleResolvers: true,
})
export class ResourceStatusFacetType {
  @Field(() => ResourceStatusEnum, { description: 'What the checks say.' })
  status!: ResourceStatus;

  @Field(() => Int, COUNT)
  count!: number;
}

@ObjectType('ResourceSeverityFacet', { description: 'Number of resources by severity.', simpleResolvers: true })
export class ResourceSeverityFacetType {
  @Field(() => SeverityEnum, { description: 'Worst severity of what fails on them and no exception accepts.' })
  severity!: Severity;

  @Field(() => Int, COUNT)
  count!: number;
}

@ObjectType('ResourceIntegrationFacet', {
  description: 'Number of resources of an integration.',
  simpleResolvers: true,
})
export class ResourceIntegrationFacetType {
  @Field(() => FindingIntegrationType, { description: 'The integration.' })
  integration!: FindingIntegrationType;

  @Field(() => Int, COUNT)
  count!: number;
}

@ObjectType('ResourceValueFacet', {
  description: 'Number of resources of a type, an account or a region.',
  simpleResolvers: true,
})
export class ResourceValueFacetType {
  @Field(() => String, { description: 'The type, account or region, as `Resource` and its filter have it.' })
  value!: string;

  @Field(() => Int, COUNT)
  count!: number;
}

@ObjectType('ResourceFacets', {
  description:
    'Numbers of resources by their properties. Each property is counted among the resources that meet every condition but the one on itself. Of types, accounts and regions the 50 with most resources are listed, and the one that the filter names.',
  simpleResolvers: true,
})
export class ResourceFacetsType {
  @Field(() => Int, { description: 'Resources that meet every condition: `totalCount` of `resources`.' })
  total!: number;

  @Field(() => [ResourceStatusFacetType], {
    description: 'Both statuses. Resources of which no check says either are in none.',
  })
  statuses!: ResourceStatusFacetType[];

  @Field(() => [ResourceSeverityFacetType], {
    description: 'Every severity, also without resources, the worst first. A resource counts for its worst one.',
  })
  severities!: ResourceSeverityFacetType[];

  @Field(() => [ResourceIntegrationFacetType], { description: 'Integrations with resources, those with most first.' })
  integrations!: ResourceIntegrationFacetType[];

  @Field(() => Int, { description: 'Number of types; `types` lists the first of them.' })
  typeCount!: number;

  @Field(() => [ResourceValueFacetType], { description: 'Types, those with most resources first.' })
  types!: ResourceValueFacetType[];

  @Field(() => Int, { description: 'Number of accounts; `accounts` lists the first of them.' })
  accountCount!: number;

  @Field(() => [ResourceValueFacetType], { description: 'Accounts, those with most resources first.' })
  accounts!: ResourceValueFacetType[];

  @Field(() => Int, { description: 'Number of regions; `regions` lists the first of them.' })
  regionCount!: number;

  @Field(() => [ResourceValueFacetType], { description: 'Regions, those with most resources first.' })
  regions!: ResourceValueFacetType[];
}
