import { SEVERITIES } from '../../connectors/finding.js';
import type { RequestContext } from '../../context.js';
import { integrationNamed } from './finding-filter.js';
import { integrationsOfTenant } from './finding-integrations.js';
import {
  countResources,
  firstValues,
  groupsOfResourceFacet,
  severityOf,
  statusOfGroup,
  type ResourceConditions,
  type ResourceFacet,
  type ResourceGroup,
} from './resource-facet.rules.js';
import type { ResourceFacetsType } from './resource-facet.type.js';
import { resourceSelectionOf, type ResourceFilter } from './resource.read.js';
import { resourceGroups } from './resource.sql.js';
import { ResourceStatusEnum } from './resource.type.js';

/** Types, accounts and regions that are listed. */
const VALUES_MAX = 50;

/**
 * Numbers of resources by their properties. Each property is counted among those that meet every condition but its own.
 * @throws {AppError} NOT_FOUND, VALIDATION_FAILED
 */
export async function readResourceFacets(ctx: RequestContext, filter: ResourceFilter): Promise<ResourceFacetsType> {
  const { resourceId, idContains, search } = filter;
  const selection = await resourceSelectionOf(ctx, { resourceId, idContains, search });
  const [groups, conditions, integrations] = await Promise.all([
    resourceGroups.all(ctx.em, selection),
    conditionsOf(ctx, filter),
    ctx.once(integrationsOfTenant),
  ]);
  const counted = <Value extends string>(facet: ResourceFacet, valueOf: (group: ResourceGroup) => Value | null) =>
    countResources(groupsOfResourceFacet(groups, conditions, facet), valueOf);
  const types = counted('type', ({ type }) => type);
  const accounts = counted('account', ({ account }) => (account === '' ? null : account));
  const regions = counted('region', ({ region }) => region);
  const statuses = counted('status', statusOfGroup);
  const severities = counted('severity', ({ worst }) => severityOf(worst));
  const countIn = (list: readonly { value: string; count: number }[], wanted: string) =>
    list.find(({ value }) => value === wanted)?.count ?? 0;
  return {
    total: groupsOfResourceFacet(groups, conditions, null).reduce((sum, { resources }) => sum + resources, 0),
    statuses: Object.values(ResourceStatusEnum).map((status) => ({ status, count: countIn(statuses, status) })),
    severities: SEVERITIES.map((severity) => ({ severity, count: countIn(severities, severity) })),
    integrations: counted('integration', ({ integrationId }) => integrationId).flatMap(({ value, count }) => {
      const integration = integrations.get(value);
      return integration ? [{ integration, count }] : [];
    }),
    typeCount: types.length,
    types: firstValues(types, VALUES_MAX, filter.type ?? null),
    accountCount: accounts.length,
    accounts: firstValues(accounts, VALUES_MAX, filter.account ?? null),
    regionCount: regions.length,
    regions: firstValues(regions, VALUES_MAX, filter.region ?? null),
  };
}

async function conditionsOf(ctx: RequestContext, filter: ResourceFilter): Promise<ResourceConditions> {
  const { type, account, region, status, worstSeverity } = filter;
  const only = await integrationNamed(ctx, filter.integrationId);
  return {
    status: (group) => status == null || statusOfGroup(group) === status,
    severity: ({ worst }) => worstSeverity == null || worstSeverity.some((each) => each === severityOf(worst)),
    integration: ({ integrationId }) => only === null || integrationId === only.id,
    type: (group) => type == null || group.type === type,
    account: (group) => account == null || group.account === account,
    region: (group) => region == null || group.region === region,
  };
}
