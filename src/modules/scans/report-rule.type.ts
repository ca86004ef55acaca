import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Severity } from '../../connectors/finding.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { SeverityEnum } from '../checks/severity.type.js';
import type { ReportScanner } from './report-rule.sql.js';

const ReportScannerEnum = {
  prowler: 'prowler',
  security_hub: 'security-hub',
  openscap: 'openscap',
  sarif: 'sarif',
  oscal: 'oscal',
  ocsf: 'ocsf',
} as const;
registerEnumType(ReportScannerEnum, {
  name: 'ReportScanner',
  description: 'Who names the rules of a report.',
  valuesConfig: {
    prowler: { description: 'Prowler.' },
    security_hub: { description: 'AWS Security Hub (ASFF).' },
    openscap: { description: 'OpenSCAP and other XCCDF results.' },
    sarif: { description: 'A tool that writes SARIF.' },
    oscal: { description: 'A tool that writes OSCAL assessment results.' },
    ocsf: { description: 'A tool that writes OCSF findings.' },
  },
});

@ObjectType('ReportRules', {
  description:
    'How many rules of the reports that a scan read are known, and what they count for. A rule counts once for each integration.',
  simpleResolvers: true,
})
export class ReportRulesType {
  @Field(() => Int, { description: 'Rules with a finding; 0 where no result of the report is a verdict.' })
  total!: number;

  @Field(() => Int, { description: 'Rules of the report that the catalogue or the organization knows.' })
  known!: number;

  @Field(() => Int, { description: 'Known ones that decide elements of controls.' })
  deciding!: number;

  @Field(() => Int, { description: 'Known ones that only support: evidence, which sets no status.' })
  supporting!: number;

  @Field(() => Int, { description: 'Rules that decide nothing, because the catalogue does not know them.' })
  unknown!: number;

  @Field(() => Int, {
    description:
      'Unknown ones that name requirements of our frameworks: they are evidence for these, and set no status.',
  })
  unknownAsEvidence!: number;
}

@ObjectType('UnknownRule', {
  description: 'A rule of a report that the catalogue does not know: its findings decide no control.',
  simpleResolvers: true,
})
export class UnknownRuleType {
  @Field(() => ID, { description: 'Id of the rule in the list.' })
  id!: string;

  @Field(() => ID, { description: 'The integration that the report was imported for.' })
  integrationId!: string;

  @Field(() => ReportScannerEnum, { description: 'Whose report it was in.' })
  scanner!: ReportScanner;

  @Field(() => String, { description: 'The rule in the words of the scanner.' })
  ruleId!: string;

  @Field(() => String, { description: 'Title in the report.' })
  title!: string;

  @Field(() => SeverityEnum, { description: 'Severity in the report.' })
  severity!: Severity;

  @Field(() => Boolean, { description: 'Whether it names requirements of our frameworks: evidence for these.' })
  isEvidence!: boolean;

  @Field(() => Int, { description: 'Resources on which it passed, summed over the requirements that it names.' })
  resourcesPassed!: number;

  @Field(() => Int, { description: 'Resources on which it failed, summed over the requirements that it names.' })
  resourcesFailed!: number;
}

@ArgsType()
export class UnknownRulesArgs extends PageArgs {
  @Field(() => ID, { description: 'Id of the scan that read the reports.' })
  scanId!: string;
}

export const UnknownRuleConnection = connectionOf('UnknownRule', UnknownRuleType);
