import type { EntityManager } from '../../platform/database/database.js';
import { deleteArrivals, lockFindings, openIntegrations } from './arrival.sql.js';
import { Arrivals, type ArrivalOptions } from './arrivals.js';
import { deleteZeroCounts, mergeFindings, numberScan, recountFailing, type UnseenRules } from './merge.sql.js';

/**
 * Begins to store the findings of a scan, in the transaction of `em`. Until this ends no other scan of the tenant does. What a scan
 * says of an integration of which a later one is stored is left out: it would bring back what is known better.
 */
export async function beginFindings(
  em: EntityManager,
  { integrationIds, ...options }: Omit<ArrivalOptions, 'integrationIds'> & { integrationIds: readonly string[] },
): Promise<Arrivals> {
  const { id: scanId, tenantId } = options.scan;
  await lockFindings.run(em, { tenantId });
  const open = await openIntegrations.all(em, { tenantId, scanId, integrationIds });
  return new Arrivals(em, { ...options, integrationIds: new Set(open.map(({ id }) => id)) });
}

/**
 * Replaces the current findings of each integration by those of this scan. `unseenOf`: rules whose resources the scan could not read, or
 * not all; their findings stay.
 */
export async function mergeArrivals(
  em: EntityManager,
  arrivals: Arrivals,
  { at, unseenOf }: { at: Date; unseenOf: (integrationId: string) => UnseenRules },
): Promise<void> {
  const { scan, integrationIds } = arrivals.options;
  for (const integrationId of integrationIds) {
    const findings = arrivals.counts.get(integrationId) ?? 0;
    const { scanNo, previousAt, isCounted } = await numberScan.only(em, { scan, integrationId, findings, at });
    await mergeFindings.run(em, { scan, integrationId, scanNo, at, previousAt, unseen: unseenOf(integrationId) });
    if (!isCounted) await recountFailing.run(em, { tenantId: scan.tenantId, integrationId });
    await deleteZeroCounts.run(em, { scan, integrationId });
  }
  await deleteArrivals.run(em, { scan });
}
