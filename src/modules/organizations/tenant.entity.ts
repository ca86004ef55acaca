import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { LicenseTier } from './tiers.js';

/** An organization, the scope of all its data. */
export const TenantEntity = defineEntity({
  name: 'Tenant',
  tableName: 'tenants',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    licenseTier: p.text().$type<LicenseTier>(),
    /** Slugs of the active frameworks. */
    frameworks: p.array(),
    timezone: p.text().default('UTC'),
    retentionDays: p.integer().default(365),
    hipaaPrivacy: p.boolean().default(true),
    /** Rate limit of the tenant, or null for the default. */
    rateLimitPerMinute: p.integer().nullable(),
    createdAt: p.datetime(),
  },
});

export type Tenant = InferEntity<typeof TenantEntity>;
