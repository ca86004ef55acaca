import type { Actor } from '../../access/actor.js';
import type { RequestContext } from '../../context.js';
import type { EntityManager } from '../../platform/database/database.js';
import {
  CHANGE_RECORDER,
  KIND_OF_ACTION,
  type EventAuthor,
  type SecurityEventRecorder,
} from '../security-events/security-event-recorder.js';
import type { AuditAction } from './audit-actions.js';
import { recordEntry } from './audit.sql.js';

/** One recorded change. Contains no secret. */
export interface AuditEntry {
  /** Resource and action: `member.role_changed`. */
  action: AuditAction;
  resourceType: string;
  resourceId: string | null;
  /** Previous values of the changed fields, all fields of a deleted thing. @default null */
  before?: Record<string, unknown> | null;
  /** New values of the changed fields, all fields of a created thing. @default null */
  after?: Record<string, unknown> | null;
  /** Account that its security event is about. @default the member that is changed, else the author */
  concerns?: string | null;
}

/** Author of a change as the trail shows it. */
export interface AuditActor extends Pick<Actor, 'type' | 'id' | 'apiKeyId'> {
  /** Null for the service, the operator, and a removed user. */
  name: string | null;
}

/** The caller of a request as the author of a change. */
export function actorOf({ viewer, address, userAgent, requestId }: RequestContext): Actor {
  const origin = { address, userAgent, requestId };
  if (viewer.auditorLink) return { type: 'auditor_link', id: viewer.auditorLink.id, apiKeyId: null, ...origin };
  const { userId, apiKeyId } = viewer;
  return { type: apiKeyId === null ? 'user' : 'api_key', id: userId, apiKeyId, ...origin };
}

/** Author of changes, with the tenant, the moment, and the recorder of the security events that changes cause. */
export interface ChangeAuthor extends EventAuthor {
  events: SecurityEventRecorder | null;
}

/** The caller of a request as the author of changes. */
export function authorOf(ctx: RequestContext): ChangeAuthor {
  return authorAs(ctx, actorOf(ctx), ctx.viewer.tenantId);
}

/** Another author of the changes of a request: an identity provider, where nobody is logged in. */
export function authorAs({ app, clock }: RequestContext, actor: Actor, tenantId: string): ChangeAuthor {
  return { actor, tenantId, at: clock.now(), events: app.values.find(CHANGE_RECORDER) ?? null };
}

/**
 * Records a change in the tenant's audit trail, in the transaction of `em`. Call it last: until the transaction ends,
 * every other writer of the trail waits. Source: specification, section 4 ("change is written to the audit trail").
 */
export async function recordAudit(ctx: RequestContext, em: EntityManager, entry: AuditEntry): Promise<void> {
  ctx.assertMatched();
  await recordChange(authorOf(ctx), em, entry);
}

/** Records a change of any author, like `recordAudit`. */
export async function recordChange(author: ChangeAuthor, em: EntityManager, entry: AuditEntry): Promise<void> {
  const { actor, tenantId, at, events } = author;
  const { concerns, ...recorded } = entry;
  await recordAuditAs(actor, em, { ...recorded, tenantId, at });
  const kind = KIND_OF_ACTION[entry.action];
  if (kind === undefined) return;
  const { resourceType, resourceId } = entry;
  const userId = concerns ?? (resourceType === 'member' ? resourceId : undefined);
  const about = userId === undefined ? {} : { userId };
  await events?.recordChange(em, author, { kind, resourceType, resourceId, ...about });
}

/** Records a change that no request caused. */
export async function recordAuditAs(
  actor: Actor,
  em: EntityManager,
  entry: AuditEntry & { tenantId: string; at: Date },
): Promise<void> {
  await recordEntry.run(em, { actor, entry });
}
