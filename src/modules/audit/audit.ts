import type { RequestContext } from '../../context.js';
import type { EntityManager } from '../../platform/database/database.js';
import { recordEntry } from './audit.sql.js';

/** One change, as stored in the audit trail. Never a secret in it. */
export interface AuditEntry {
  /** Resource and action: `member.role_changed`. */
  action: string;
  resourceType: string;
  resourceId: string | null;
  /** What changed, as it was; only the changed fields of something that goes on. @default null */
  before?: Record<string, unknown> | null;
  /** What changed, as it is now. @default null */
  after?: Record<string, unknown> | null;
}

/** Author of a change: a caller, the service by itself (`system`), or somebody at the command line (`operator`). */
export interface Actor {
  type: 'user' | 'api_key' | 'system' | 'operator';
  id: string | null;
  apiKeyId: string | null;
  address: string | null;
  requestId: string | null;
}

/** Author of a change as the trail shows it. */
export interface AuditActor extends Pick<Actor, 'type' | 'id' | 'apiKeyId'> {
  /** Null for the service, the operator, and a user who is gone. */
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
 * Writes a change to the tenant's audit trail, in the transaction of `em`; do it last, for it makes every other writer of
 * the trail wait until that ends. Source: specification, section 4 ("change is written to the audit trail").
 */
export function recordAudit(ctx: RequestContext, em: EntityManager, entry: AuditEntry): Promise<void> {
  return recordAuditAs(actorOf(ctx), em, { ...entry, tenantId: ctx.viewer.tenantId, at: ctx.clock.now() });
}

/** The same for changes that no request asked for. */
export async function recordAuditAs(
  actor: Actor,
  em: EntityManager,
  entry: AuditEntry & { tenantId: string; at: Date },
): Promise<void> {
  await recordEntry.run(em, { actor, entry });
}
