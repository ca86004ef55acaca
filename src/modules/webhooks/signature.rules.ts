import { createHmac } from 'node:crypto';
import { SECOND } from '../../platform/clock.js';

export interface Signed {
  event: string;
  eventId: string;
  deliveryId: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Body, sent unchanged. */
  body: string;
  /** The current secret first; during a rotation also the previous one. */
  secrets: readonly string[];
  at: Date;
}

/** The headers of a message to a chat, which knows no signature. */
export const MESSAGE_HEADERS = { 'content-type': 'application/json', 'user-agent': 'Crosswalk-Webhooks/1' };

/**
 * The headers of a delivery. The keys of both signatures are the secrets' UTF-8 bytes.
 * Source: specification, section 6, "Signature"; Standard Webhooks 1.0; schema/contract/webhooks.md
 */
export function deliveryHeaders({ event, eventId, deliveryId, attempt, body, secrets, at }: Signed) {
  const timestamp = String(Math.floor(at.getTime() / SECOND));
  const [current = ''] = secrets;
  return {
    ...MESSAGE_HEADERS,
    'X-Service-Event': event,
    'X-Service-Event-Id': eventId,
    'X-Service-Delivery': deliveryId,
    'X-Service-Attempt': String(attempt),
    'X-Service-Signature': `sha256=${hmac(current, body).toString('hex')}`,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${hmac(secret, `${eventId}.${timestamp}.${body}`).toString('base64')}`)
      .join(' '),
  };
}

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(text, 'utf8').digest();
}
