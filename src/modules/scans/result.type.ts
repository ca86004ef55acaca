import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { filterValues } from '../../platform/api/filter-values.js';
import type { Severity } from '../../connectors/finding.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { SeverityEnum } from '../checks/severity.type.js';
import { ResultFacts } from './result-facts.type.js';
import { ResultStatusEnum } from './scan-states.type.js';
import type { ResultStatus } from './scan-states.js';

@ObjectType('ScanResult', { description: 'Result of one control in one scan.', simpleResolvers: true })
export class ScanResultType extends ResultFacts {
  @Field(() => ControlType, { description: 'The control.' })
  control!: ControlType;

  @Field(() => SeverityEnum, { nullable: true, description: 'Worst of the failing checks, else of all that ran.' })
  severity!: Severity | null;

  @Field(() => Int, { description: 'Number of resources on which its checks pass.' })
  resourcesPassed!: number;

  @Field(() => Int, { description: 'Number of resources on which a check of the control fails.' })
  resourcesFailed!: number;

  @Field(() => Int, { description: 'Resources whose failing findings exceptions accept; they count as no result.' })
  resourcesAccepted!: number;

  @Field(() => String, {
    nullable: true,
    description: '`fileReference` of the evidence; null where no check looked at the control.',
  })
  evidenceKey!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the evidence; null where no check looked at the control.' })
  evidenceId!: string | null;
}

@ArgsType()
export class ScanResultsArgs extends PageArgs {
  static readonly rules = z.object({ statuses: filterValues, severities: filterValues, frameworks: filterValues });

  @Field(() => ID, { description: 'Id of the scan.' })
  scanId!: string;

  @Field(() => ResultStatusEnum, { nullable: true, description: 'Results that say this.' })
  status?: ResultStatus;

  @Field(() => [ResultStatusEnum], { nullable: true, description: 'Results that say any of these, and `status`.' })
  statuses?: ResultStatus[];

  @Field(() => [SeverityEnum], { nullable: true, description: 'Results of any of these severities.' })
  severities?: Severity[];

  @Field(() => Boolean, {
    nullable: true,
    description: 'Results of controls that a check looked at, or of those that the scan did not reach.',
  })
  checked?: boolean;

  @Field(() => ID, { nullable: true, description: 'Results for the controls of this framework, by its id.' })
  frameworkId?: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Results for the controls of any of these active frameworks, each by name, slug or id.',
  })
  frameworks?: string[];
}

export const ScanResultConnection = connectionOf('ScanResult', ScanResultType);
