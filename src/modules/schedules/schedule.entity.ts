import { defineEntity, p } from '@mikro-orm/core';

/** Schedule by which an integration is scanned. An integration has at most one. */
export const ScheduleEntity = defineEntity({
  name: 'Schedule',
  tableName: 'scan_schedules',
  properties: {
    integrationId: p.uuid().primary(),
    tenantId: p.uuid(),
    /** Cron expression of five fields, in the time zone of the tenant. */
    cron: p.text(),
    /** Time of the next run, with jitter. */
    nextAt: p.datetime(),
    createdBy: p.uuid().nullable(),
  },
});
