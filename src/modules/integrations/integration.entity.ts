import { defineEntity, p } from '@mikro-orm/core';

export type IntegrationStatus = 'connected' | 'disconnected' | 'error';

/** A system of the tenant that is scanned, or a scanner whose reports are imported. */
export const IntegrationEntity = defineEntity({
  name: 'Integration',
  tableName: 'integrations',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    type: p.text(),
    name: p.text(),
    status: p.text().$type<IntegrationStatus>(),
    config: p.json<Record<string, unknown>>(),
    /** Sealed. */
    credentials: p.text().nullable(),
    createdAt: p.datetime(),
  },
});
