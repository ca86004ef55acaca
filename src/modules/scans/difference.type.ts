import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import type { Severity } from '../../connectors/finding.js';
import { SeverityEnum } from '../checks/severity.type.js';

@ObjectType('FailingSeverity', {
  description: 'Number of failing controls with a severity, which is that of the worst check that fails each.',
  simpleResolvers: true,
})
export class FailingSeverityType {
  @Field(() => SeverityEnum, { description: 'The severity.' })
  severity!: Severity;

  @Field(() => Int, { description: 'Number of controls.' })
  count!: number;
}

@ObjectType('CheckSeverityCount', {
  description: 'Number of checks with a severity.',
  simpleResolvers: true,
})
class CheckSeverityCountType {
  @Field(() => SeverityEnum, { description: 'The severity.' })
  severity!: Severity;

  @Field(() => Int, { description: 'Number of checks.' })
  count!: number;
}

@ObjectType('ScanDifference', {
  description:
    'What fails in a scan and did not in the completed one before it, and the reverse, of the active frameworks. The one before is of the same kind, import or not, read the same integrations and reports on the same frameworks.',
  simpleResolvers: true,
})
export class ScanDifferenceType {
  @Field(() => ID, { description: 'Id of the scan before.' })
  before!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the scan before was asked for.' })
  beforeAt!: Date;

  @Field(() => Int, { description: 'Controls that fail and did not before.' })
  newlyFailing!: number;

  @Field(() => [FailingSeverityType], {
    description: 'Those that newly fail, by severity: the worst first, each severity that there is.',
  })
  newlyFailingSeverities!: FailingSeverityType[];

  @Field(() => [CheckSeverityCountType], {
    description:
      'The checks that fail those that newly fail, each once, by severity: the worst first, each severity that there is. Empty where exceptions have accepted since what they found.',
  })
  newlyFailingChecks!: CheckSeverityCountType[];

  @Field(() => Int, {
    description:
      'Controls that failed before and do not now, whose checks could all look: few of them pass, as tests alone pass few.',
  })
  noLongerFailing!: number;

  @Field(() => Int, {
    description:
      'Controls that failed before, and that this scan could not decide: a check that decides them could not look at everything. Not in `noLongerFailing`.',
  })
  noLongerDecided!: number;
}
