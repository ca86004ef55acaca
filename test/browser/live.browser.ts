import type { WebSocket } from 'playwright-core';
import { describe, it } from 'vitest';
import { expect } from './expect.js';
import { Stage } from './stage.js';

/** Interval of pings of the page, and those of a minute that count nothing. Milliseconds. Source: schema/contract/limits.md. */
const [PING_MS, SHORT_FREE] = [10_000, 12];
const MINUTE_MS = 60_000;

describe('the socket of the dashboard', () => {
  const stage = Stage.set({ settings: { rateLimitPerMinute: 2_000 } });

  it('opens again after the minute when it was closed because the quota of requests was used up', async () => {
    const { page, service } = stage;
    // The page asks again and again by then, and is refused.
    stage.dashboard.foresee(429);
    const sockets: WebSocket[] = [];
    page.on('websocket', (socket) => sockets.push(socket));
    await page.clock.install();
    await stage.openAs('admin', '/integrations');
    await expect.poll(() => sockets.length).toBe(1);
    const [first] = sockets;
    if (!first) throw new Error('there is no socket');
    const closed = first.waitForEvent('close');
    while ((await service.a.admin.get('/api/org/profile')).status !== 429);
    for (let no = 0; no <= SHORT_FREE && !first.isClosed(); no += 1) {
      const pong = first.waitForEvent('framereceived', { predicate: isPong }).catch(() => null);
      await page.clock.fastForward(PING_MS);
      await Promise.race([pong, closed]);
    }
    await closed;
    await page.getByText(/^Delayed: data from|^Too many requests/).waitFor();
    // A new limit begins a new window, as a minute does.
    await service.database.query('update tenants set rate_limit_per_minute = 3000 where id = $1', [service.a.tenantId]);
    expect(sockets).toHaveLength(1);
    const reopened = page.waitForEvent('websocket');
    await page.clock.fastForward(MINUTE_MS + 5_000);
    await (await reopened).waitForEvent('framereceived', { predicate: isAcknowledged });
    await expect(page.getByText(/^Delayed: data from|^Too many requests/)).toHaveCount(0);
  });
});

const isPong = ({ payload }: { payload: string | Buffer }) => payload.toString().includes('"pong"');
const isAcknowledged = ({ payload }: { payload: string | Buffer }) => payload.toString().includes('"connection_ack"');
