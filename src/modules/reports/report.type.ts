import { Field, Float, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ReportFormat, ReportTypeName } from './report-kinds.js';

const ReportTypeEnum = {
  compliance_summary: 'compliance_summary',
  gap_analysis: 'gap_analysis',
  executive_summary: 'executive_summary',
  evidence_collection: 'evidence_collection',
  statement_of_applicability: 'statement_of_applicability',
} as const;
registerEnumType(ReportTypeEnum, {
  name: 'ReportType',
  description: 'What a report is about.',
  valuesConfig: {
    compliance_summary: { description: 'Every control with its status and what shows it.' },
    gap_analysis: { description: 'What is not shown, and what to do about it.' },
    executive_summary: { description: 'Scores, trends and the gravest gaps, for management.' },
    evidence_collection: { description: 'The artifacts by control.' },
    statement_of_applicability: {
      description: 'What is in scope and what is not, with the decisions and their reasons.',
    },
  },
});

const ReportFormatEnum = { json: 'json', csv: 'csv', xlsx: 'xlsx', pdf: 'pdf', html: 'html' } as const;
registerEnumType(ReportFormatEnum, {
  name: 'ReportFormat',
  description: 'File format of a report.',
  valuesConfig: {
    json: { description: 'JSON by a published schema.' },
    csv: { description: 'CSV (RFC 4180), safe to open in a spreadsheet.' },
    xlsx: { description: 'Office Open XML workbook.' },
    pdf: { description: 'PDF.' },
    html: { description: 'One HTML page that loads nothing.' },
  },
});

@InputType()
export class GenerateReportInput {
  @Field(() => String, { description: 'Name or slug of an active framework.' })
  framework!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'A completed scan: statuses, assessments and evidence as of its end. Without it those of now.',
  })
  scanJobId?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'Statuses, assessments, exceptions and evidence as they were then, with the latest scan completed by then. Not in the future, and not with `scanJobId`.',
  })
  asOf?: Date | null;

  @Field(() => ReportTypeEnum, { nullable: true, description: 'Default `compliance_summary`.' })
  reportType?: ReportTypeName | null;

  @Field(() => ReportFormatEnum, { nullable: true, description: 'Default `json`.' })
  format?: ReportFormat | null;
}

@ObjectType('Report', { description: 'A generated report, to be downloaded.', simpleResolvers: true })
export class ReportObjectType {
  @Field(() => ID, { description: 'Id of the report.' })
  id!: string;

  @Field(() => String, { description: 'Address of the file, good until `expiresAt`, without a token.' })
  reportUrl!: string;

  @Field(() => Float, { description: '100 × passed and shown in full / total, one decimal.' })
  assuredScore!: number;

  @Field(() => Float, { description: '100 × passed / total, one decimal.' })
  complianceScore!: number;

  @Field(() => Int, { description: 'Controls in scope.' })
  totalControls!: number;

  @Field(() => Int, { description: 'Controls that passed, in full or in part.' })
  passedControls!: number;

  @Field(() => Int, { description: 'Passed ones of which all is shown.' })
  assuredControls!: number;

  @Field(() => Int, { description: 'Controls that failed.' })
  failedControls!: number;

  @Field(() => ReportTypeEnum, { description: 'What it is about.' })
  reportType!: ReportTypeName;

  @Field(() => ReportFormatEnum, { description: 'Format of the file.' })
  format!: ReportFormat;

  @Field(() => GraphQLISODateTime, { description: 'When the facts were read.' })
  generatedAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When `reportUrl` stops to work.' })
  expiresAt!: Date;
}

@ObjectType('ReportPayload', { simpleResolvers: true })
export class ReportPayload {
  @Field(() => ReportObjectType)
  report!: ReportObjectType;
}

@ObjectType('ReportFramework', { description: 'A framework that reports can be about.', simpleResolvers: true })
export class ReportFrameworkType {
  @Field(() => String, { description: 'Name of the framework.' })
  framework!: string;

  @Field(() => String, { description: 'Version of the framework.' })
  version!: string;

  @Field(() => Int, { description: 'Its controls in scope.' })
  totalControls!: number;

  @Field(() => Float, {
    nullable: true,
    description: '100 × passed and shown in full / total now, one decimal; null where the score is.',
  })
  assuredScore!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: '100 × passed / total now, one decimal; null while nothing decides any of its controls.',
  })
  score!: number | null;
}

@ObjectType('ReportFrameworks', { simpleResolvers: true, description: 'Frameworks that reports can be about.' })
export class ReportFrameworksType {
  @Field(() => [ReportFrameworkType], { description: 'The active frameworks.' })
  frameworks!: ReportFrameworkType[];
}
