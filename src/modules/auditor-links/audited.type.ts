import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import type { Severity } from '../../connectors/finding.js';
import { SeverityEnum } from '../checks/severity.type.js';
import type { Assurance } from '../posture/assurance.rules.js';
import type { ControlStatus } from '../posture/posture.js';
import { AuditedDerivationType } from './audited-derivation.type.js';
import { AuditedEvidenceType } from './audited-evidence.type.js';
import { AssuranceType, ControlStatusEnum } from '../posture/posture.type.js';

// Types of their own, which lead to nothing else: from a control of the graph one gets to findings, members and other frameworks.

@ObjectType('AuditedException', {
  description: 'An exception in force on findings of the framework.',
  simpleResolvers: true,
})
export class AuditedExceptionType {
  @Field(() => ID, { description: 'Id of the exception.' })
  id!: string;

  @Translated()
  @Field(() => String, { description: 'The check whose findings it accepts: what is wanted.' })
  title!: string;

  @Translated()
  @Field(() => String, { description: 'What is wrong with the resource, as `Finding.fault`.' })
  fault!: string;

  @Field(() => SeverityEnum, { nullable: true, description: 'Of the check; null where no finding of it is stored.' })
  severity!: Severity | null;

  @Field(() => String, { description: 'The resource, or a pattern of resources.' })
  resource!: string;

  @Field(() => [String], { description: 'Codes of the controls of the framework that it touches.' })
  controlCodes!: string[];

  @Field(() => String, { description: 'Why the risk is accepted.' })
  reason!: string;

  @Field(() => String, { nullable: true, description: 'What is done instead.' })
  compensatingMeasure!: string | null;

  @Field(() => String, { nullable: true, description: 'Who answers for the risk; null where the account is gone.' })
  owner!: string | null;

  @Field(() => String, { nullable: true, description: 'Who approved it; null where the account is gone.' })
  approvedBy!: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was approved.' })
  approvedAt!: Date;

  @Field(() => String, { description: 'Last day, YYYY-MM-DD.' })
  expiresOn!: string;
}

@ObjectType('AuditedScopeDecision', { description: 'A decision on the scope of the framework.', simpleResolvers: true })
export class AuditedScopeDecisionType {
  @Field(() => ID, { description: 'Id of the decision.' })
  id!: string;

  @Field(() => String, { description: '`selection`, `exclusion`, `addressable`, `inclusion` or `partly_implemented`.' })
  kind!: string;

  @Field(() => String, { nullable: true, description: 'Code of the control; null of a selection.' })
  controlCode!: string | null;

  @Field(() => [String], { nullable: true, description: 'Values of the attribute that a selection leaves in scope.' })
  selected!: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: '`implemented`, `alternative` or `not_reasonable`, of an addressable specification.',
  })
  outcome!: string | null;

  @Field(() => String, { description: 'Why.' })
  reason!: string;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was approved.' })
  decidedAt!: Date | null;
}

@ObjectType('AuditedControl', { description: 'A control as an auditor sees it.', simpleResolvers: true })
export class AuditedControlType {
  @Field(() => ID, { description: 'Id of the control.' })
  id!: string;

  @Field(() => String, { description: 'Code in the framework.' })
  controlId!: string;

  @Field(() => String, { description: 'Title.' })
  title!: string;

  @Field(() => String, { description: 'Category in the framework.' })
  category!: string;

  @Field(() => ControlStatusEnum, { description: 'Status at the moment of the view.' })
  status!: ControlStatus;

  @Field(() => AssuranceType, { nullable: true, description: 'How much is shown; null where it is not passed.' })
  assurance!: Assurance | null;

  @Field(() => Boolean, { description: 'Whether tests and an assessment contradict each other.' })
  isDisputed!: boolean;
}

@ObjectType('AuditedReport', {
  description: 'A stored report of the framework on a moment in the period.',
  simpleResolvers: true,
})
export class AuditedReportType {
  @Field(() => ID, { description: 'Id of the report.' })
  id!: string;

  @Field(() => String, { description: '`compliance_summary`, `evidence_collection` or `statement_of_applicability`.' })
  reportType!: string;

  @Field(() => String, { description: 'File format.' })
  format!: string;

  @Field(() => GraphQLISODateTime, { description: 'The moment that it is about.' })
  asOf!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  generatedAt!: Date;

  @Field(() => Int, { description: 'Bytes.' })
  size!: number;

  @Field(() => String, { description: 'SHA-256 of the file, hexadecimal.' })
  sha256!: string;
}

@ObjectType('AuditedFramework', {
  description: 'What the link of an auditor shows of its framework.',
  simpleResolvers: true,
})
export class AuditedFrameworkType {
  @Field(() => String, { description: 'Name of the organization.' })
  organization!: string;

  @Field(() => String, { description: 'Label of the link.' })
  label!: string;

  @Field(() => String, { description: 'Name of the framework.' })
  framework!: string;

  @Field(() => String, { description: 'Version of the framework.' })
  version!: string;

  @Field(() => GraphQLISODateTime, { description: 'Begin of the period.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, { description: 'End of the period.' })
  to!: Date;

  @Field(() => GraphQLISODateTime, {
    description: 'Statuses are those of this moment: the end of the period, or now before it.',
  })
  asOf!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When the link ends.' })
  expiresAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the first status of the organization was decided: nothing is known before. Null where none was.',
  })
  recordedFrom!: Date | null;

  @Field(() => [AuditedControlType], { description: 'Controls in scope of the catalogue, in their order.' })
  controls!: AuditedControlType[];

  @Field(() => [AuditedExceptionType], { description: 'In force at that moment, the one that ends first first.' })
  exceptions!: AuditedExceptionType[];

  @Field(() => [AuditedScopeDecisionType], { description: 'In force at that moment.' })
  scopeDecisions!: AuditedScopeDecisionType[];

  @Field(() => [AuditedReportType], { description: 'The newest first, at most 100.' })
  reports!: AuditedReportType[];
}

@ObjectType('AuditedAssessment', {
  description: 'An assessment in force at the moment of the view.',
  simpleResolvers: true,
})
export class AuditedAssessmentType {
  @Field(() => String, { description: 'Code of the universal control that was assessed.' })
  universalControl!: string;

  @Field(() => String, { description: '`compliant`, `partially_compliant` or `non_compliant`.' })
  verdict!: string;

  @Field(() => String, { nullable: true, description: 'The note.' })
  note!: string | null;

  @Field(() => Int, { description: 'Number of artifacts that it rests on, without withdrawn ones.' })
  files!: number;

  @Field(() => String, { nullable: true, description: 'Name of who assessed it.' })
  assessedBy!: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was assessed.' })
  at!: Date;
}

@ObjectType('AuditedChange', { description: 'A change of the status in the period.', simpleResolvers: true })
export class AuditedChangeType {
  @Field(() => ControlStatusEnum, { description: 'The status before.' })
  previousStatus!: ControlStatus;

  @Field(() => ControlStatusEnum, { description: 'The status since.' })
  status!: ControlStatus;

  @Field(() => GraphQLISODateTime, { description: 'When it changed.' })
  changedAt!: Date;
}

@ObjectType('AuditedControlDetails', {
  description: 'A control with everything behind it that an auditor sees.',
  simpleResolvers: true,
})
export class AuditedControlDetailsType extends AuditedControlType {
  @Field(() => String, { description: 'What it asks for.' })
  description!: string;

  @Field(() => AuditedDerivationType, {
    nullable: true,
    description: 'Null after the end of the period: what is known now decides it, not what was known then.',
  })
  derivation!: AuditedDerivationType | null;

  @Field(() => [AuditedAssessmentType], { description: 'Of the universal controls behind it.' })
  assessments!: AuditedAssessmentType[];

  @Field(() => [AuditedChangeType], { description: 'Newest first, of the latest 100 changes those in the period.' })
  changes!: AuditedChangeType[];

  @Field(() => [AuditedEvidenceType], { description: 'Newest first, at most 200.' })
  evidence!: AuditedEvidenceType[];
}

@ObjectType('AuditedFile', { description: 'Address of a file for an auditor.', simpleResolvers: true })
export class AuditedFileType {
  @Field(() => String, { description: 'Good for 60 seconds, without a token.' })
  url!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it stops to work.' })
  expiresAt!: Date;

  @Field(() => String, { description: 'SHA-256 of the file, hexadecimal.' })
  sha256!: string;
}
