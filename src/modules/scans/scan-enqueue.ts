import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Scope } from '../catalogue/scope.rules.js';
import { readPosture } from '../posture/posture.js';
import { ScanEntity } from './scan.entity.js';
import { publishScan } from './scan-queue.js';
import type { ScanTrigger } from './scan-states.js';

/** An integration that a scan may read. */
export interface Scannable {
  id: string;
  /** Key of the findings of its last imported report, or null. */
  importKey: string | null;
}

/** A scan to be queued. */
export interface ScanOrder extends Scope {
  tenantId: string;
  /** Null for a scheduled scan. */
  userId: string | null;
  trigger: ScanTrigger;
  integrations: Scannable[];
  /** Slugs. */
  frameworks: readonly string[];
  catalogue: Catalogue;
  at: Date;
  /** Id and number that were given out before. @default new ones: the number follows that of the tenant's last scan */
  reserved?: { id: string; sequence: number };
}

/**
 * Queues a scan in the transaction of `em`. Whoever calls writes the audit trail, and wakes a worker afterwards.
 * @returns its id
 */
export async function queueScan(em: EntityManager, order: ScanOrder): Promise<string> {
  const { tenantId, integrations, frameworks, hasHipaaPrivacy, catalogue } = order;
  const { id: scanId, sequence } = order.reserved ?? { id: newId(), sequence: await nextSequence(em, tenantId) };
  const { controls } = catalogue.scopedTo({ hasHipaaPrivacy });
  const posture = await readPosture(em, tenantId);
  const totalControls = controls.filter(
    (control) => frameworks.includes(control.framework.slug) && posture.isInScope(control),
  ).length;
  em.create(ScanEntity, {
    id: scanId,
    tenantId,
    sequence,
    status: 'queued',
    trigger: order.trigger,
    integrationIds: integrations.map(({ id }) => id),
    imports: Object.fromEntries(integrations.flatMap(({ id, importKey }) => (importKey ? [[id, importKey]] : []))),
    frameworks: [...frameworks],
    hasHipaaPrivacy,
    catalogueVersion: catalogue.version,
    triggeredBy: order.userId,
    createdAt: order.at,
    totalControls,
    progress: { percent: 0, controlsDone: 0, controlsTotal: totalControls, currentIntegration: null, findings: 0 },
  });
  await em.flush();
  await publishScan(em, tenantId, scanId);
  return scanId;
}

/** The tenant's next sequence number of a scan. The numbers have no gaps, so that an offset into the list is a number too. */
async function nextSequence(em: EntityManager, tenantId: string): Promise<number> {
  const next = await query(em)
    .updateTable('tenants')
    .set((eb) => ({ scan_sequence: eb('scan_sequence', '+', 1) }))
    .where('id', '=', tenantId)
    .returning('scan_sequence as sequence')
    .executeTakeFirst();
  if (!next) throw notFound();
  return next.sequence;
}
