import type { RequestContext } from '../../context.js';
import { rows, sql, type EntityManager } from '../../platform/database/database.js';

/** One change, as the audit trail keeps it. Never a secret in it. */
export interface AuditEntry {
  /** Resource and deed: `member.role_changed`. */
  action: string;
  resourceType: string;
  resourceId: string | null;
  /** What changed, as it was; only the changed fields of something that goes on. @default null */
  before?: Record<string, unknown> | null;
  /** What changed, as it is now. @default null */
  after?: Record<string, unknown> | null;
}

/** Who made a change: a caller, the service by itself (`system`), or somebody at the command line (`operator`). */
export interface Actor {
  type: 'user' | 'api_key' | 'system' | 'operator';
  id: string | null;
  apiKeyId: string | null;
  address: string | null;
  requestId: string | null;
}

export const SYSTEM: Actor = { type: 'system', id: null, apiKeyId: null, address: null, requestId: null };
export const OPERATOR: Actor = { ...SYSTEM, type: 'operator' };

/** The caller of a request, and where from. */
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
  await rows(em, sql`select ${auditCall(actor, entry)}`);
}

/** The call that writes an entry, for statements that change and record at once. */
export function auditCall(actor: Actor, entry: AuditEntry & { tenantId: string; at: Date }) {
  const { tenantId, at, action, resourceType, resourceId, before = null, after = null } = entry;
  return sql`record_audit(${tenantId}::uuid, ${at}::timestamptz, ${JSON.stringify(actor)}::jsonb, ${action}::text,
    ${resourceType}::text, ${resourceId}::text, ${toJson(before)}::jsonb, ${toJson(after)}::jsonb)`;
}

function toJson(value: Record<string, unknown> | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
