import { ArgsType, Field, Float, GraphQLISODateTime, ID, InputType, Int, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { filterValues } from '../../platform/api/filter-values.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { ScanStatusEnum, ScanTriggerEnum } from './scan-states.type.js';
import type { ScanStatus, ScanTrigger } from './scan-states.js';

@ObjectType('ScanProgress', { description: 'Progress of a scan.', simpleResolvers: true })
export class ScanProgressType {
  @Field(() => Int, { description: '0 to 100.' })
  percent!: number;

  @Field(() => Int, { description: 'Controls that a check has evaluated so far.' })
  controlsDone!: number;

  @Field(() => Int, { description: 'Number of controls to evaluate.' })
  controlsTotal!: number;

  @Field(() => String, { nullable: true, description: 'The integration being read.' })
  currentIntegration!: string | null;

  @Field(() => Int, { description: 'Findings seen so far.' })
  findings!: number;
}

@ObjectType('FrameworkScore', { simpleResolvers: true, description: 'The score of a framework.' })
export class FrameworkScoreType {
  @Field(() => String, { description: 'Name of the framework.' })
  framework!: string;

  @Field(() => Float, { description: '100 × passed / total, one decimal.' })
  score!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Counts only passed controls of which all is shown; null of scans that ended before it was counted.',
  })
  assuredScore?: number | null;
}

@ObjectType('Scores', { description: 'Compliance scores of a completed scan.', simpleResolvers: true })
export class ScoresType {
  @Field(() => Float, { description: 'Pooled over the frameworks of the scan.' })
  overall!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'The same of passed controls of which all is shown; null of scans that ended before it was counted.',
  })
  assuredOverall?: number | null;

  @Field(() => [FrameworkScoreType], { description: 'Scores of the active frameworks.' })
  frameworks!: FrameworkScoreType[];
}

@ObjectType('FailureReason', { simpleResolvers: true, description: 'Why a scan failed.' })
export class FailureReasonType {
  @Field(() => String, {
    description: '`CANCELLED` where a user cancelled the scan, `TIMED_OUT` where it took longer than a scan may.',
  })
  code!: string;

  @Field(() => String, { description: 'What went wrong, for people.' })
  message!: string;
}

@ObjectType('ScanGap', {
  description: 'A part of an integration that a scan could not read; passes of its checks do not count.',
  simpleResolvers: true,
})
export class ScanGapType {
  @Field(() => ID, { description: 'Id of the integration that could not be read.' })
  integrationId!: string;

  @Field(() => [String], { description: 'Types of resources that are missing, wholly or in part.' })
  resourceTypes!: readonly string[];

  @Field(() => String, { nullable: true, description: 'Region; null where the gap has none.' })
  region!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Account, project, subscription or cluster; null where the gap has none.',
  })
  account!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The check that failed on what was read; null where it could not be read.',
  })
  checkId!: string | null;

  @Field(() => String, { description: 'The refusal or failure, in a sentence.' })
  reason!: string;
}

@ObjectType('ScannedType', { description: 'A type of resources that a scan read.', simpleResolvers: true })
export class ScannedTypeType {
  @Field(() => ID, { description: 'Id of the integration that has the resources.' })
  integrationId!: string;

  @Field(() => String, { description: 'The type, as findings and gaps name it: `AwsS3Bucket`.' })
  resourceType!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Resources that were read; null for scans that did not count them.',
  })
  resources!: number | null;

  @Field(() => Boolean, {
    description: 'Whether it was read to its end, but for the gaps; 0 resources mean that there are none then.',
  })
  isWhole!: boolean;
}

@ObjectType('ScanSnapshot', {
  description: 'The resources that a scan read, stored as evidence beside its findings.',
  simpleResolvers: true,
})
class ScanSnapshotType {
  @Field(() => Int, { description: 'Number of resources in it.' })
  resources!: number;

  @Field(() => String, { description: 'SHA-256 of the stored object, hexadecimal.' })
  sha256!: string;

  @Field(() => Int, { description: 'Bytes, compressed.' })
  size!: number;
}

@ObjectType('Scan', { description: 'A scan job.', simpleResolvers: true })
export class ScanType {
  @Field(() => ID, { description: 'Id, as `scan(id)` takes it.' })
  id!: string;

  @Field(() => ScanStatusEnum, { description: 'Where it stands.' })
  status!: ScanStatus;

  @Field(() => GraphQLISODateTime, { description: 'When it was asked for.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it began; null where it has not.' })
  startedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it ended; null before.' })
  completedAt!: Date | null;

  @Field(() => Int, { description: 'Controls in scope.' })
  totalControls!: number;

  @Field(() => Int, { description: 'Controls that passed; while the scan runs, so far.' })
  passedControls!: number;

  @Field(() => Int, { description: 'Controls that failed; while the scan runs, so far.' })
  failedControls!: number;

  @Field(() => ScanProgressType, { description: 'How far it is.' })
  progress!: ScanProgressType;

  @Field(() => ScoresType, { nullable: true, description: 'Null until the scan is completed.' })
  scores!: ScoresType | null;

  @Field(() => FailureReasonType, { nullable: true, description: 'Why it failed; null unless it did.' })
  failureReason!: FailureReasonType | null;

  @Field(() => ID, { nullable: true, description: 'The user who triggered it.' })
  triggeredBy!: string | null;

  @Field(() => ScanTriggerEnum, { description: 'What asked for it.' })
  trigger!: ScanTrigger;

  @Field(() => ID, {
    nullable: true,
    description: 'The scan that has to end before this one begins: it reads one of the same integrations.',
  })
  queuedBehind!: string | null;

  @Field(() => ScanSnapshotType, {
    nullable: true,
    description: 'Null until the scan is completed, and where only findings were imported.',
  })
  snapshot!: ScanSnapshotType | null;

  @Field(() => [ScanGapType], {
    description: 'What it could not read or evaluate, with the reason. Empty until the scan is completed.',
  })
  gaps!: ScanGapType[];

  @Field(() => [ID], {
    description: 'Ids of the integrations that it reads, as they were chosen when it was asked for.',
  })
  integrationIds!: readonly string[];
}

@ObjectType('ScanProgressEvent', { description: 'A scan, each time it changes.', simpleResolvers: true })
export class ScanProgressEventType {
  @Field(() => ID, { description: 'Id of the scan.' })
  scanId!: string;

  @Field(() => Int, { description: 'Only grows.' })
  sequence!: number;

  @Field(() => ScanStatusEnum, { description: 'Where the scan stands.' })
  status!: ScanStatus;

  @Field(() => Int, { description: '0 to 100.' })
  percent!: number;

  @Field(() => Int, { description: 'Number of controls to evaluate.' })
  totalControls!: number;

  @Field(() => Int, { description: 'Controls that passed so far.' })
  passedControls!: number;

  @Field(() => Int, { description: 'Controls that failed so far.' })
  failedControls!: number;

  @Field(() => ScanProgressType, { description: 'How far the scan is.' })
  progress!: ScanProgressType;

  @Field(() => FailureReasonType, {
    nullable: true,
    description: 'Why it failed, with its last event; null unless it did.',
  })
  failureReason!: FailureReasonType | null;
}

@InputType()
export class TriggerScanInput {
  @Field(() => [String], {
    nullable: true,
    description: 'Types of integrations to scan; all connected ones without it.',
  })
  integrationTypes?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'One framework; all active ones without it.' })
  frameworkId?: string | null;
}

@InputType()
export class CancelScanInput {
  @Field(() => ID, { description: 'Id of a scan that has not ended.' })
  scanId!: string;
}

@ObjectType('ScanPayload', { simpleResolvers: true })
export class ScanPayload {
  @Field(() => ScanType)
  scan!: ScanType;
}

@ArgsType()
export class ScansArgs extends PageArgs {
  static readonly rules = z.object({ statuses: filterValues, triggers: filterValues, frameworks: filterValues });

  @Field(() => [ScanStatusEnum], { nullable: true, description: 'Scans in any of these states.' })
  statuses?: ScanStatus[];

  @Field(() => [ScanTriggerEnum], { nullable: true, description: 'Scans that any of these asked for.' })
  triggers?: ScanTrigger[];

  @Field(() => [String], {
    nullable: true,
    description: 'Scans that report on any of these active frameworks, each by name, slug or id.',
  })
  frameworks?: string[];

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Scans that were asked for at this moment or later.',
  })
  from?: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Exclusive.' })
  to?: Date;
}

export const ScanConnection = connectionOf('Scan', ScanType);
