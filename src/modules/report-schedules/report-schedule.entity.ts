import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Language } from '../../messages/language.js';
import type { LibraryFormat, LibraryType } from '../reports/report-kinds.js';

/** A report of now that is made at set times. */
export const ReportScheduleEntity = defineEntity({
  name: 'ReportSchedule',
  tableName: 'report_schedules',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    /** Slug. */
    framework: p.text(),
    type: p.text().$type<LibraryType>(),
    format: p.text().$type<LibraryFormat>(),
    language: p.text().$type<Language>(),
    /** Cron expression of five fields, in the time zone of the tenant. */
    cron: p.text(),
    /** When the next report is due, with jitter. */
    nextAt: p.datetime(),
    /** When the last due report failed, with its reason in `failure`; both null after a success. */
    failedAt: p.datetime().nullable(),
    failure: p.text().nullable(),
    /** Since when it rests; null while reports are made. */
    pausedAt: p.datetime().nullable(),
    /** In whose name reports are made. */
    createdBy: p.uuid(),
    createdAt: p.datetime(),
  },
});

export type ReportSchedule = InferEntity<typeof ReportScheduleEntity>;
