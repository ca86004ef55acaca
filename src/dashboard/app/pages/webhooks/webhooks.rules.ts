/** Events that a webhook can subscribe to. Source: schema/contract/events.md. */
export const EVENTS = [
  'scan.completed',
  'scan.failed',
  'evidence.uploaded',
  'compliance.score_changed',
  'compliance.control_failed',
  'compliance.assessment_disputed',
  'compliance.assessment_ends_soon',
  'integration.disconnected',
  'exception.ends_soon',
  'exception.expired',
  'exception.new_matches',
  'audit.head_signed',
  'notification',
] as const;

/** Translation keys of events; a key must not contain a full stop. */
export const EVENT_WORDS = {
  'scan.completed': 'scanCompleted',
  'scan.failed': 'scanFailed',
  'evidence.uploaded': 'evidenceUploaded',
  'compliance.score_changed': 'scoreChanged',
  'compliance.control_failed': 'controlFailed',
  'compliance.assessment_disputed': 'assessmentDisputed',
  'compliance.assessment_ends_soon': 'assessmentEndsSoon',
  'integration.disconnected': 'integrationDisconnected',
  'exception.ends_soon': 'exceptionEndsSoon',
  'exception.expired': 'exceptionExpired',
  'exception.new_matches': 'exceptionNewMatches',
  'audit.head_signed': 'auditHeadSigned',
  notification: 'notification',
} as const satisfies Record<(typeof EVENTS)[number], string>;

/** Subscription to all events, those of later versions too. */
export const EVERY_EVENT = '*';

/** What a receiver can read. Source: `WebhookFormat` of the schema. */
export const FORMATS = ['json', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof FORMATS)[number];

/** Whether messages for people go to a chat: its address is the credential, so nothing is signed and no address shown. */
export function isChat(format: WebhookFormat): boolean {
  return format !== 'json';
}

/** Limit of attempts for a delivery. Source: schema/contract/webhooks.md, "Attempts". */
export const ATTEMPTS_MAX = 10;

/**
 * Secret of 256 random bits in 43 characters that need no escaping in shells, headers or configuration files. Source:
 * our choice; the service accepts 16 to 256 printable characters and signs with their bytes.
 * @param random 32 random bytes
 */
export function secretOf(random: Uint8Array): string {
  const text = btoa(String.fromCharCode(...random));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Headers of a delivery that do not depend on the secret or the time. Source:
 * schema/contract/webhooks.md, "What is sent".
 */
export function headersOf(delivery: { id: string; event: string; eventId: string }, attempt: number): string {
  return [
    'Content-Type: application/json',
    `X-Service-Event: ${delivery.event}`,
    `X-Service-Event-Id: ${delivery.eventId}`,
    `X-Service-Delivery: ${delivery.id}`,
    `X-Service-Attempt: ${attempt}`,
    `webhook-id: ${delivery.eventId}`,
  ].join('\n');
}

/** JSON with a line for each field; any other text is returned unchanged. */
export function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/** Whether an HTTP status means success. @param code null for no response */
export function isSuccess(code: number | null): boolean {
  return code !== null && code >= 200 && code < 300;
}

interface Health {
  status: 'active' | 'disabled';
  consecutiveFailures: number;
  lastDelivery: { statusCode: number | null } | null;
}

/** Whether an enabled webhook has failed lately, so that somebody should check its receiver. */
export function isFailing({ status, consecutiveFailures, lastDelivery }: Health): boolean {
  if (status === 'disabled') return false;
  return consecutiveFailures > 0 || (lastDelivery !== null && !isSuccess(lastDelivery.statusCode));
}

interface Delivery {
  status: 'pending' | 'delivering' | 'delivered' | 'failed';
  nextAttemptAt: string | null;
}

/** Time before a due attempt within which the log is polled often. Milliseconds. */
const NEAR_MS = 60_000;

/** Polling interval of a delivery log: short while an attempt runs or is near, long otherwise. Milliseconds. */
export function pollMs(deliveries: readonly Delivery[], now: Date): number {
  const isMoving = deliveries.some(({ status, nextAttemptAt }) => {
    if (status === 'delivering') return true;
    if (status !== 'pending') return false;
    return nextAttemptAt === null || new Date(nextAttemptAt).getTime() - now.getTime() < NEAR_MS;
  });
  return isMoving ? 2_000 : 20_000;
}

/** Example code that verifies the signature of a delivery. Source: schema/contract/webhooks.md, "What is sent". */
export const VERIFICATION = `import { createHmac, timingSafeEqual } from 'node:crypto';

const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(rawBody).digest('hex'));
const given = Buffer.from(headers['x-service-signature'] ?? '');
const isOurs = given.length === expected.length && timingSafeEqual(given, expected);`;
