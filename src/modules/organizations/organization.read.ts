import type { RequestContext } from '../../context.js';
import { row, sql } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { OrganizationType } from './organization.type.js';
import { TIERS, type LicenseTier } from './tiers.js';
import { catalogueOf } from '../catalogue/visibility.js';

interface OrganizationRow {
  id: string;
  name: string;
  license_tier: LicenseTier;
  timezone: string;
  retention_days: number;
  hipaa_privacy: boolean;
  feature_flags: Record<string, boolean>;
  created_at: Date;
  users: number;
  frameworks: string[];
}

/** The caller's organization with what it uses of what its tier allows. */
export async function readOrganization(ctx: RequestContext): Promise<OrganizationType> {
  const { em, viewer } = ctx;
  const tenant = await row(
    em,
    sql<OrganizationRow>`
      select id, name, license_tier, timezone, retention_days, hipaa_privacy, feature_flags, created_at, frameworks,
        (select count(*)::int from users where tenant_id = ${viewer.tenantId} and removed_at is null) as users
      from tenants where id = ${viewer.tenantId}`,
  );
  if (!tenant) throw notFound();
  const tier = TIERS[tenant.license_tier];
  return {
    tenantId: tenant.id,
    name: tenant.name,
    licenseTier: tenant.license_tier,
    createdAt: tenant.created_at,
    settings: {
      timezone: tenant.timezone,
      retentionDays: tenant.retention_days,
      hipaaPrivacy: tenant.hipaa_privacy,
    },
    maxUsers: tier.usersMax,
    maxFrameworks: tier.frameworksMax,
    featureFlags: tenant.feature_flags,
    usage: { users: tenant.users, frameworks: tenant.frameworks.length },
    frameworks: catalogueOf(ctx).frameworks.map(({ name, slug, version }) => ({
      name,
      slug,
      version,
      isInTier: tier.frameworks.includes(slug),
      isActive: tenant.frameworks.includes(slug),
    })),
  };
}
