import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Role } from '../../access/roles.js';
import type { PartialAssessments } from '../posture/partial-assessments.js';
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
    partialAssessments: p.text().$type<PartialAssessments>().default('pass'),
    /** Rate limit of the tenant, or null for the default. */
    rateLimitPerMinute: p.integer().nullable(),
    /** Role of a member whom an identity provider names in no group that stands for a role. */
    defaultRole: p.text().$type<Role>().default('member'),
    /** When a second factor began, or begins, to be required of members, or null. */
    mfaRequiredFrom: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});

export type Tenant = InferEntity<typeof TenantEntity>;
