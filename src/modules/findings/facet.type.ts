import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { FindingStatus, Severity } from '../../connectors/finding.js';
import type { Framework } from '../catalogue/catalogue.js';
import { FrameworkType } from '../catalogue/catalogue.type.js';
import { SeverityEnum } from '../checks/severity.type.js';
import type { FindingVerdicts } from './facet.rules.js';
import { CheckType, FindingIntegrationType, FindingStatusEnum } from './finding.type.js';

const COUNT = { description: 'Number of findings.' };

@ObjectType('StatusFacet', { description: 'Number of findings with a status.', simpleResolvers: true })
export class StatusFacetType {
  @Field(() => FindingStatusEnum, { description: 'The status.' })
  status!: FindingStatus;

  @Field(() => Int, COUNT)
  count!: number;
}

@ObjectType('SeverityFacet', { description: 'Number of findings with a severity.', simpleResolvers: true })
export class SeverityFacetType {
  @Field(() => SeverityEnum, { description: 'The severity.' })
  severity!: Severity;

  @Field(() => Int, COUNT)
  count!: number;
}

@ObjectType('IntegrationFacet', { description: 'Number of findings of an integration.', simpleResolvers: true })
export class IntegrationFacetType {
  @Field(() => FindingIntegrationType, { description: 'The integration.' })
  integration!: FindingIntegrationType;

  @Field(() => Int, COUNT)
  count!: number;
}

@ObjectType('FrameworkFacet', {
  description: 'Number of findings whose check leads to a control of a framework.',
  simpleResolvers: true,
})
export class FrameworkFacetType {
  @Field(() => FrameworkType, { description: 'The active framework.' })
  framework!: Framework;

  @Field(() => Int, COUNT)
  count!: number;
}

/** Orders of the checks with findings. */
export type CheckFacetOrder = 'count' | 'severity' | 'failed_controls';

export const CheckFacetOrderEnum = {
  count: 'count',
  severity: 'severity',
  failed_controls: 'failed_controls',
} as const satisfies { [Each in CheckFacetOrder]: Each };
registerEnumType(CheckFacetOrderEnum, {
  name: 'CheckFacetOrder',
  description: 'Order of the checks with findings.',
  valuesConfig: {
    count: { description: 'Those with most findings first.' },
    severity: { description: 'The worst first, then those with most findings.' },
    failed_controls: { description: 'Those that fail most controls first, then the worst.' },
  },
});

@ObjectType('CheckFacet', { description: 'Number of findings of a check.', simpleResolvers: true })
export class CheckFacetType {
  @Field(() => CheckType, { description: 'The check.' })
  check!: CheckType;

  @Field(() => Int, COUNT)
  count!: number;

  @Field(() => SeverityEnum, { description: 'The worst severity of these findings.' })
  severity!: Severity;
}

@ObjectType('FindingVerdicts', {
  description: 'Numbers of findings by what they say. What an exception in force accepts does not count as failing.',
  simpleResolvers: true,
})
class FindingVerdictsType implements FindingVerdicts {
  @Field(() => Int, { description: 'Those that fail and that no exception in force accepts.' })
  failing!: number;

  @Field(() => Int, { description: 'Those that fail and that an exception in force accepts.' })
  accepted!: number;

  @Field(() => Int, { description: 'Those that pass.' })
  passing!: number;

  @Field(() => Int, { description: 'Those whose check found nothing in its scope.' })
  notApplicable!: number;

  @Field(() => Int, { description: 'Those whose check could not decide.' })
  unknown!: number;
}

@ObjectType('FindingFacets', {
  description:
    'Numbers of findings by their properties. Each property is counted among the findings that meet every condition but the one on itself, so that a choice shows what its alternatives have.',
  simpleResolvers: true,
})
export class FindingFacetsType {
  @Field(() => Int, { description: 'Findings that meet every condition: `totalCount` of `findings`.' })
  total!: number;

  @Field(() => FindingVerdictsType, {
    description: 'What the findings say, whatever `status` and `exception` ask for.',
  })
  verdicts!: FindingVerdicts;

  @Field(() => [StatusFacetType], { description: 'Every status, also without findings.' })
  statuses!: StatusFacetType[];

  @Field(() => [SeverityFacetType], { description: 'Every severity, also without findings, the worst first.' })
  severities!: SeverityFacetType[];

  @Field(() => [IntegrationFacetType], { description: 'Integrations with findings, those with most first.' })
  integrations!: IntegrationFacetType[];

  @Field(() => [FrameworkFacetType], {
    description:
      'Every active framework, also without findings. A finding counts for each framework that its check leads to.',
  })
  frameworks!: FrameworkFacetType[];

  @Field(() => Int, { description: 'Number of checks with findings; `checks` lists the first of them.' })
  checkCount!: number;

  checks!: CheckFacetType[];
}
