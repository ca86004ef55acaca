/** What a webhook can be told of. Source: schema/contract/events.md. */
export const EVENTS = [
  'scan.completed',
  'scan.failed',
  'evidence.uploaded',
  'compliance.score_changed',
  'compliance.control_failed',
  'integration.disconnected',
] as const;

/** All events, those of later versions too. */
export const EVERY_EVENT = '*';

/** Attempts that a delivery has. Source: schema/contract/webhooks.md, "Attempts". */
export const ATTEMPTS_MAX = 10;

/**
 * A secret of 256 random bits in 43 characters that no shell, header or configuration file needs to escape. Source: our choice;
 * the service takes 16 to 256 printable characters and signs with their bytes.
 * @param random 32 random bytes
 */
export function secretOf(random: Uint8Array): string {
  const text = btoa(String.fromCharCode(...random));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The headers of a delivery that do not depend on the secret or the moment. Source: schema/contract/webhooks.md, "What is sent". */
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

/** JSON with a line for each member; what is no JSON stays as it is. */
export function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/** @param code a status of HTTP; null where there was no answer */
export function isSuccess(code: number | null): boolean {
  return code !== null && code >= 200 && code < 300;
}

interface Health {
  status: 'active' | 'disabled';
  consecutiveFailures: number;
  lastDelivery: { statusCode: number | null } | null;
}

/** Whether somebody should look at the receiver of a webhook that is still told of events. */
export function isFailing({ status, consecutiveFailures, lastDelivery }: Health): boolean {
  if (status === 'disabled') return false;
  return consecutiveFailures > 0 || (lastDelivery !== null && !isSuccess(lastDelivery.statusCode));
}

interface Delivery {
  status: 'pending' | 'delivering' | 'delivered' | 'failed';
  nextAttemptAt: string | null;
}

/** An attempt that is due within this time is waited for. */
const NEAR_MS = 60_000;

/** How often a log is asked for: all the time while an attempt is under way or near, now and then otherwise. Milliseconds. */
export function pollMs(deliveries: readonly Delivery[], now: Date): number {
  const isMoving = deliveries.some(({ status, nextAttemptAt }) => {
    if (status === 'delivering') return true;
    if (status !== 'pending') return false;
    return nextAttemptAt === null || new Date(nextAttemptAt).getTime() - now.getTime() < NEAR_MS;
  });
  return isMoving ? 2_000 : 20_000;
}

/** How a receiver verifies that a delivery is of this service. Source: schema/contract/webhooks.md, "What is sent". */
export const VERIFICATION = `import { createHmac, timingSafeEqual } from 'node:crypto';

const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(rawBody).digest('hex'));
const given = Buffer.from(headers['x-service-signature'] ?? '');
const isOurs = given.length === expected.length && timingSafeEqual(given, expected);`;
