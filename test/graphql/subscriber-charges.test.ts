import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/context.js';
import { RequestQuotas } from '../../src/graphql/request-quotas.js';
import { SubscriberCharges } from '../../src/graphql/subscriber-charges.js';
import { Quota } from '../../src/platform/quota.js';
import { eventually } from '../support/eventually.js';

const KIB = 1024;
const LIMIT = 1_000;
const viewer = (sessionId: string, apiKeyId: string | null = null) =>
  ({ tenantId: 't', userId: 'ann', sessionId, apiKeyId, auditorLink: null, rateLimitPerMinute: null }) as Viewer;

describe('what is sent to subscribers', () => {
  it.each([
    ['a million messages of a byte', 1_000_000, 1, 15],
    ['65 messages of 1 KiB', 65, KIB, 1],
    ['a message one byte short of 64 KiB', 1, 64 * KIB - 1, 0],
    ['ten messages one byte short of 64 KiB', 10, 64 * KIB - 1, 9],
    ['a message of 1 MiB', 1, KIB * KIB, 16],
  ])('takes a unit for each 64 KiB, however they are cut: %s', async (_what, messages, bytes, units) => {
    const quota = new Quota('requests', LIMIT);
    const charges = new SubscriberCharges(new RequestQuotas(quota));
    let charged = 0;
    quota.onUse = (use) => (charged += use.units);
    for (let no = 0; no < messages; no += 1) charges.chargeBytes(viewer('s'), bytes);
    await eventually(async () => charged >= units || null);
    expect(charged).toBe(units);
  });

  it('is added up for each credential by itself', async () => {
    const quota = new Quota('requests', LIMIT);
    const charges = new SubscriberCharges(new RequestQuotas(quota));
    const used = new Map<string, number>();
    quota.onUse = ({ key, units }) => used.set(key, (used.get(key) ?? 0) + units);
    for (const each of [viewer('s1'), viewer('s2'), viewer('', 'k')]) charges.chargeBytes(each, 40 * KIB);
    charges.chargeBytes(viewer('', 'k'), 40 * KIB);
    await eventually(async () => used.size === 2 || null);
    expect(Object.fromEntries(used)).toEqual({ 'api key k': 1, 'tenant t': 1 });
  });
});

describe('a credential whose quota is used up', () => {
  it('waits for the next window, and no longer than its subscription', async () => {
    // One look asks whether, a second one how long.
    const states = [0, 0, 0, 0, 1].map((remaining) => ({ remaining, resetSeconds: 0.01 }));
    const stated = { peek: async () => states.shift() ?? { remaining: 0, resetSeconds: 60 } };
    const charges = new SubscriberCharges({ of: () => stated } as never);
    await charges.untilLeft(viewer('s'), new AbortController().signal);
    expect(states).toEqual([]);
    const ended = new AbortController();
    const waiting = charges.untilLeft(viewer('s'), ended.signal);
    ended.abort();
    await waiting;
  });
});
