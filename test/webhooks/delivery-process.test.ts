import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Client as Postgres } from 'pg';
import { eventually } from '../support/eventually.js';
import { SilentServer } from '../support/silent-server.js';
import { startService, type TestService } from '../support/service.js';
import { answers, Receiver } from './receiver.js';
import { attemptsOf, createWebhook, deliveriesOf, deliveryOf, emit } from './webhooks.js';
import { OF_WEB, WorkerProcess } from './worker-process.js';

const EVENTS = 150;

describe('a worker process', () => {
  let service: TestService;
  let worker: WorkerProcess;
  let receiver: Receiver;
  let id: string;

  beforeAll(async () => {
    service = await startService({ settings: OF_WEB });
    worker = new WorkerProcess(service);
  });
  beforeEach(async () => {
    receiver = await Receiver.start();
    ({ id } = await createWebhook(service.a.admin, receiver.url));
  });
  afterEach(async () => {
    await receiver.close();
    await service.database.query('delete from webhooks');
  });
  afterAll(async () => {
    await worker.end('SIGKILL');
    await service.stop();
  });

  /** Expects one successful delivery with one logged attempt; all requests are of the same event. */
  async function expectDeliveredOnce(eventId: string, sent: number): Promise<void> {
    const delivery = await deliveryOf(service.database, id, ({ status }) => status === 'delivered');
    expect(await deliveriesOf(service.database, id)).toHaveLength(1);
    expect(await attemptsOf(service.database, delivery.id)).toMatchObject([{ number: 1, error: null }]);
    expect(receiver.received).toHaveLength(sent);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]));
    expect(new Set(receiver.received.map(({ body }) => body))).toEqual(new Set([delivery.body]));
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-attempt']))).toEqual(new Set(['1']));
  }

  it('that is killed before it claims a delivery leaves it to the next one', async () => {
    await worker.end('SIGKILL');
    const eventId = await emit(service.database, service.a.tenantId);
    worker.start();
    await expectDeliveredOnce(eventId, 1);
  });

  it('that is killed after the claim, before anything is sent, has the delivery sent by the next one at once', async () => {
    // It takes a connection, and never says a word of TLS: nothing of the delivery goes out.
    const silent = await SilentServer.start();
    await service.database.query('update webhooks set url = $1', [`https://127.0.0.1:${silent.port}/`]);
    worker.start();
    const eventId = await emit(service.database, service.a.tenantId);
    await eventually(async () => (silent.connections > 0 ? true : null));
    expect(await deliveriesOf(service.database, id)).toMatchObject([{ status: 'delivering', attempts: 0 }]);
    await worker.end('SIGKILL');
    await service.database.query('update webhooks set url = $1', [receiver.url]);
    silent.close();
    worker.start();
    await expectDeliveredOnce(eventId, 1);
  });

  it('that is killed after it sent, before the answer, has the same delivery sent again', async () => {
    receiver.behaviour = () => undefined;
    worker.start();
    const eventId = await emit(service.database, service.a.tenantId);
    await receiver.first(1);
    await worker.end('SIGKILL');
    receiver.behaviour = answers(200);
    worker.start();
    await expectDeliveredOnce(eventId, 2);
  });

  it('that is killed after the answer, before it is stored, has the same delivery sent again', async () => {
    const holder = new Postgres({ connectionString: service.database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from webhooks where id = $1 for no key update', [id]);
    worker.start();
    const eventId = await emit(service.database, service.a.tenantId);
    await receiver.first(1);
    await eventually(async () => {
      const [waiting] = await service.database.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'from "?webhooks'`,
      );
      return waiting ? true : null;
    });
    await worker.end('SIGKILL');
    await holder.query('rollback');
    await holder.end();
    expect(await deliveriesOf(service.database, id)).toMatchObject([{ status: 'delivering', attempts: 0 }]);
    worker.start();
    await expectDeliveredOnce(eventId, 2);
  });

  it('that is killed after the outcome is stored has nothing sent again', async () => {
    worker.start();
    const eventId = await emit(service.database, service.a.tenantId);
    await deliveryOf(service.database, id, ({ status }) => status === 'delivered');
    await worker.end('SIGKILL');
    worker.start();
    const next = await emit(service.database, service.a.tenantId, 'scan.completed');
    await deliveryOf(service.database, id, ({ status, event_id: of }) => of === next && status === 'delivered');
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, next]);
  });

  it('that is stopped while a receiver is slow releases the delivery and exits with 0', async () => {
    receiver.behaviour = () => undefined;
    worker.start();
    const eventId = await emit(service.database, service.a.tenantId);
    await receiver.first(1);
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(await deliveriesOf(service.database, id)).toMatchObject([{ status: 'pending', attempts: 0 }]);
    receiver.behaviour = answers(200);
    worker.start();
    await expectDeliveredOnce(eventId, 2);
  });

  it('shares the work with a second one, and nothing is sent twice', async () => {
    receiver.behaviour = (res) => setTimeout(() => res.writeHead(200).end(), 5);
    const other = new WorkerProcess(service);
    worker.start();
    other.start();
    for (let made = 0; made < EVENTS; made += 1) await emit(service.database, service.a.tenantId);
    await eventually(async () => {
      const deliveries = await deliveriesOf(service.database, id);
      return deliveries.length === EVENTS && deliveries.every(({ status }) => status === 'delivered') ? true : null;
    });
    const sent = receiver.received.map(({ headers }) => headers['x-service-delivery']);
    expect(new Set(sent).size).toBe(EVENTS);
    expect(sent).toHaveLength(EVENTS);
    // Three at once of one webhook in each process.
    expect(receiver.openMost).toBeLessThanOrEqual(6);
    await other.end('SIGTERM');
  });
});
