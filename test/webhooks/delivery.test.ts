import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { anyOf } from '../support/any-of.js';
import { eventually } from '../support/eventually.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { answers, Receiver, type Received } from './receiver.js';
import { attemptsOf, createWebhook, deliveriesOf, deliveryOf, emit, SECRET } from './webhooks.js';

const PING = 'mutation ($id: ID!) { pingWebhook(input: { webhookId: $id }) { delivery { id event status } } }';
const ROTATE = `mutation ($input: RotateWebhookSecretInput!) {
  rotateWebhookSecret(input: $input) { webhook { id previousSecretUntil } }
}`;
const REDELIVER = `mutation ($id: ID!) {
  redeliver(input: { deliveryId: $id }) { delivery { id eventId redeliveryOf body } }
}`;
const UPDATE = 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { status } } }';

describe('the delivery of events', () => {
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

  async function receiving(events?: string[]): Promise<{ receiver: Receiver; id: string }> {
    const receiver = await Receiver.start();
    receivers.push(receiver);
    return { receiver, id: (await createWebhook(service.a.admin, receiver.url, events)).id };
  }

  it('sends the end of a scan to every webhook that subscribes to it, with its headers and both signatures', async () => {
    const { receiver } = await receiving(['scan.completed']);
    const { receiver: everything } = await receiving(['*']);
    const { receiver: other } = await receiving(['scan.failed', 'evidence.uploaded']);
    await connect(service.a.admin, 'demo');
    const scan = await runScan(service.a.admin);
    const [request] = await receiver.first(1);
    // A webhook of all events receives those of scores and controls too.
    await eventually(async () => (everything.received.some(({ body }) => body === request?.body) ? true : null));
    const { event_id: eventId, timestamp, ...rest } = JSON.parse(request?.body ?? '') as Record<string, unknown>;
    expect(rest).toEqual({
      event: 'scan.completed',
      data: {
        scan_job_id: scan.id,
        total_controls: scan.total_controls,
        passed: scan.passed_controls,
        failed: scan.failed_controls,
        score: scan.scores?.overall,
        assured_score: scan.scores?.assured_overall,
      },
    });
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'scan.completed',
      'x-service-event-id': eventId,
      'x-service-attempt': '1',
      'webhook-id': eventId,
    });
    const [row] = await service.database.query<{ id: string }>(
      `select id from outbox where event = 'scan.completed' and data->>'scan_job_id' = $1`,
      [scan.id],
    );
    expect(eventId).toBe(row?.id);
    expectSigned(request, [SECRET]);
    expect(other.received).toEqual([]);
  });

  it('stores the log: delivery, attempt, duration, status', async () => {
    const { receiver, id } = await receiving();
    receiver.behaviour = answers(202, {}, `thanks\u0000 for ${SECRET}`);
    await emit(service.database, service.a.tenantId);
    await deliveryOf(service.database, id, ({ status }) => status === 'delivered');
    const { webhook } = await service.a.admin.data<{ webhook: Record<string, unknown> }>(
      `query ($id: ID!) { webhook(id: $id) { lastDelivery { statusCode } deliveries(first: 5) { totalCount nodes {
         event status nextAttemptAt failure attempts { number durationMs statusCode error responseExcerpt } } } } }`,
      { id },
    );
    expect(webhook).toEqual({
      lastDelivery: { statusCode: 202 },
      deliveries: {
        totalCount: 1,
        nodes: [
          {
            event: 'scan.failed',
            status: 'delivered',
            nextAttemptAt: null,
            failure: null,
            attempts: [
              {
                number: 1,
                durationMs: anyOf(Number),
                statusCode: 202,
                error: null,
                responseExcerpt: 'thanks for [redacted]',
              },
            ],
          },
        ],
      },
    });
  });

  it('creates no delivery of an event that is rolled back, nor for another tenant', async () => {
    const { receiver, id } = await receiving();
    await service.database.query('begin');
    await emit(service.database, service.a.tenantId);
    await service.database.query('rollback');
    await emit(service.database, service.b.tenantId);
    const emitted = await emit(service.database, service.a.tenantId);
    await receiver.first(1);
    expect((await deliveriesOf(service.database, id)).map(({ event_id: eventId }) => eventId)).toEqual([emitted]);
  });

  it('does not deliver an event from before the webhook was created', async () => {
    const { receiver: first } = await receiving();
    await emit(service.database, service.a.tenantId);
    await first.first(1);
    const { receiver: later, id } = await receiving();
    const emitted = await emit(service.database, service.a.tenantId);
    expect((await later.first(1)).map(({ headers }) => headers['webhook-id'])).toEqual([emitted]);
    expect(await deliveriesOf(service.database, id)).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])('treats a redirect (%d) as a failure and does not follow it', async (status) => {
    const { receiver: elsewhere } = await receiving(['integration.disconnected']);
    const { receiver, id } = await receiving(['scan.failed']);
    receiver.behaviour = answers(status, { location: elsewhere.url });
    await emit(service.database, service.a.tenantId);
    const { id: deliveryId } = await deliveryOf(service.database, id, ({ attempts }) => attempts >= 1);
    const [attempt] = await attemptsOf(service.database, deliveryId);
    expect(attempt).toMatchObject({ status_code: status, error: `answered ${status}; redirects are not followed` });
    expect(elsewhere.received).toEqual([]);
  });

  it('pings only one webhook, whatever its events, with signatures and retries', async () => {
    const { receiver, id } = await receiving(['scan.failed']);
    const { receiver: other } = await receiving();
    receiver.behaviour = answers(500);
    const { pingWebhook } = await service.a.admin.data<{ pingWebhook: { delivery: { id: string } } }>(PING, { id });
    const [request] = await receiver.first(1);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ event: 'ping', data: { webhook_id: id } });
    expectSigned(request, [SECRET]);
    const failed = await deliveryOf(service.database, id, ({ attempts }) => attempts === 1);
    expect(failed).toMatchObject({ id: pingWebhook.delivery.id, status: 'pending', next_attempt_at: anyOf(Date) });
    expect(other.received).toEqual([]);
  });

  it('repeats a delivery that has ended: the same event and bytes under a new delivery id', async () => {
    const { receiver, id } = await receiving();
    await emit(service.database, service.a.tenantId);
    const first = await deliveryOf(service.database, id, ({ status }) => status === 'delivered');
    const { redeliver } = await service.a.admin.data<{ redeliver: { delivery: Record<string, string> } }>(REDELIVER, {
      id: first.id,
    });
    expect(redeliver.delivery).toMatchObject({ eventId: first.event_id, redeliveryOf: first.id, body: first.body });
    const [one, two] = await receiver.first(2);
    expect(two?.body).toBe(one?.body);
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    expect([one?.headers['x-service-delivery'], two?.headers['x-service-delivery']]).toEqual([
      first.id,
      redeliver.delivery.id,
    ]);
  });

  it('signs with both secrets during a rotation, and only with the new one without an overlap', async () => {
    const { receiver, id } = await receiving();
    const next = 'the next secret of the receiver';
    await service.a.admin.data(ROTATE, { input: { webhookId: id, secret: next, overlapHours: 1 } });
    await emit(service.database, service.a.tenantId);
    expectSigned((await receiver.first(1))[0], [next, SECRET]);
    const last = 'and the last secret of the receiver';
    await service.a.admin.data(ROTATE, { input: { webhookId: id, secret: last, overlapHours: 0 } });
    await emit(service.database, service.a.tenantId);
    expectSigned((await receiver.first(2))[1], [last]);
  });

  it('fails waiting deliveries when a webhook is disabled, and sends nothing until it is enabled', async () => {
    const { receiver, id } = await receiving();
    receiver.behaviour = answers(503, { 'retry-after': '3600' });
    await emit(service.database, service.a.tenantId);
    const { id: waiting } = await deliveryOf(service.database, id, ({ attempts }) => attempts === 1);
    await service.a.admin.data(UPDATE, { input: { webhookId: id, status: 'disabled' } });
    await emit(service.database, service.a.tenantId);
    expect(await deliveriesOf(service.database, id)).toMatchObject([
      { id: waiting, status: 'failed', failure: 'webhook_disabled' },
    ]);
    expect((await service.a.admin.graphql(REDELIVER, { id: waiting })).text).toContain('CONFLICT');
    expect((await service.a.admin.graphql(PING, { id })).text).toContain('CONFLICT');
    await service.a.admin.data(UPDATE, { input: { webhookId: id, status: 'active' } });
    receiver.behaviour = answers(200);
    const emitted = await emit(service.database, service.a.tenantId);
    expect((await receiver.first(2))[1]?.headers['webhook-id']).toBe(emitted);
  });

  it('sends nothing to a webhook that was deleted', async () => {
    const { receiver, id } = await receiving();
    const { receiver: other } = await receiving();
    const { status, text } = await service.a.admin.send('DELETE', `/api/webhooks/${id}`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    await emit(service.database, service.a.tenantId);
    await other.first(1);
    expect(receiver.received).toEqual([]);
  });
});

/** Expects the plain signature, computed here, and Standard Webhooks signatures that the library of receivers verifies. */
function expectSigned(request: Received | undefined, secrets: string[]): void {
  const { headers, body }: Pick<Received, 'headers' | 'body'> = request ?? { headers: {}, body: '' };
  const [current = ''] = secrets;
  const plain = createHmac('sha256', current).update(Buffer.from(body)).digest('hex');
  expect(headers['x-service-signature']).toBe(`sha256=${plain}`);
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(secrets.length);
  for (const secret of secrets) {
    expect(new Webhook(secret, { format: 'raw' }).verify(body, headers as Record<string, string>)).toEqual(
      JSON.parse(body),
    );
  }
  expect(() => new Webhook('another secret altogether', { format: 'raw' }).verify(body, headers as never)).toThrow();
}
