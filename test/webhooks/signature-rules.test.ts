import { describe, expect, it } from 'vitest';
import { deliveryHeaders } from '../../src/modules/webhooks/signature.rules.js';

const SIGNED = {
  event: 'scan.failed',
  eventId: '11111111-2222-4333-8444-555555555555',
  deliveryId: '66666666-7777-4888-9999-000000000000',
  attempt: 3,
  body: '{"event":"scan.failed"}',
  secrets: ['schlüssel des empfängers'],
  at: new Date('2026-01-31T08:15:00.999Z'),
};

describe('the headers of a delivery', () => {
  it('have both signatures, with the UTF-8 bytes of the secret as key', () => {
    // Worked out with OpenSSL: printf '%s' "$body" | openssl dgst -sha256 -hmac "$secret", and base64 of its -binary.
    expect(deliveryHeaders(SIGNED)).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Crosswalk-Webhooks/1',
      'X-Service-Event': 'scan.failed',
      'X-Service-Event-Id': SIGNED.eventId,
      'X-Service-Delivery': SIGNED.deliveryId,
      'X-Service-Attempt': '3',
      'X-Service-Signature': 'sha256=d2ae01e202e1fa54268526542c9ef3ee0a9f82396b0ebaccec09675308debc21',
      'webhook-id': SIGNED.eventId,
      'webhook-timestamp': '1769847300',
      'webhook-signature': 'v1,+hyIm+NvImY1MY1pde/X423R4bEMWxRJQdAU1UOMyc0=',
    });
  });

  it('have the signature of the current secret first, then of the previous one', () => {
    const both = deliveryHeaders({ ...SIGNED, secrets: ['a new secret of 20 chars', ...SIGNED.secrets] });
    const [first, second] = both['webhook-signature'].split(' ');
    expect(second).toBe(deliveryHeaders(SIGNED)['webhook-signature']);
    expect(first).not.toBe(second);
    expect(both['X-Service-Signature']).not.toBe(deliveryHeaders(SIGNED)['X-Service-Signature']);
  });
});
