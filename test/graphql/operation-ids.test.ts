import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Socket } from '../http/socket.js';
import { eventually } from '../support/eventually.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

const METRICS_TOKEN = 'metrics-token-of-the-test-0123456789';
const CHANGES = 'subscription { scansChanged { id status } }';

describe('the id of an operation of a socket', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ settings: { metricsToken: METRICS_TOKEN, demoScanSeconds: 0 } });
    await connect(service.a.admin, 'demo');
  });
  afterAll(() => service.stop());

  const open = () => Socket.connect(service.baseUrl, service.a.admin.token);
  const openSubscriptions = async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${service.baseUrl}/metrics`, { headers })).text();
    return Number(/crosswalk_live_open\{kind="subscriptions"\} (\d+)/.exec(text)?.[1]);
  };
  const start = (socket: Socket, id: string, query: string) =>
    socket.send({ type: 'subscribe', id, payload: { query } });
  const complete = (socket: Socket, id: string) => socket.send({ type: 'complete', id });
  const of = (socket: Socket, id: string, type: string) =>
    socket.messages.filter((each) => each.id === id && each.type === type).length;

  it('may be used again as soon as its client has completed it, and names the new operation alone', async () => {
    const socket = await open();
    for (let no = 0; no < 5; no += 1) {
      start(socket, 'a', CHANGES);
      complete(socket, 'a');
      start(socket, 'a', CHANGES);
      // The second one is open by then.
      await eventually(async () => of(socket, 'a', 'next') > no || null);
      complete(socket, 'a');
    }
    start(socket, 'b', CHANGES);
    await socket.message(({ id, type }) => id === 'b' && type === 'next');
    expect(await openSubscriptions()).toBe(1);
    const before = of(socket, 'a', 'next');
    await runScan(service.a.admin);
    await eventually(async () => of(socket, 'b', 'next') > 1 || null);
    expect(of(socket, 'a', 'next')).toBe(before);
    await socket.close();
  });

  it('of a query that was completed names the subscription that follows, which gets its first event', async () => {
    const socket = await open();
    for (let no = 0; no < 10; no += 1) {
      const id = `q${String(no)}`;
      start(socket, id, '{ controls { id title } }');
      complete(socket, id);
      start(socket, id, CHANGES);
      const next = await socket.message((each) => each.id === id && JSON.stringify(each).includes('scansChanged'));
      expect(next.type).toBe('next');
      complete(socket, id);
    }
    await socket.close();
  });

  it('ends with its socket, however far its subscription was opened', async () => {
    for (let no = 0; no < 5; no += 1) {
      const socket = await open();
      for (let id = 0; id < 5; id += 1) {
        start(socket, String(id), CHANGES);
        complete(socket, String(id));
        start(socket, String(id), CHANGES);
      }
      await socket.close();
    }
    // What was being opened is open by now, if it is not ended.
    await setTimeout(300);
    await eventually(async () => (await openSubscriptions()) === 0 || null);
  });

  it('closes the socket where its operation is not completed', async () => {
    const socket = await open();
    start(socket, 'a', CHANGES);
    start(socket, 'a', CHANGES);
    expect((await socket.closed).code).toBe(4409);
  });
});
