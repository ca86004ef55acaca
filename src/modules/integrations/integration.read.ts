import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';
import type { StoredIdentity } from './integration.entity.js';
import type { IntegrationErrorType, IntegrationType } from './integration.type.js';
import { isDegraded, type CheckReach } from './reach.rules.js';

/** Integrations of the tenant, oldest first. */
export async function readIntegrations(ctx: RequestContext): Promise<IntegrationType[]> {
  const found = await select(ctx).orderBy('i.created_at').orderBy('i.id').execute();
  return found.map(integrationType);
}

/** One integration of the tenant, or null. */
export async function readIntegration(ctx: RequestContext, id: string): Promise<IntegrationType | null> {
  const found = await select(ctx).where('i.id', '=', id).executeTakeFirst();
  return found ? integrationType(found) : null;
}

/** Those of the tenant's integrations with these ids. */
export async function readIntegrationsById(ctx: RequestContext, ids: readonly string[]): Promise<IntegrationType[]> {
  const found = await select(ctx)
    .where('i.id', 'in', [...ids])
    .execute();
  return found.map(integrationType);
}

type IntegrationRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function integrationType({
  cron,
  nextScanAt,
  timezone,
  reach,
  identity: found,
  ...integration
}: IntegrationRow): IntegrationType {
  const schedule = cron !== null && nextScanAt !== null ? { cron, timezone, nextScanAt } : null;
  const degraded = integration.status === 'connected' && reach !== null && isDegraded(reach);
  const identity = found && { facts: found.facts, foundAt: new Date(found.foundAt) };
  return { ...integration, identity, schedule, degraded, withheldChecks: reach?.withheld ?? [] };
}

function select({ em, viewer }: RequestContext) {
  return query(em)
    .selectFrom('integrations as i')
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .leftJoin('scan_schedules as s', (join) =>
      join.onRef('s.tenant_id', '=', 'i.tenant_id').onRef('s.integration_id', '=', 'i.id'),
    )
    .select(['i.id', 'i.type', 'i.name', 'i.status', 'i.last_scan_at as lastScan', 'i.created_at as createdAt'])
    .select(['s.cron', 's.next_at as nextScanAt', 't.timezone'])
    .select((eb) => [
      eb.ref('i.config').$castTo<Record<string, unknown>>().as('config'),
      eb.ref('i.error').$castTo<IntegrationErrorType | null>().as('error'),
      eb.ref('i.identity').$castTo<StoredIdentity | null>().as('identity'),
      eb.ref('i.check_reach').$castTo<CheckReach | null>().as('reach'),
    ])
    .where('i.tenant_id', '=', viewer.tenantId);
}
