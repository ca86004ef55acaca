import type { RequestContext } from '../../context.js';
import type { Actor } from '../../access/actor.js';
import { newId } from '../../platform/crypto/uuid.js';
import { describeKind, type SecurityEventKind } from './security-event-kinds.js';

/** What happened, as its place in the code knows it. Contains no secret. */
export interface SecurityEvent {
  kind: SecurityEventKind;
  /** Account that it is about. @default the caller, where that is a person */
  userId?: string | null;
  /** Session that it is about. @default null */
  sessionId?: string | null;
  /** @default null */
  resourceType?: string | null;
  /** @default null */
  resourceId?: string | null;
  /** Facts that only this kind has: a reason, a name of an operation. @default null */
  details?: Record<string, string | number | boolean | null> | null;
}

/** Author of an event, with the origin of the request. `anonymous` is whoever has not shown a valid credential. */
export interface SecurityActor {
  actorType: Actor['type'] | 'anonymous';
  actorId: string | null;
  apiKeyId: string | null;
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
}

/** An event as it is stored. `at` is text when it goes into the database and a date when it comes from there. */
export interface RecordedEvent<Moment = string> extends SecurityActor {
  id: string;
  at: Moment;
  kind: SecurityEventKind;
  outcome: 'success' | 'failure';
  /** Number of equal events that this one stands for, from 1. */
  count: number;
  sessionId: string | null;
  userId: string | null;
  resourceType: string | null;
  resourceId: string | null;
  details: Record<string, unknown> | null;
}

/** Filter of events; an omitted property means any. */
export interface SecurityEventFilter {
  /** A kind, or its prefix: `login.` */
  kind?: string;
  outcome?: 'success' | 'failure';
  userId?: string;
  address?: string;
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

/** Length to which agents are cut. Characters. */
export const USER_AGENT_LENGTH = 256;

/** The caller of a request as the author of an event; `anonymous` where nobody is logged in. */
export function securityActorOf({ viewerIfAny, address, userAgent, requestId }: RequestContext): SecurityActor {
  const origin = { address, userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null, requestId };
  if (!viewerIfAny) return { actorType: 'anonymous', actorId: null, apiKeyId: null, ...origin };
  const link = viewerIfAny.auditorLink;
  if (link) return { actorType: 'auditor_link', actorId: link.id, apiKeyId: null, ...origin };
  const { userId, apiKeyId } = viewerIfAny;
  return { actorType: apiKeyId === null ? 'user' : 'api_key', actorId: userId, apiKeyId, ...origin };
}

/** The author of a change as the author of an event. */
export function securityActorBy({ type, id, apiKeyId, address, requestId, userAgent }: Actor): SecurityActor {
  const agent = userAgent?.slice(0, USER_AGENT_LENGTH) ?? null;
  return { actorType: type, actorId: id, apiKeyId, address, requestId, userAgent: agent };
}

/** An event as it is stored. @param count number of equal events */
export function recordedEvent(
  { kind, userId, sessionId = null, resourceType = null, resourceId = null, details = null }: SecurityEvent,
  actor: SecurityActor,
  { at, count = 1 }: { at: Date; count?: number },
): RecordedEvent {
  const { outcome } = describeKind(kind);
  const self = actor.actorType === 'identity_provider' || actor.actorType === 'auditor_link' ? null : actor.actorId;
  const about = { sessionId, userId: userId === undefined ? self : userId, resourceType, resourceId, details };
  return { id: newId(), at: at.toISOString(), kind, outcome, count, ...actor, ...about };
}
