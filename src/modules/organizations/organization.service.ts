import type { RequestContext } from '../../context.js';
import type { EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { findFramework, type Control } from '../catalogue/catalogue.js';
import { catalogueOf, wholeCatalogueOf } from '../catalogue/visibility.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';
import type { ScheduleService } from '../schedules/schedule.service.js';
import { changesOf, checkedProfile, type ProfileInput, type ProfileValues } from './organization.rules.js';
import { lockTenant } from './tenant-lock.js';
import { checkedFrameworks } from './tiers.js';

/** Changes of an organization's profile and active frameworks. */
export class OrganizationService {
  constructor(private readonly schedules: ScheduleService) {}

  /**
   * Merges the given values into the profile. Controls that come into scope are re-evaluated, because assessments apply
   * only to those in scope; the history of those that leave it is retained.
   * @throws {AppError} VALIDATION_FAILED
   */
  async update(ctx: RequestContext, input: ProfileInput): Promise<void> {
    const values = checkedProfile(input);
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      // The posture first, as everywhere.
      if (values.hipaaPrivacy !== undefined) await lockPosture(em, tenantId);
      const tenant = await lockTenant(em, tenantId);
      const { name, timezone, retentionDays, hipaaPrivacy } = tenant;
      const changes = changesOf({ name, timezone, retentionDays, hipaaPrivacy }, values);
      if (!changes) return;
      Object.assign(tenant, changes.after);
      await em.flush();
      if (tenant.timezone !== timezone) {
        await this.schedules.moveTo(em, { tenantId, timezone: tenant.timezone, at: ctx.clock.now() });
      }
      if (changes.after.hipaaPrivacy === true) await this.decideNew(ctx, em, privacyControls(ctx, tenant.frameworks));
      await recordAudit(ctx, em, {
        action: 'organization.updated',
        resourceType: 'organization',
        resourceId: tenantId,
        before: restNames(changes.before),
        after: restNames(changes.after),
      });
    });
  }

  /**
   * Activates exactly these frameworks, from the next request on. The history of the others is retained; every control
   * of newly active ones is re-evaluated, because assessments apply only to controls of active frameworks.
   * @param names by name or slug
   * @throws {AppError} VALIDATION_FAILED for none, and for one that does not exist; LICENSE_LIMIT_REACHED
   */
  async setFrameworks(ctx: RequestContext, names: readonly string[]): Promise<void> {
    const wanted = names.map((name, index) => {
      const framework = findFramework(catalogueOf(ctx), name);
      if (framework) return framework.slug;
      throw AppError.invalid(`/frameworks/${index}`, 'is not a framework');
    });
    if (wanted.length === 0) throw AppError.invalid('/frameworks', 'must name at least one');
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      // The posture first, as everywhere.
      await lockPosture(em, tenantId);
      const tenant = await lockTenant(em, tenantId);
      const { licenseTier, frameworks: before, hipaaPrivacy: hasHipaaPrivacy } = tenant;
      const after = checkedFrameworks(licenseTier, wanted);
      if (after.length === before.length && after.every((slug) => before.includes(slug))) return;
      tenant.frameworks = after;
      await em.flush();
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

/** Controls of the active frameworks in the privacy part of HIPAA. */
function privacyControls(ctx: RequestContext, active: readonly string[]): Control[] {
  const whole = wholeCatalogueOf(ctx);
  const narrow = whole.scopedTo({ hasHipaaPrivacy: false });
  return whole.controls.filter(({ id, framework }) => active.includes(framework.slug) && !narrow.controlById.has(id));
}

/** Profile fields under their REST names. */
function restNames({ retentionDays, hipaaPrivacy, ...others }: Partial<ProfileValues>) {
  return {
    ...others,
    ...(retentionDays === undefined ? {} : { retention_days: retentionDays }),
    ...(hipaaPrivacy === undefined ? {} : { hipaa_privacy: hipaaPrivacy }),
  };
}
