import type { RequestContext } from '../../context.js';
import { newId, isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { findFramework, type Framework, type UniversalControl } from '../catalogue/catalogue.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { checkedFrameworks, LICENSE_TIERS } from '../organizations/tiers.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import type { AssumedVote, NewAssessment } from '../posture/decision.sql.js';
import type { Repairs, StandingCheck } from './standing.rules.js';
import type { StandingOfTenant } from './standing.read.js';
import { namedResources } from './standing.sql.js';

/** Failing resources of a check that are taken as repaired. */
export interface AssumedFix {
  checkId: string;
  /** Null for all. */
  resourceIds: readonly string[] | null;
  /** Null for every integration. */
  integrationId: string | null;
}

/** An assessment that is taken as recorded. */
export interface AssumedAssessment {
  universalControl: UniversalControl;
  status: AssessmentStatus;
  isSupported: boolean;
}

/** Votes as the next scans of the repaired integrations would cast them. @throws {AppError} NOT_FOUND, VALIDATION_FAILED */
export async function votesAfter(
  ctx: RequestContext,
  { standing, integrations }: StandingOfTenant,
  { fixes, at }: { fixes: readonly AssumedFix[]; at: Date },
): Promise<AssumedVote[]> {
  if (fixes.length === 0) return [];
  checkIntegrations(
    fixes,
    integrations.map(({ id }) => id),
  );
  const failing = standing.votes.filter(({ result }) => result === 'fail');
  const concerns = (fix: AssumedFix, check: StandingCheck, integrationId: string) =>
    fix.checkId === check.name && check.failed > 0 && (fix.integrationId ?? integrationId) === integrationId;
  for (const [index, fix] of fixes.entries()) {
    const isFailing = failing.some(({ checks, integrationId }) =>
      checks.some((check) => concerns(fix, check, integrationId)),
    );
    if (!isFailing) throw AppError.invalid(`/fix/${index}/check_id`, 'has no failing finding that decides a status');
  }
  const named = await repairedResources(ctx, fixes);
  const repairs: Repairs = (check, integrationId) => {
    const whole = fixes.some((fix) => fix.resourceIds === null && concerns(fix, check, integrationId));
    return whole ? check.failed : (named.get(`${check.scanId} ${check.checkNo}`)?.size ?? 0);
  };
  const scanned = new Set(
    failing.flatMap(({ checks, integrationId }) =>
      checks.some((check) => repairs(check, integrationId) > 0) ? [integrationId] : [],
    ),
  );
  return standing.votes
    .filter(({ integrationId, result }) => scanned.has(integrationId) && result !== 'held')
    .map((vote) => ({
      universalNo: vote.universalNo,
      element: vote.element,
      integrationId: vote.integrationId,
      result: standing.resultAfter(vote, repairs),
      at,
    }));
}

function checkIntegrations(fixes: readonly AssumedFix[], connected: readonly string[]): void {
  for (const [index, { integrationId }] of fixes.entries()) {
    if (integrationId === null) continue;
    if (!isUuid(integrationId)) throw AppError.invalid(`/fix/${index}/integration_id`, 'is not a UUID');
    if (!connected.includes(integrationId.toLowerCase())) throw notFound();
  }
}

/** Keys of the resources that are named, by scan and number of their check. */
async function repairedResources(
  { em, viewer }: RequestContext,
  fixes: readonly AssumedFix[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const byCheck = new Map<string, Set<string>>();
  const entries = [...fixes.entries()].flatMap(([index, { resourceIds, ...fix }]) =>
    resourceIds === null ? [] : [{ index, ...fix, resourceIds }],
  );
  if (entries.length === 0) return byCheck;
  const found = await namedResources.all(em, { tenantId: viewer.tenantId, named: entries });
  for (const [position, { index, resourceIds }] of entries.entries()) {
    const own = found.filter(({ entry }) => Number(entry) === position + 1);
    const known = new Set(own.flatMap((row) => row.resourceIds));
    const missing = resourceIds.findIndex((id) => !known.has(id));
    if (missing >= 0)
      throw AppError.invalid(`/fix/${index}/resource_ids/${missing}`, 'has no failing finding of the check');
    for (const { scanId, checkNo, keys } of own) {
      const key = `${scanId} ${checkNo}`;
      byCheck.set(key, new Set([...(byCheck.get(key) ?? []), ...keys]));
    }
  }
  return byCheck;
}

/** Assessments as if they were recorded after the scans. @throws {AppError} VALIDATION_FAILED for two of one universal control */
export function assumedAssessments(assess: readonly AssumedAssessment[], at: Date): NewAssessment[] {
  return assess.map(({ universalControl, status, isSupported }, index) => {
    if (assess.findIndex((each) => each.universalControl === universalControl) < index) {
      throw AppError.invalid(`/assess/${index}/universal_control`, 'is assessed twice');
    }
    return { id: newId(), universalNo: universalControl.no, status, isSupported, at };
  });
}

/** The universal control that a request names by its code or id. @throws {AppError} VALIDATION_FAILED, NOT_FOUND */
export function namedUniversalControl(ctx: RequestContext, name: string, field: string): UniversalControl {
  const { universalControls, universalControlById } = catalogueOf(ctx);
  if (isUuid(name)) {
    const found = universalControlById.get(name.toLowerCase());
    if (!found) throw notFound();
    return found;
  }
  const found = universalControls.find(({ code }) => code === name.toUpperCase());
  if (!found) throw AppError.invalid(field, 'is neither the code nor the id of a universal control');
  return found;
}

/**
 * The frameworks that would be active, in the specification's order.
 * @throws {AppError} VALIDATION_FAILED for one that there is not; LICENSE_LIMIT_REACHED as their activation
 */
export function activeAfter(
  ctx: RequestContext,
  activate: readonly string[],
): { active: Framework[]; added: Framework[] } {
  const catalogue = catalogueOf(ctx);
  const wanted = activate.map((name, index) => {
    const framework = findFramework(catalogue, name);
    if (!framework) throw AppError.invalid(`/activate/${index}`, 'is not a framework');
    return framework.slug;
  });
  const { frameworks: now, licenseTier } = ctx.viewer;
  const all = [...new Set([...now, ...wanted])];
  const tier = LICENSE_TIERS.find((each) => each === licenseTier);
  const slugs = all.length === now.length || !tier ? all : checkedFrameworks(tier, all);
  const active = catalogue.frameworks.filter(({ slug }) => slugs.includes(slug));
  return { active, added: active.filter(({ slug }) => !now.includes(slug)) };
}
