import { Field, GraphQLISODateTime, ID, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import type { Language } from '../../messages/language.js';
import { LanguageEnum } from '../../messages/language.type.js';
import type { LibraryFormat, LibraryType } from '../reports/report-kinds.js';
import { ReportFormatEnum, ReportTypeEnum } from '../reports/report.type.js';

const CRON = 'Minute, hour, day, month, weekday, in the organization’s time zone; once a day at most.';

@ObjectType('ReportSchedule', { description: 'A report of now that is made at set times.', simpleResolvers: true })
export class ReportScheduleType {
  @Field(() => ID, { description: 'Id of the schedule.' })
  id!: string;

  @Field(() => ReportTypeEnum, { description: 'What its reports are about.' })
  reportType!: LibraryType;

  @Field(() => ReportFormatEnum, { description: 'File format of its reports.' })
  format!: LibraryFormat;

  @Field(() => LanguageEnum, { description: 'Language of its reports.' })
  language!: Language;

  @Field(() => String, { description: CRON })
  cron!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the next report is due; of a paused one, when it would be.' })
  nextAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the last report that was due could not be made; null where it was.',
  })
  failedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Why, as the refusal of a request says it.' })
  failure!: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Since when no report is made by it; null while it is not paused.',
  })
  pausedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was set up.' })
  createdAt!: Date;
}

const cron = z.string().min(1).max(100);

@InputType()
export class CreateReportScheduleInput {
  static readonly rules = z.object({ cron });

  @Field(() => String, { description: 'Name or slug of an active framework.' })
  framework!: string;

  @Field(() => ReportTypeEnum, { nullable: true, description: 'Default `compliance_summary`.' })
  reportType?: LibraryType | null;

  @Field(() => ReportFormatEnum, { nullable: true, description: 'Default `json`, of an audit package `zip`.' })
  format?: LibraryFormat | null;

  @Field(() => LanguageEnum, { nullable: true, description: 'Language of its reports. Default `en`.' })
  language?: Language | null;

  @Field(() => String, { description: CRON })
  cron!: string;
}

@InputType()
export class UpdateReportScheduleInput {
  static readonly rules = z.object({ cron: cron.nullish() });

  @Field(() => ID, { description: 'Id of the schedule.' })
  reportScheduleId!: string;

  @Field(() => String, { nullable: true, description: `${CRON} Default as before.` })
  cron?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True to pause it, false to resume it: what was due meanwhile is not made up for. Default as before.',
  })
  isPaused?: boolean | null;
}

@InputType()
export class DeleteReportScheduleInput {
  @Field(() => ID, { description: 'Id of the schedule.' })
  reportScheduleId!: string;
}

@ObjectType('ReportSchedulePayload', { simpleResolvers: true })
export class ReportSchedulePayload {
  @Field(() => ReportScheduleType, { description: 'The schedule as it is now.' })
  reportSchedule!: object;
}

@ObjectType('DeletedReportSchedule', { description: 'A schedule that is gone.', simpleResolvers: true })
class DeletedReportScheduleType {
  @Field(() => ID, { description: 'Id that it had.' })
  id!: string;
}

@ObjectType('DeleteReportSchedulePayload', { simpleResolvers: true })
export class DeleteReportSchedulePayload {
  @Field(() => DeletedReportScheduleType, { description: 'What was deleted.' })
  reportSchedule!: DeletedReportScheduleType;
}
