import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/modules/events/outbox.js';
import {
  EVENTS,
  headersOf,
  isFailing,
  pollMs,
  readable,
  secretOf,
} from '../../src/dashboard/app/pages/webhooks/webhooks.rules.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');

describe('webhooks in the dashboard', () => {
  it('offer the events of the service', () => {
    expect([...EVENTS].sort()).toEqual([...EVENT_TYPES].sort());
  });

  it('get a secret of 32 random bytes, in characters that need no escaping', () => {
    const secret = secretOf(new Uint8Array(32).fill(255));
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(secret, 'base64url')).toEqual(Buffer.alloc(32, 255));
  });

  it('have delivery and attempt in the headers of a request', () => {
    const headers = headersOf({ id: 'd1', event: 'scan.failed', eventId: 'e1' }, 3);
    expect(headers).toContain('X-Service-Delivery: d1');
    expect(headers).toContain('X-Service-Attempt: 3');
    expect(headers).toContain('webhook-id: e1');
  });

  it('show a body that is not JSON unchanged', () => {
    expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readable('<p>')).toBe('<p>');
  });

  it('are failing when the last attempt was no success', () => {
    const webhook = { status: 'active', consecutiveFailures: 0, lastDelivery: { statusCode: 204 } } as const;
    expect(isFailing(webhook)).toBe(false);
    expect(isFailing({ ...webhook, lastDelivery: null })).toBe(false);
    expect(isFailing({ ...webhook, lastDelivery: { statusCode: 500 } })).toBe(true);
    expect(isFailing({ ...webhook, lastDelivery: { statusCode: null } })).toBe(true);
    expect(isFailing({ ...webhook, consecutiveFailures: 1 })).toBe(true);
    expect(isFailing({ ...webhook, status: 'disabled', consecutiveFailures: 5 })).toBe(false);
  });

  it('are polled often only while an attempt is near', () => {
    const often = pollMs([{ status: 'delivering', nextAttemptAt: null }], NOW);
    expect(pollMs([{ status: 'pending', nextAttemptAt: '2026-03-01T12:00:30.000Z' }], NOW)).toBe(often);
    expect(pollMs([{ status: 'pending', nextAttemptAt: null }], NOW)).toBe(often);
    expect(pollMs([{ status: 'pending', nextAttemptAt: '2026-03-01T13:00:00.000Z' }], NOW)).toBeGreaterThan(often);
    expect(pollMs([{ status: 'delivered', nextAttemptAt: null }], NOW)).toBeGreaterThan(often);
    expect(pollMs([], NOW)).toBeGreaterThan(often);
  });
});
