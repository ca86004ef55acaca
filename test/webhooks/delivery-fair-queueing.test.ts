import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { Receiver } from './receiver.js';
import { createWebhook, deliveriesOf, emit } from './webhooks.js';

const EVENTS = 40;
/** Time far below the timeout of a slow receiver. */
const SOON_MS = 5_000;

describe('a receiver that does not answer', () => {
  let service: TestService;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    service = await startService({ settings: { allowsPrivateWebhooks: true } });
  });
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close();
    await service.database.query('delete from webhooks');
  });
  afterAll(() => service.stop());

  /** Addresses of loopback, each of which counts as another host. */
  async function receiver(host: string): Promise<Receiver> {
    const started = await Receiver.start(undefined, host);
    receivers.push(started);
    return started;
  }

  it('delays neither another webhook of its tenant nor another tenant, however long its queue is', async () => {
    const [slow, quick, other] = [
      await receiver('127.0.0.2'),
      await receiver('127.0.0.3'),
      await receiver('127.0.0.4'),
    ];
    slow.behaviour = () => undefined;
    const { id } = await createWebhook(service.a.admin, slow.url);
    for (let made = 0; made < EVENTS; made += 1) await emit(service.database, service.a.tenantId);
    await slow.first(3);
    await createWebhook(service.a.admin, quick.url);
    await createWebhook(service.b.admin, other.url);
    for (let made = 0; made < EVENTS; made += 1) {
      await emit(service.database, service.a.tenantId);
      await emit(service.database, service.b.tenantId);
    }
    await Promise.all([quick.first(EVENTS, SOON_MS), other.first(EVENTS, SOON_MS)]);
    expect(slow.received).toHaveLength(3);
    const states = await deliveriesOf(service.database, id);
    expect(states.filter(({ status }) => status === 'delivering')).toHaveLength(3);
    expect(states.filter(({ status }) => status === 'pending')).toHaveLength(2 * EVENTS - 3);
  });

  it('has a bounded number of attempts at once, and each tenant has a bounded share of the worker', async () => {
    const shared = await receiver('127.0.0.5');
    shared.behaviour = () => undefined;
    for (let made = 0; made < 4; made += 1) await createWebhook(service.a.admin, shared.url);
    const alone = await Promise.all(['127.0.0.6', '127.0.0.7', '127.0.0.8', '127.0.0.9'].map(receiver));
    for (const each of alone) {
      each.behaviour = () => undefined;
      await createWebhook(service.a.admin, each.url);
    }
    for (let made = 0; made < 5; made += 1) await emit(service.database, service.a.tenantId);
    const openNow = () => [shared, ...alone].reduce((sum, { open }) => sum + open, 0);
    await eventually(async () => (openNow() >= 12 ? true : null), SOON_MS);
    const other = await receiver('127.0.0.10');
    await createWebhook(service.b.admin, other.url);
    await emit(service.database, service.b.tenantId);
    await other.first(1, SOON_MS);
    expect(openNow()).toBe(12);
    expect(shared.open).toBeLessThanOrEqual(6);
  });

  it('fails the attempt after 15 seconds, with its reason in the log', async () => {
    const silent = await receiver('127.0.0.11');
    silent.behaviour = (res) => res.writeHead(200).flushHeaders();
    const mute = await receiver('127.0.0.12');
    mute.behaviour = () => undefined;
    const { id } = await createWebhook(service.b.admin, mute.url);
    const { id: answered } = await createWebhook(service.b.admin, silent.url);
    await emit(service.database, service.b.tenantId);
    const [log] = await eventually(async () => {
      const found = await service.database.query<{ error: string; duration_ms: number }>(
        `select error, duration_ms from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
         where d.webhook_id = $1`,
        [id],
      );
      return found.length > 0 ? found : null;
    });
    expect(log?.error).toBe('no answer in time');
    expect(log?.duration_ms).toBeGreaterThanOrEqual(14_900);
    expect(log?.duration_ms).toBeLessThan(17_000);
    // A receiver that sent a status has answered, even if the body never ends.
    await eventually(async () => {
      const [delivery] = await deliveriesOf(service.database, answered);
      return delivery?.status === 'delivered' ? true : null;
    });
  });
});
