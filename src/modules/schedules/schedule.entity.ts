import { defineEntity, p } from '@mikro-orm/core';

/** Schedule by which an integration is scanned. An integration has at most one. */
export const ScheduleEntity = defineEntity({
  name: 'Schedule',
  tableName: 'scan_schedules',
  properties: {
    integrationId: p.uuid().primary(),
    tenantId: p.uuid(),
    /** Five fields, in the time zone of the tenant. */
    cron: p.text(),
    /** With jitter. */
    nextAt: p.datetime(),
    createdBy: p.uuid().nullable(),
  },
});
