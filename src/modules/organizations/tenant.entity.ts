import { defineEntity, p } from '@mikro-orm/core';

/** An organization: the scope of everything. */
export const TenantEntity = defineEntity({
  name: 'Tenant',
  tableName: 'tenants',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    licenseTier: p.text(),
    frameworks: p.array(),
    timezone: p.text().default('UTC'),
    retentionDays: p.integer().default(365),
    createdAt: p.datetime().fieldName('created_at'),
  },
});
