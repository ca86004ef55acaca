import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { notFound } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import { catalogueOf, isVisible } from '../catalogue/visibility.js';
import { decidedCodes, coveredCodes } from '../catalogue/tested-elements.rules.js';
import { postureOfRequest } from '../posture/posture.js';
import { assertUuid } from './finding-filter.js';
import { integrationsOfTenant } from './finding-integrations.js';
import { rulesOfTenant } from './finding-rule.js';
import { verdictsLoader } from './finding.loader.js';
import { ANY_RESOURCE } from './resource-condition.sql.js';
import { resourceCount, resourcePage, type ResourceRow, type ResourceSelection } from './resource.sql.js';

/** Filter of resources; what is null or absent means any. */
export interface ResourceFilter {
  resourceId?: string | null;
  idContains?: string | null;
  type?: string | null;
  account?: string | null;
  region?: string | null;
  integrationId?: string | null;
  status?: 'failing' | 'passing' | null;
}

/** Resources with a current finding, in the order in which they were seen first. @throws {AppError} NOT_FOUND, VALIDATION_FAILED */
export async function readResources(
  ctx: RequestContext,
  filter: ResourceFilter,
  { first, after, offset }: PageRequest,
): Promise<Page<ResourceRow>> {
  const selection = await selectionOf(ctx, filter);
  const afterNo = after === null ? 0 : Number(decodeCursor(after, ['integer'])[0]);
  const found = await resourcePage.all(ctx.em, { ...selection, after: afterNo, limit: first + 1, offset });
  return pageOf(found, first, {
    cursorOf: ({ resourceNo }) => encodeCursor(resourceNo),
    countAll: async () => (await resourceCount.only(ctx.em, selection)).count,
  });
}

async function selectionOf(ctx: RequestContext, filter: ResourceFilter): Promise<ResourceSelection> {
  const { resourceId, idContains, type, account, region, integrationId, status } = filter;
  const all = await ctx.once(integrationsOfTenant);
  if (integrationId != null && !all.has(assertUuid(integrationId, '/where/integration_id').toLowerCase()))
    throw notFound();
  const connected = [...all.values()].filter(({ isConnected }) => isConnected).map(({ id }) => id);
  const only = (value: string | null | undefined) => (value == null ? null : [value]);
  return {
    tenantId: ctx.viewer.tenantId,
    integrationIds: connected.filter((id) => integrationId == null || id === integrationId.toLowerCase()),
    condition: {
      ...ANY_RESOURCE,
      ids: only(resourceId),
      contains: idContains ?? null,
      types: only(type),
      accounts: only(account),
      regions: only(region),
    },
    isFailing: status == null ? null : status === 'failing',
  };
}

/**
 * The failed controls of active frameworks that fail, among others, because of a resource: a check that decides an element which
 * they ask for fails on it, and no exception accepts that.
 */
export async function failingControlsOf(ctx: RequestContext, resource: ResourceRow): Promise<Control[]> {
  const integrations = await ctx.once(integrationsOfTenant);
  if (integrations.get(resource.integrationId)?.isConnected !== true) return [];
  const verdicts = await ctx.once(verdictsLoader).load(resource.resourceNo);
  const failing = new Set(verdicts?.failingChecks ?? []);
  if (failing.size === 0) return [];
  const rules = await ctx.once(rulesOfTenant);
  const codes = new Set(
    rules.flatMap(({ checkNo, check }) => (failing.has(checkNo) && check ? decidedCodes(check) : [])),
  );
  const posture = await ctx.once(postureOfRequest).get();
  return catalogueOf(ctx).controls.filter(
    (control) =>
      isVisible(ctx, control) &&
      posture.statusOf(control) === 'failed' &&
      coveredCodes(control).some((code) => codes.has(code)),
  );
}
