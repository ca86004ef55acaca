import type { RequestContext } from '../../context.js';
import type { EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { findFramework, type Control } from '../catalogue/catalogue.js';
import { catalogueOf, wholeCatalogueOf } from '../catalogue/visibility.js';
import { activeControls } from '../posture/active-controls.js';
import type { PartialAssessments } from '../posture/partial-assessments.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';
import { STATUS_REASONS, type GivenReason } from '../posture/status-reason.rules.js';
import { changesOf, checkedProfile, type ProfileInput, type ProfileValues } from './organization.rules.js';
import { lockTenant } from './tenant-lock.js';
import { checkedFrameworks } from './tiers.js';

/** Why statuses change with the setting. */
const REASONS: Record<PartialAssessments, GivenReason> = {
  pass: STATUS_REASONS.parts_pass,
  contribute: STATUS_REASONS.parts_contribute,
};

/** What happens at times of the organization's time zone. */
export interface ZonedSchedules {
  /** Moves all of it to the times of another time zone, in the transaction of `em`. */
  moveTo(em: EntityManager, zone: { tenantId: string; timezone: string; at: Date }): Promise<void>;
}

/** Changes of an organization's profile and active frameworks. */
export class OrganizationService {
  constructor(private readonly schedules: readonly ZonedSchedules[]) {}

  /**
   * Merges the given values into the profile. Controls that come into scope are re-evaluated, because assessments apply
   * only to those in scope; the history of those that leave it is retained. What part assessments do changes every status.
   * @throws {AppError} VALIDATION_FAILED, PRECONDITION_FAILED
   */
  async update(ctx: RequestContext, input: ProfileInput): Promise<void> {
    const values = checkedProfile(input);
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      // Every transaction locks the posture before the tenant, so that no two wait for each other.
      if (values.hipaaPrivacy !== undefined || values.partialAssessments !== undefined)
        await lockPosture(em, { tenantId, catalogue: wholeCatalogueOf(ctx), clock: ctx.clock });
      const tenant = await lockTenant(em, tenantId);
      await ctx.requireMatch(em);
      const { name, timezone, retentionDays, hipaaPrivacy, partialAssessments } = tenant;
      const before = { name, timezone, retentionDays, hipaaPrivacy, partialAssessments };
      const changes = changesOf(before, values);
      if (!changes) return;
      Object.assign(tenant, changes.after);
      await em.flush();
      if (tenant.timezone !== timezone) {
        const zone = { tenantId, timezone: tenant.timezone, at: ctx.clock.now() };
        for (const each of this.schedules) await each.moveTo(em, zone);
      }
      if (changes.after.partialAssessments !== undefined) {
        const controls = await activeControls(em, tenantId, wholeCatalogueOf(ctx));
        await this.decide(ctx, em, { controls, reason: REASONS[changes.after.partialAssessments] });
      } else if (changes.after.hipaaPrivacy === true) {
        await this.decide(ctx, em, { controls: privacyControls(ctx, tenant.frameworks) });
      }
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
      // Every transaction locks the posture before the tenant, so that no two wait for each other.
      await lockPosture(em, { tenantId, catalogue: wholeCatalogueOf(ctx), clock: ctx.clock });
      const tenant = await lockTenant(em, tenantId);
      const { licenseTier, frameworks: before, hipaaPrivacy: hasHipaaPrivacy } = tenant;
      const after = checkedFrameworks(licenseTier, wanted);
      if (after.length === before.length && after.every((slug) => before.includes(slug))) return;
      tenant.frameworks = after;
      await em.flush();
      const added = after.filter((slug) => !before.includes(slug));
      const scope = wholeCatalogueOf(ctx).scopedTo({ hasHipaaPrivacy });
      const controls = scope.controls.filter(({ framework }) => added.includes(framework.slug));
      await this.decide(ctx, em, { controls });
      await recordAudit(ctx, em, {
        action: 'organization.frameworks_changed',
        resourceType: 'organization',
        resourceId: tenantId,
        before: { frameworks: before },
        after: { frameworks: after },
      });
    });
  }

  private async decide(
    ctx: RequestContext,
    em: EntityManager,
    { controls, reason }: { controls: readonly Control[]; reason?: GivenReason },
  ): Promise<void> {
    const { frameworks } = catalogueOf(ctx);
    if (controls.length === 0) return;
    const { tenantId, userId } = ctx.viewer;
    const cause = { tenantId, source: 'assessment', at: ctx.clock.now(), changedBy: userId, scanId: null } as const;
    const why =
      reason === undefined ? ({ kind: 'scope_changed' } as const) : ({ kind: 'setting_changed', reason } as const);
    await decideStatuses(em, { controls, cause: { ...cause, ...why }, frameworks });
  }
}

/** Controls of the active frameworks in the privacy part of HIPAA. */
function privacyControls(ctx: RequestContext, active: readonly string[]): Control[] {
  const whole = wholeCatalogueOf(ctx);
  const narrow = whole.scopedTo({ hasHipaaPrivacy: false });
  return whole.controls.filter(({ id, framework }) => active.includes(framework.slug) && !narrow.controlById.has(id));
}

/** Profile fields under their REST names. */
function restNames({ retentionDays, hipaaPrivacy, partialAssessments, ...others }: Partial<ProfileValues>) {
  return {
    ...others,
    ...(retentionDays === undefined ? {} : { retention_days: retentionDays }),
    ...(hipaaPrivacy === undefined ? {} : { hipaa_privacy: hipaaPrivacy }),
    ...(partialAssessments === undefined ? {} : { partial_assessments: partialAssessments }),
  };
}
