import { describe, expect, it } from 'vitest';
import { AT_ONCE, FairQueueing } from '../../src/modules/webhooks/fair-queueing.rules.js';

/** An attempt whose tenant, host and webhook nobody else has, but for what is given. */
function attempt(number: number, shared: { tenantId?: string; host?: string; webhookId?: string }) {
  return { tenantId: `tenant ${number}`, host: `host ${number}`, webhookId: `webhook ${number}`, ...shared };
}

describe('fair queueing', () => {
  it.each([
    ['webhook', { webhookId: 'one' }, AT_ONCE.webhook],
    ['host', { host: 'one.example' }, AT_ONCE.host],
    ['tenant', { tenantId: 'one' }, AT_ONCE.tenant],
    ['tenant at a host', { tenantId: 'one', host: 'one.example' }, AT_ONCE.tenantAtHost],
    ['process', {}, AT_ONCE.all],
  ])('has no slot for a %s beyond its share, and one again for each that is released', (_what, shared, share) => {
    const slots = new FairQueueing();
    for (let number = 0; number < share; number += 1) expect(slots.acquire(attempt(number, shared))).toBe(true);
    expect(slots.acquire(attempt(share, shared))).toBe(false);
    slots.release(attempt(0, shared));
    expect(slots.acquire(attempt(share, shared))).toBe(true);
    expect(slots.acquire(attempt(share + 1, shared))).toBe(false);
  });

  it('leaves slots at a host to others, whatever one tenant has there', () => {
    const slots = new FairQueueing();
    const at = (number: number, tenantId: string) => attempt(number, { tenantId, host: 'one.example' });
    for (let number = 0; number < AT_ONCE.host; number += 1) slots.acquire(at(number, 'loud'));
    expect(slots.atHost(at(0, 'loud'))).toBe(AT_ONCE.tenantAtHost);
    expect(slots.acquire(at(100, 'quiet'))).toBe(true);
  });

  it('names what has reached its share', () => {
    const slots = new FairQueueing();
    expect(slots.busy()).toEqual({ tenantIds: [], hosts: [], webhookIds: [], atHosts: [] });
    const place = attempt(1, {});
    for (let number = 0; number < AT_ONCE.webhook; number += 1) slots.acquire(place);
    expect(slots.busy()).toEqual({
      tenantIds: [],
      hosts: [],
      webhookIds: ['webhook 1'],
      atHosts: [{ tenantId: 'tenant 1', host: 'host 1' }],
    });
    slots.release(place);
    expect(slots.busy()).toEqual({ tenantIds: [], hosts: [], webhookIds: [], atHosts: [] });
  });
});
