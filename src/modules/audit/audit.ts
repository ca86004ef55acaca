import type { RequestContext } from '../../context.js';
import type { EntityManager } from '../../platform/database/database.js';
import { recordEntry } from './audit.sql.js';

/** One recorded change. Contains no secret. */
export interface AuditEntry {
  /** Resource and action: `member.role_changed`. */
  action: string;
  resourceType: string;
  resourceId: string | null;
  /** Previous values of the changed fields, all fields of a deleted thing. @default null */
  before?: Record<string, unknown> | null;
  /** New values of the changed fields, all fields of a created thing. @default null */
  after?: Record<string, unknown> | null;
}

/** Author of a change: a caller, the service itself (`system`), or a user of the command line (`operator`). */
export interface Actor {
  type: 'user' | 'api_key' | 'system' | 'operator';
  id: string | null;
  apiKeyId: string | null;
  address: string | null;
  requestId: string | null;
}

/** Author of a change as the trail shows it. */
export interface AuditActor extends Pick<Actor, 'type' | 'id' | 'apiKeyId'> {
  /** Null for the service, the operator, and a removed user. */
  name: string | null;
}

export const SYSTEM: Actor = { type: 'system', id: null, apiKeyId: null, address: null, requestId: null };
export const OPERATOR: Actor = { ...SYSTEM, type: 'operator' };

/** The caller of a request as the author of a change. */
export function actorOf({ viewer, address, requestId }: RequestContext): Actor {
  const { userId, apiKeyId } = viewer;
  return { type: apiKeyId === null ? 'user' : 'api_key', id: userId, apiKeyId, address, requestId };
}

/**
 * Records a change in the tenant's audit trail, in the transaction of `em`. Call it last: until the transaction ends,
 * every other writer of the trail waits. Source: specification, section 4 ("change is written to the audit trail").
 */
export function recordAudit(ctx: RequestContext, em: EntityManager, entry: AuditEntry): Promise<void> {
  return recordAuditAs(actorOf(ctx), em, { ...entry, tenantId: ctx.viewer.tenantId, at: ctx.clock.now() });
}

/** Records a change that no request caused. */
export async function recordAuditAs(
  actor: Actor,
  em: EntityManager,
  entry: AuditEntry & { tenantId: string; at: Date },
): Promise<void> {
  await recordEntry.run(em, { actor, entry });
}
