import { SEVERITIES, type Severity } from '../../connectors/finding.js';
import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { notFound } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { failedBy } from './failed-control.js';
import { integrationNamed } from './finding-filter.js';
import { controlsOf, rulesOfTenant, type FindingRule } from './finding-rule.js';
import { resourceLoader, verdictsLoader } from './finding.loader.js';
import { numbersOf } from './numbered-id.rules.js';
import { ANY_RESOURCE } from './resource-condition.sql.js';
import {
  resourceCount,
  resourcePage,
  type ResourceOrder,
  type ResourcePosition,
  type ResourceRow,
  type ResourceSelection,
} from './resource.sql.js';
import type { ResourceStatus } from './resource.type.js';

/** Filter of resources; what is null or absent means any. */
export interface ResourceFilter {
  resourceId?: string | null;
  idContains?: string | null;
  search?: string | null;
  type?: string | null;
  account?: string | null;
  region?: string | null;
  integrationId?: string | null;
  status?: ResourceStatus | null;
  worstSeverity?: readonly Severity[] | null;
}

/** A resource by `Resource.id`, also one that no scan sees any more. @throws {AppError} NOT_FOUND */
export async function findResource(ctx: RequestContext, id: string): Promise<ResourceRow> {
  const numbers = numbersOf(ctx.viewer.tenantId, 'resource', id);
  const found = numbers && (await ctx.once(resourceLoader).load(numbers.resourceNo));
  if (!found || found.resourceId === '') throw notFound();
  return found;
}

/** Resources with a current finding. @throws {AppError} NOT_FOUND, VALIDATION_FAILED */
export async function readResources(
  ctx: RequestContext,
  filter: ResourceFilter,
  { first, after, offset, order }: PageRequest & { order: ResourceOrder },
): Promise<Page<ResourceRow>> {
  const selection = await resourceSelectionOf(ctx, filter);
  const position = after === null ? null : positionOf(after, order);
  const found = await resourcePage.all(ctx.em, { ...selection, order, after: position, limit: first + 1, offset });
  return pageOf(found, first, {
    cursorOf: ({ worst, failing, resourceNo }) => {
      if (order === 'worst') return encodeCursor(worst, failing, resourceNo);
      return order === 'failing' ? encodeCursor(failing, resourceNo) : encodeCursor(resourceNo);
    },
    countAll: async () => (await resourceCount.only(ctx.em, selection)).count,
  });
}

function positionOf(cursor: string, order: ResourceOrder): ResourcePosition {
  if (order === 'first_seen') {
    return { worst: 0, failing: 0, resourceNo: Number(decodeCursor(cursor, ['integer'])[0]) };
  }
  if (order === 'failing') {
    const [failing, resourceNo] = decodeCursor(cursor, ['integer', 'integer']);
    return { worst: 0, failing: Number(failing), resourceNo: Number(resourceNo) };
  }
  const [worst, failing, resourceNo] = decodeCursor(cursor, ['integer', 'integer', 'integer']);
  return { worst: Number(worst), failing: Number(failing), resourceNo: Number(resourceNo) };
}

/** The resources that a filter selects, for the statements. @throws {AppError} NOT_FOUND, VALIDATION_FAILED */
export async function resourceSelectionOf(ctx: RequestContext, filter: ResourceFilter): Promise<ResourceSelection> {
  const { resourceId, idContains, search, type, account, region, integrationId, status, worstSeverity } = filter;
  const only = (value: string | null | undefined) => (value == null ? null : [value]);
  return {
    tenantId: ctx.viewer.tenantId,
    integrationId: (await integrationNamed(ctx, integrationId))?.id ?? null,
    condition: {
      ...ANY_RESOURCE,
      ids: only(resourceId),
      contains: idContains ?? null,
      search: search ?? null,
      types: only(type),
      accounts: only(account),
      regions: only(region),
    },
    isFailing: status == null ? null : status === 'failing',
    worst: worstSeverity?.map((each) => SEVERITIES.indexOf(each)) ?? null,
  };
}

/** The controls of the active frameworks that the checks of a resource's current findings lead to, in the order of the catalogue. */
export async function controlsOfResource(ctx: RequestContext, resource: ResourceRow): Promise<Control[]> {
  const rules = await rulesNumbered(ctx, (await ctx.once(verdictsLoader).load(resource.resourceNo))?.checks);
  const led = new Set(rules.flatMap((rule) => controlsOf(ctx, rule)));
  return catalogueOf(ctx).controls.filter((control) => led.has(control));
}

/**
 * The failed controls of active frameworks that fail, among others, because of a resource: a check that decides an element which
 * they ask for fails on it, and no exception accepts that.
 */
export async function failingControlsOf(ctx: RequestContext, resource: ResourceRow): Promise<Control[]> {
  const rules = await rulesNumbered(ctx, (await ctx.once(verdictsLoader).load(resource.resourceNo))?.failingChecks);
  return failedBy(ctx, rules);
}

async function rulesNumbered(ctx: RequestContext, checkNos: readonly number[] = []): Promise<FindingRule[]> {
  if (checkNos.length === 0) return [];
  const wanted = new Set(checkNos);
  return (await ctx.once(rulesOfTenant)).filter(({ checkNo }) => wanted.has(checkNo));
}
