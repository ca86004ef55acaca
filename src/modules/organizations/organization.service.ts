import type { RequestContext } from '../../context.js';
import { rows, sql, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { findFramework, type Control } from '../catalogue/catalogue.js';
import { catalogueOf, wholeCatalogueOf } from '../catalogue/visibility.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';
import type { ScheduleService } from '../schedules/schedule.service.js';
import { changesOf, checkedProfile, type ProfileInput, type ProfileValues } from './organization.rules.js';
import { lockTenant } from './tenant.lock.js';
import { checkedFrameworks } from './tiers.js';

/** Changes the profile of an organization. */
export class OrganizationService {
  constructor(private readonly schedules: ScheduleService) {}

  /**
   * Merges the given values into the profile. Controls that come into scope are decided anew, for assessments reach those in
   * scope alone; what is known of those that leave it is kept.
   * @throws {AppError} VALIDATION_FAILED
   */
  async update(ctx: RequestContext, input: ProfileInput): Promise<void> {
    const values = checkedProfile(input);
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      // The posture first, as everywhere.
      if (values.hipaaPrivacy !== undefined) await lockPosture(em, tenantId);
      const { frameworks, ...tenant } = await lockTenant(em, tenantId);
      const { name, timezone, retention_days: retentionDays, hipaa_privacy: hipaaPrivacy } = tenant;
      const before = { name, timezone, retentionDays, hipaaPrivacy };
      const changes = changesOf(before, values);
      if (!changes) return;
      const next = { ...before, ...values };
      await rows(
        em,
        sql`update tenants set name = ${next.name}, timezone = ${next.timezone}, retention_days = ${next.retentionDays},
              hipaa_privacy = ${next.hipaaPrivacy}
            where id = ${tenantId}`,
      );
      if (next.timezone !== timezone) {
        await this.schedules.moveTo(em, { tenantId, timezone: next.timezone, at: ctx.clock.now() });
      }
      if (changes.after.hipaaPrivacy === true) await this.decideNew(ctx, em, privacyControls(ctx, frameworks));
      await recordAudit(ctx, em, {
        action: 'organization.updated',
        resourceType: 'organization',
        resourceId: tenantId,
        before: told(changes.before),
        after: told(changes.after),
      });
    });
  }

  /**
   * Makes these frameworks the active ones, from the next request on. What is known of the others is kept; of those that
   * become active every control is decided anew, for assessments reach the controls of active frameworks alone.
   * @param names by name or slug
   * @throws {AppError} VALIDATION_FAILED for none, and for one that does not exist; LICENSE_LIMIT_REACHED
   */
  async setFrameworks(ctx: RequestContext, names: readonly string[]): Promise<void> {
    const wanted = names.map((name, index) => {
      const framework = findFramework(catalogueOf(ctx), name);
      if (framework) return framework.slug;
      throw AppError.invalid(`/frameworks/${index}`, 'is no framework');
    });
    if (wanted.length === 0) throw AppError.invalid('/frameworks', 'must name at least one');
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      // The posture first, as everywhere.
      await lockPosture(em, tenantId);
      const tenant = await lockTenant(em, tenantId);
      const { license_tier: tier, frameworks: before, hipaa_privacy: hasHipaaPrivacy } = tenant;
      const after = checkedFrameworks(tier, wanted);
      if (after.length === before.length && after.every((slug) => before.includes(slug))) return;
      await rows(em, sql`update tenants set frameworks = ${after}::text[] where id = ${tenantId}`);
      const added = after.filter((slug) => !before.includes(slug));
      const scope = wholeCatalogueOf(ctx).scopedTo({ hasHipaaPrivacy });
      await this.decideNew(
        ctx,
        em,
        scope.controls.filter(({ framework }) => added.includes(framework.slug)),
      );
      await recordAudit(ctx, em, {
        action: 'organization.frameworks_changed',
        resourceType: 'organization',
        resourceId: tenantId,
        before: { frameworks: before },
        after: { frameworks: after },
      });
    });
  }

  private async decideNew(ctx: RequestContext, em: EntityManager, controls: readonly Control[]): Promise<void> {
    const { frameworks } = catalogueOf(ctx);
    if (controls.length === 0) return;
    const { tenantId, userId } = ctx.viewer;
    const cause = { tenantId, source: 'assessment', at: ctx.clock.now(), changedBy: userId, scanId: null } as const;
    await decideStatuses(em, { controls, cause, frameworks });
  }
}

/** The controls of the active frameworks that only the wider scope has. */
function privacyControls(ctx: RequestContext, active: readonly string[]): Control[] {
  const whole = wholeCatalogueOf(ctx);
  const narrow = whole.scopedTo({ hasHipaaPrivacy: false });
  return whole.controls.filter(({ id, framework }) => active.includes(framework.slug) && !narrow.controlById.has(id));
}

/** Values under the names of the REST profile. */
function told({ retentionDays, hipaaPrivacy, ...others }: Partial<ProfileValues>) {
  return {
    ...others,
    ...(retentionDays === undefined ? {} : { retention_days: retentionDays }),
    ...(hipaaPrivacy === undefined ? {} : { hipaa_privacy: hipaaPrivacy }),
  };
}
