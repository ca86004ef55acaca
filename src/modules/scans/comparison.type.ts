import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import type { Severity } from '../../connectors/finding.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import type { ResultStatus } from './scan-states.js';
import { CHANGE_REASONS, type ChangeReason } from './comparison.rules.js';
import { SeverityEnum } from '../checks/severity.type.js';
import { FailingSeverityType } from './difference.type.js';
import { ResultStatusEnum } from './scan-states.type.js';
import { ScanType } from './scan.type.js';

const ChangeReasonEnum = Object.fromEntries(CHANGE_REASONS.map((reason) => [reason, reason]));
registerEnumType(ChangeReasonEnum, {
  name: 'ChangeReason',
  description: 'Why a result differs between two scans.',
  valuesConfig: {
    configuration: { description: 'The scanned resources changed, or there are more or fewer of them.' },
    check_version: { description: 'The logic of the check changed.' },
    mapping_version: { description: 'The check led to the control in one of the scans only.' },
    coverage: { description: 'One of the scans could not read everything.' },
    integrations: { description: 'One of the scans did not read the integration.' },
  },
});

@ObjectType('CheckOutcome', { description: 'Outcome of a check in one scan.', simpleResolvers: true })
class CheckOutcomeType {
  @Field(() => Int, { description: 'Number of resources on which it passes.' })
  resourcesPassed!: number;

  @Field(() => Int, { description: 'Number of resources on which it fails.' })
  resourcesFailed!: number;

  @Field(() => String, { nullable: true, description: 'Changes with the logic; null for other scanners’ rules.' })
  version!: string | null;

  @Field(() => Boolean, {
    description: 'Whether it could not read everything: its passes then do not count.',
  })
  isPartial!: boolean;
}

@ObjectType('CheckChange', {
  description: 'A check whose outcome for a control differs between two scans.',
  simpleResolvers: true,
})
export class CheckChangeType {
  @Field(() => ID, { description: 'The integration that was looked at.' })
  integrationId!: string;

  @Field(() => String, { description: 'The rule in the words of the scanner.' })
  ruleId!: string;

  @Translated()
  @Field(() => String, { description: 'What is checked, as a short statement.' })
  title!: string;

  @Translated()
  @Field(() => String, {
    description: 'What is wrong where it fails; the title that the scanner gave where nobody stated it.',
  })
  fault!: string;

  @Field(() => SeverityEnum, { description: 'How grave it is where it fails.' })
  severity!: Severity;

  @Field(() => CheckOutcomeType, { nullable: true, description: 'Null where the check did not evaluate the control.' })
  previous!: CheckOutcomeType | null;

  @Field(() => CheckOutcomeType, {
    nullable: true,
    description: 'What the check says of the later scan; null where it did not run.',
  })
  current!: CheckOutcomeType | null;

  @Field(() => [ChangeReasonEnum], { description: 'Why the outcomes differ.' })
  reasons!: ChangeReason[];

  @Field(() => Boolean, {
    description: 'Whether it decided the control in one of the scans. Otherwise it is evidence, and changed no result.',
  })
  decides!: boolean;
}

@ObjectType('ResultChange', { description: 'A control whose result differs between two scans.', simpleResolvers: true })
export class ResultChangeType {
  @Field(() => ControlType, { description: 'The control.' })
  control!: ControlType;

  @Field(() => ResultStatusEnum, { nullable: true, description: 'Null where the scan did not cover the control.' })
  previousStatus!: ResultStatus | null;

  @Field(() => ResultStatusEnum, {
    nullable: true,
    description: 'What the later scan says; null where it did not cover the control.',
  })
  status!: ResultStatus | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the earlier scan found, as a sentence; null where it did not evaluate the control.',
  })
  previousFinding!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the later scan found, as a sentence; null where it did not evaluate the control.',
  })
  finding!: string | null;

  @Field(() => SeverityEnum, {
    nullable: true,
    description:
      'Worst of the checks that fail it in the later scan, else of those that decide it there; null where none does.',
  })
  severity!: Severity | null;

  @Field(() => Boolean, {
    description:
      'Whether it failed in the earlier scan, and the later one could not decide it: a check that decides it could not look at everything.',
  })
  isNoLongerDecided!: boolean;

  @Field(() => [ChangeReasonEnum], { description: 'Of all its checks, each once.' })
  reasons!: ChangeReason[];

  @Field(() => [CheckChangeType], { description: 'The checks whose outcome differs, by rule id.' })
  checks!: CheckChangeType[];
}

@ObjectType('ScanComparison', { description: 'What differs between two scans.', simpleResolvers: true })
export class ScanComparisonType {
  @Field(() => ScanType, { description: 'The earlier scan.' })
  from!: ScanType;

  @Field(() => ScanType, { description: 'The later scan.' })
  to!: ScanType;

  @Field(() => Int, { description: 'Controls that fail in `to` and did not in `from`.' })
  newlyFailed!: number;

  @Field(() => [FailingSeverityType], {
    description: 'Those that newly fail, by severity: the worst first, each severity that there is.',
  })
  newlyFailedSeverities!: FailingSeverityType[];

  @Field(() => Int, {
    description:
      'Controls that failed in `from`, and that `to` covers and does not fail, with all their checks; most of them do not pass, as tests alone pass few.',
  })
  noLongerFailing!: number;

  @Field(() => Int, {
    description:
      'Controls that failed in `from`, and that `to` could not decide: a check that decides them could not look at everything. Not in `noLongerFailing`.',
  })
  noLongerDecided!: number;

  @Field(() => Int, { description: 'Controls that failed in `from`, and pass in `to`.' })
  newlyPassed!: number;

  @Field(() => Boolean, { description: 'Whether the catalogue of checks and mappings differs, too.' })
  isCatalogueChanged!: boolean;

  @Field(() => [ResultChangeType], { description: 'By framework and natural control id.' })
  changes!: ResultChangeType[];
}
