import type { RecordedEvent } from './security-event.js';
import { describeKind, OCSF_CLASSES, type SecurityEventDescription } from './security-event-kinds.js';

/** Version of the schema that lines follow. Source: https://schema.ocsf.io/1.4.0. */
const OCSF_VERSION = '1.4.0';
const PRODUCT = { name: 'Crosswalk', vendor_name: 'Crosswalk' } as const;
const SEVERITIES = { 1: 'Informational', 2: 'Low', 3: 'Medium', 4: 'High' } as const;
const OTHER = 99;

type Json = Record<string, unknown>;

/** An event of OCSF: of which class, what, how it ended, when and by whom. */
export interface OcsfParts {
  /** Identifier of the event. */
  uid: string;
  /** Null for an event that belongs to no tenant. */
  tenantId: string | null;
  /** Name of the trail: `security` or `audit`. */
  logName: string;
  /** Kind in our words. */
  code: string;
  description: SecurityEventDescription;
  at: Date;
  /** Number of equal events. */
  count: number;
  actor: {
    /** `user`, `api_key`, `system`, `operator`, `identity_provider`, `auditor_link` or `anonymous`. */
    type: string;
    id: string | null;
    apiKeyId: string | null;
    address: string | null;
    userAgent: string | null;
    requestId: string | null;
  };
  /** Account that it is about. */
  userId: string | null;
  sessionId: string | null;
  resource: { type: string; id: string | null } | null;
  details: Json | null;
}

/** One line of the security log for an event. @param tenantId null for an event that belongs to no tenant */
export function ocsfLine(tenantId: string | null, event: RecordedEvent): string {
  return JSON.stringify(ocsfOf(tenantId, event));
}

/** A security event in OCSF. */
export function ocsfOf(tenantId: string | null, event: RecordedEvent<string | Date>): Json {
  const { resourceType, resourceId, actorType, actorId, apiKeyId, address, userAgent, requestId } = event;
  return ocsfEvent({
    uid: event.id,
    tenantId,
    logName: 'security',
    code: event.kind,
    description: describeKind(event.kind),
    at: new Date(event.at),
    count: event.count,
    actor: { type: actorType, id: actorId, apiKeyId, address, userAgent, requestId },
    userId: event.userId,
    sessionId: event.sessionId,
    resource: resourceType === null ? null : { type: resourceType, id: resourceId },
    details: event.details,
  });
}

/**
 * An event with the attributes that OCSF 1.4 requires of its class, and those that we know; what has no place in the
 * class is under `unmapped`.
 */
function ocsfEvent(parts: OcsfParts): Json {
  const { description, at, actor, tenantId, details, sessionId } = parts;
  const { uid: classUid, name: className, category, categoryName } = OCSF_CLASSES[description.ocsf];
  const [activityId, activityName] = description.activity;
  return {
    class_uid: classUid,
    class_name: className,
    category_uid: category,
    category_name: categoryName,
    activity_id: activityId,
    activity_name: activityName,
    type_uid: classUid * 100 + activityId,
    type_name: `${className}: ${activityId === OTHER ? 'Other' : activityName}`,
    time: at.getTime(),
    severity_id: description.severity,
    severity: SEVERITIES[description.severity],
    status_id: description.outcome === 'success' ? 1 : 2,
    status: description.outcome === 'success' ? 'Success' : 'Failure',
    message: description.message,
    count: parts.count,
    metadata: {
      version: OCSF_VERSION,
      product: PRODUCT,
      uid: parts.uid,
      event_code: parts.code,
      log_name: parts.logName,
      ...given('tenant_uid', tenantId),
      ...given('correlation_uid', actor.requestId),
    },
    actor: actorOf(actor, sessionId),
    src_endpoint: endpointOf(actor),
    ...(actor.userAgent === null ? {} : { http_request: { user_agent: actor.userAgent } }),
    ...classParts(parts),
    ...given('unmapped', details),
  };
}

/** The attributes that only the event's class has. */
function classParts({ description, userId, sessionId, code, resource, details }: OcsfParts): Json {
  const user = { user: userId === null ? { name: 'unknown', type_id: 0, type: 'Unknown' } : userOf(userId) };
  switch (description.ocsf) {
    case 'authentication':
      return { ...user, service: { name: PRODUCT.name }, is_remote: true, ...sessionOf(sessionId) };
    case 'authorizeSession':
      return { ...user, privileges: [textOf(details?.role) ?? 'unknown'], ...sessionOf(sessionId) };
    case 'accountChange':
      return user;
    case 'apiActivity':
      return {
        api: { operation: textOf(details?.operation) ?? code, service: { name: PRODUCT.name } },
        ...(resource === null ? {} : { resources: [{ type: resource.type, ...given('uid', resource.id) }] }),
      };
  }
}

function actorOf({ type, id, apiKeyId }: OcsfParts['actor'], sessionId: string | null): Json {
  if (type === 'identity_provider') return { app_name: 'identity provider', ...given('app_uid', id), invoked_by: type };
  if (type === 'auditor_link') return { app_name: 'auditor link', ...given('app_uid', id), invoked_by: type };
  if (id === null) return { app_name: PRODUCT.name, invoked_by: type };
  return { user: { ...userOf(id), ...given('credential_uid', apiKeyId) }, invoked_by: type, ...sessionOf(sessionId) };
}

function userOf(id: string): Json {
  return { uid: id, type_id: 1, type: 'User' };
}

function sessionOf(id: string | null): Json {
  return id === null ? {} : { session: { uid: id } };
}

/** OCSF requires of an endpoint that something names it. */
function endpointOf({ address }: OcsfParts['actor']): Json {
  return address === null ? { svc_name: PRODUCT.name } : { ip: address };
}

function given(name: string, value: unknown): Json {
  return value === null ? {} : { [name]: value };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
