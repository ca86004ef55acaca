import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { isHistoryPending } from './history-lock.sql.js';
import { storageUsage } from '../storage/storage-usage.sql.js';
import type { OrganizationType, StoredByKindType } from './organization.type.js';
import { featuresOf, TIERS } from './tiers.js';
import { catalogueOf } from '../catalogue/visibility.js';

/** For `ctx.once`: bytes, in all and by kind, and number of the stored files. */
export function storedFilesOf({
  em,
  viewer,
}: RequestContext): Promise<StoredByKindType & { bytes: number; files: number }> {
  return storageUsage.only(em, { tenantId: viewer.tenantId });
}

/** The caller's organization with the limits of its tier and their use. */
export async function readOrganization(ctx: RequestContext): Promise<OrganizationType> {
  const { em, viewer } = ctx;
  const tenant = await query(em)
    .selectFrom('tenants')
    .select(['id', 'name', 'license_tier', 'timezone', 'retention_days', 'hipaa_privacy', 'created_at', 'frameworks'])
    .select(['partial_assessments', 'mfa_required_from'])
    .select((eb) => [
      eb
        .selectFrom('users')
        .select((users) => users.cast<number>(users.fn.countAll(), 'integer').as('count'))
        .where('tenant_id', '=', viewer.tenantId)
        .where('removed_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('users'),
      eb
        .selectFrom('status_ledger')
        .select((of) => of.fn.min('changed_at').as('at'))
        .where('tenant_id', '=', viewer.tenantId)
        .as('recordedFrom'),
      isHistoryPending(eb.ref('id')).$castTo<boolean>().as('isHistoryPending'),
    ])
    .where('id', '=', viewer.tenantId)
    .executeTakeFirst();
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
      partialAssessments: tenant.partial_assessments,
      mfaRequiredFrom: tenant.mfa_required_from,
    },
    maxUsers: tier.usersMax,
    maxFrameworks: tier.frameworksMax,
    maxStoredBytes: tier.storedBytesMax,
    maxStoredFiles: tier.storedFilesMax,
    featureFlags: featuresOf(tenant.license_tier),
    recordedFrom: tenant.recordedFrom,
    isHistoryPending: tenant.isHistoryPending,
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
