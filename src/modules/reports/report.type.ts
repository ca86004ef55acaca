import {
  ArgsType,
  Field,
  Float,
  GraphQLISODateTime,
  ID,
  InputType,
  Int,
  ObjectType,
  registerEnumType,
} from 'type-graphql';
import type { Language } from '../../messages/language.js';
import { LanguageEnum } from '../../messages/language.type.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import type { ReportMoment } from './report-storage.js';
import type { LibraryFormat, LibraryType } from './report-kinds.js';

export const ReportTypeEnum = {
  compliance_summary: 'compliance_summary',
  gap_analysis: 'gap_analysis',
  executive_summary: 'executive_summary',
  evidence_collection: 'evidence_collection',
  statement_of_applicability: 'statement_of_applicability',
  audit_package: 'audit_package',
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
    audit_package: {
      description:
        'A zip with reports, the evidence of a period, findings, derivations, audit proofs and a manifest of hashes, which is verified without this service.',
    },
  },
});

export const ReportFormatEnum = {
  json: 'json',
  csv: 'csv',
  xlsx: 'xlsx',
  pdf: 'pdf',
  html: 'html',
  zip: 'zip',
} as const;
registerEnumType(ReportFormatEnum, {
  name: 'ReportFormat',
  description: 'File format of a report.',
  valuesConfig: {
    json: { description: 'JSON by a published schema.' },
    csv: { description: 'CSV (RFC 4180), safe to open in a spreadsheet.' },
    xlsx: { description: 'Office Open XML workbook.' },
    pdf: { description: 'PDF.' },
    html: { description: 'One HTML page that loads nothing.' },
    zip: { description: 'An audit package.' },
  },
});

const ReportMomentEnum = { now: 'now', scan: 'scan', as_of: 'as_of' } as const;
registerEnumType(ReportMomentEnum, {
  name: 'ReportMoment',
  description: 'What decided the moment of a report.',
  valuesConfig: {
    now: { description: 'It was generated of the moment at which it was generated.' },
    scan: { description: 'The end of a scan that was named.' },
    as_of: { description: 'A moment that was given.' },
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
  reportType?: LibraryType | null;

  @Field(() => ReportFormatEnum, { nullable: true, description: 'Default `json`, of an audit package `zip`.' })
  format?: LibraryFormat | null;

  @Field(() => LanguageEnum, {
    nullable: true,
    description: 'Language of its headings and sentences. Default `en`.',
  })
  language?: Language | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Until when its file is stored, at most ten years ahead. Default a year.',
  })
  keptUntil?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Of an audit package: the evidence that was collected from then on. Default a year ago.',
  })
  periodFrom?: Date | null;
}

@InputType()
export class ReportInput {
  @Field(() => ID, { description: 'Id of the report.' })
  reportId!: string;
}

@InputType()
export class UpdateReportInput {
  @Field(() => ID, { description: 'Id of the report.' })
  reportId!: string;

  @Field(() => GraphQLISODateTime, { description: 'Until when its file is stored, at most ten years ahead.' })
  keptUntil!: Date;
}

@InputType({ description: 'Every given condition has to hold.' })
export class ReportsWhere {
  @Field(() => [String], { nullable: true, description: 'Reports of one of these active frameworks, by name or slug.' })
  frameworks?: string[] | null;

  @Field(() => [ReportTypeEnum], { nullable: true, description: 'Reports of one of these types.' })
  reportTypes?: LibraryType[] | null;

  @Field(() => [ReportFormatEnum], { nullable: true, description: 'Reports in one of these formats.' })
  formats?: LibraryFormat[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True for those that the caller generated alone.' })
  mine?: boolean | null;
}

@ArgsType()
export class ReportsArgs extends PageArgs {
  @Field(() => ReportsWhere, { nullable: true, description: 'Conditions. Default every report.' })
  where?: ReportsWhere | null;
}

@ObjectType('Report', { description: 'A generated report of the library.', simpleResolvers: true })
export class ReportObjectType {
  @Field(() => ID, { description: 'Id of the report, as `report(id)` takes it.' })
  id!: string;

  @Field(() => Float, { description: '100 × passed and shown in full / total, one decimal, at its moment.' })
  assuredScore!: number;

  @Field(() => Float, { description: '100 × passed / total, one decimal, at its moment.' })
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
  reportType!: LibraryType;

  @Field(() => ReportFormatEnum, { description: 'Format of the file.' })
  format!: LibraryFormat;

  @Field(() => LanguageEnum, { description: 'Language of its headings and sentences.' })
  language!: Language;

  @Field(() => String, { nullable: true, description: 'Version of the framework then.' })
  frameworkVersion!: string | null;

  @Field(() => ReportMomentEnum, { description: 'What decided its moment.' })
  moment!: ReportMoment;

  @Field(() => ID, {
    nullable: true,
    description:
      'The scan that it names: the one asked for, or the latest of then; null once retention has removed it.',
  })
  scanJobId!: string | null;

  @Field(() => GraphQLISODateTime, { description: 'Statuses, assessments, exceptions and evidence are those of then.' })
  asOf!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'From when on an audit package has the evidence; null of a report.',
  })
  periodFrom!: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When the facts were read.' })
  generatedAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'Until then its file is stored. What is said of it here stays.' })
  keptUntil!: Date;

  @Field(() => Float, { description: 'Bytes of its file.' })
  size!: number;

  @Field(() => String, { description: 'SHA-256 of its file, hexadecimal.' })
  sha256!: string;
}

@ObjectType('ReportPayload', { simpleResolvers: true })
export class ReportPayload {
  @Field(() => ReportObjectType)
  report!: object;
}

@ObjectType('DeletedReport', { description: 'A report that is gone.', simpleResolvers: true })
class DeletedReportType {
  @Field(() => ID, { description: 'Id that it had.' })
  id!: string;
}

@ObjectType('DeleteReportPayload', { simpleResolvers: true })
export class DeleteReportPayload {
  @Field(() => DeletedReportType, { description: 'What was deleted.' })
  report!: DeletedReportType;
}

export const ReportConnection = connectionOf('Report', ReportObjectType);
