import { Field, Float, GraphQLISODateTime, ID, InputType, Int, ObjectType } from 'type-graphql';
import { GraphQLJSON } from '../../platform/api/json.js';
import type { PartialAssessments } from '../posture/partial-assessments.js';
import { PartialAssessmentsEnum } from '../posture/posture.type.js';

@ObjectType('OrganizationSettings', { simpleResolvers: true, description: 'Settings of an organization.' })
export class OrganizationSettingsType {
  @Field(() => String, { description: 'IANA time zone.' })
  timezone!: string;

  @Field(() => Int, { description: 'Retention of scans, 30 to 3650 days.' })
  retentionDays!: number;

  @Field(() => Boolean, { description: 'Whether the privacy part of HIPAA is in scope.' })
  hipaaPrivacy!: boolean;

  @Field(() => PartialAssessmentsEnum, {
    description: 'What a compliant assessment over a part mapping does to a control.',
  })
  partialAssessments!: PartialAssessments;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'From when a second factor (one-time codes, or a passkey) is required of every member who logs in with a password; null where it is not.',
  })
  mfaRequiredFrom!: Date | null;
}

@ObjectType('StoredByKind', {
  simpleResolvers: true,
  description: 'Bytes of the stored files of an organization, by kind.',
})
export class StoredByKindType {
  @Field(() => Float, { description: 'Uploaded evidence, and uploads and imports that are being received.' })
  evidenceBytes!: number;

  @Field(() => Float, { description: 'Reports until their links expire.' })
  reportBytes!: number;

  @Field(() => Float, { description: 'Findings, resources and evidence of scans, as long as they are retained.' })
  scanBytes!: number;

  @Field(() => Float, { description: 'The current imported report of each integration.' })
  importBytes!: number;

  @Field(() => Float, { description: 'Signed heads of the audit trail, and exports of it until their links expire.' })
  auditBytes!: number;
}

@ObjectType('OrganizationUsage', { simpleResolvers: true, description: 'What of the limits of the tier is used.' })
export class OrganizationUsageType {
  @Field(() => Int, { description: 'Accounts in use.' })
  users!: number;

  @Field(() => Int, { description: 'Active frameworks.' })
  frameworks!: number;
}

@ObjectType('OrganizationFramework', {
  description: 'A framework of the catalogue, and whether the organization has it.',
  simpleResolvers: true,
})
export class OrganizationFrameworkType {
  @Field(() => String, { description: 'As in `framework` arguments: `SOC 2`.' })
  name!: string;

  @Field(() => String, { description: 'Short name for addresses: `soc2`.' })
  slug!: string;

  @Field(() => String, { description: 'Version that is evaluated.' })
  version!: string;

  @Field(() => Boolean, { description: 'Whether the tier includes it.' })
  isInTier!: boolean;

  @Field(() => Boolean, { description: 'Whether it is active.' })
  isActive!: boolean;
}

@ObjectType('Organization', { description: 'The profile of the tenant.', simpleResolvers: true })
export class OrganizationType {
  @Field(() => ID, { description: 'Id of the organization.' })
  tenantId!: string;

  @Field(() => String, { description: 'Name of the organization.' })
  name!: string;

  @Field(() => String, { description: 'STARTER, PROFESSIONAL or ENTERPRISE.' })
  licenseTier!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the organization was made.' })
  createdAt!: Date;

  @Field(() => OrganizationSettingsType, { description: 'Settings that admins may change.' })
  settings!: OrganizationSettingsType;

  @Field(() => Int, { description: 'Limit of accounts in the tier.' })
  maxUsers!: number;

  @Field(() => Int, { description: 'Limit of active frameworks in the tier.' })
  maxFrameworks!: number;

  @Field(() => Float, {
    description: 'Limit of the bytes of stored files in the tier. Scans may go beyond it by a tenth.',
  })
  maxStoredBytes!: number;

  @Field(() => Int, {
    description: 'Limit of the number of stored files in the tier. Scans may go beyond it by a tenth.',
  })
  maxStoredFiles!: number;

  @Field(() => GraphQLJSON, {
    description: 'What the tier includes, each true or false: the frameworks, `framework_nist_csf`.',
  })
  featureFlags!: Record<string, boolean>;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'When the first status of a control was decided: nothing is known of the time before. Null where none was.',
  })
  recordedFrom!: Date | null;

  @Field(() => Boolean, {
    description:
      'True in the first seconds of a demo organization, while the scans and assessments of its history are written; they ' +
      'appear all at once when it becomes false. Changes of statuses wait until then. False for other organizations.',
  })
  isHistoryPending!: boolean;

  @Field(() => OrganizationUsageType, { description: 'What of the limits is used.' })
  usage!: OrganizationUsageType;

  @Field(() => [OrganizationFrameworkType], {
    description: 'All frameworks, active or not; `Query.frameworks` has only the active ones.',
  })
  frameworks!: OrganizationFrameworkType[];
}

@InputType({ description: 'Omitted fields stay unchanged.' })
export class OrganizationSettingsInput {
  @Field(() => String, { nullable: true, description: 'IANA time zone.' })
  timezone?: string | null;

  @Field(() => Int, { nullable: true, description: '30 to 3650.' })
  retentionDays?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the privacy part of HIPAA is in scope.' })
  hipaaPrivacy?: boolean | null;

  @Field(() => PartialAssessmentsEnum, {
    nullable: true,
    description: 'What a compliant assessment over a part mapping does to a control.',
  })
  partialAssessments?: PartialAssessments | null;
}

@InputType({ description: 'Omitted fields stay unchanged.' })
export class UpdateOrganizationInput {
  @Field(() => String, { nullable: true, description: 'Name of the organization.' })
  name?: string | null;

  @Field(() => OrganizationSettingsInput, { nullable: true, description: 'Settings to change; those left out stay.' })
  settings?: OrganizationSettingsInput | null;
}

@InputType()
export class SetFrameworksInput {
  @Field(() => [String], { description: 'By name or slug, at least one.' })
  frameworks!: string[];
}

@ObjectType('OrganizationPayload', { simpleResolvers: true })
export class OrganizationPayload {
  @Field(() => OrganizationType)
  organization!: OrganizationType;
}
