import { defineEntity, p } from '@mikro-orm/core';
import type { ScanProgress, ScanStatus, ScanTrigger } from './scan-states.js';

/** A scan job, as it is queued. Its later changes are guarded statements, not entity writes. */
export const ScanEntity = defineEntity({
  name: 'Scan',
  tableName: 'scans',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    sequence: p.integer(),
    status: p.text().$type<ScanStatus>(),
    trigger: p.text().$type<ScanTrigger>(),
    integrationIds: p.array().columnType('uuid[]'),
    imports: p.json<Record<string, string>>(),
    frameworks: p.array(),
    hasHipaaPrivacy: p.boolean().fieldName('hipaa_privacy'),
    catalogueVersion: p.text(),
    triggeredBy: p.uuid().nullable(),
    createdAt: p.datetime(),
    totalControls: p.integer(),
    progress: p.json<ScanProgress>(),
  },
});
