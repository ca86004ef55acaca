import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { connect } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { overSocket, overStream, TRANSPORTS, type Live } from './live.js';

const CHANGES = 'subscription { scansChanged { id } }';

/** Records the intervals of this process: a leaked connection has one. */
class Intervals {
  private readonly running = new Set<unknown>();
  private readonly real = { setInterval: globalThis.setInterval, clearInterval: globalThis.clearInterval };

  watch(): void {
    const { setInterval: begin, clearInterval: end } = this.real;
    globalThis.setInterval = (...args: Parameters<typeof setInterval>) => {
      const timer = begin(...args);
      this.running.add(timer);
      return timer;
    };
    globalThis.clearInterval = (timer) => {
      this.running.delete(timer);
      end(timer);
    };
  }

  get count(): number {
    return this.running.size;
  }

  unwatch(): void {
    Object.assign(globalThis, this.real);
  }
}

describe.each(Object.keys(TRANSPORTS))('a subscriber over %s that disconnects', (transport) => {
  let service: TestService;
  const intervals = new Intervals();
  let live: Live;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    await connect(service.a.admin, 'demo');
  });
  afterAll(() => service.stop());

  beforeEach(() => {
    intervals.watch();
    live = transport === 'SSE' ? overStream(service.a.auditor) : overSocket(service.a.auditor);
  });
  afterEach(async () => {
    await live.close();
    intervals.unwatch();
  });

  it('leaves no timer, with or without an event since', async () => {
    for (const isNotified of [false, true]) {
      const events = live.subscribe(CHANGES);
      await events.next();
      expect(intervals.count).toBeGreaterThan(0);
      if (isNotified) {
        await service.a.member.post('/api/scans/trigger', {});
        await events.next();
      }
      await events.return?.();
      await live.close();
      await eventually(async () => (intervals.count === 0 ? true : null));
      live = transport === 'SSE' ? overStream(service.a.auditor) : overSocket(service.a.auditor);
    }
  });
});
