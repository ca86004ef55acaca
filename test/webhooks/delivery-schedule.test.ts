import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { anyOf } from '../support/any-of.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { answers, Receiver } from './receiver.js';
import { attemptsOf, createWebhook, deliveriesOf, emit, wake, type DeliveryState } from './webhooks.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Waits between attempts. Source: the contract, "Webhook delivery". */
const GAPS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

interface WebhookState {
  status: string;
  disabled_reason: string | null;
  consecutive_failures: number;
  disabled_at: Date | null;
}

describe('the schedule of a delivery, on a clock that the test moves', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let receiver: Receiver;
  let id: string;
  /** Receiver of another webhook: a request to it shows that the worker has read the due deliveries. */
  let witness: Receiver;

  beforeAll(async () => {
    service = await startService({ settings: { allowsPrivateWebhooks: true }, clock });
    witness = await Receiver.start();
    await createWebhook(service.a.admin, witness.url, ['evidence.uploaded']);
  });
  beforeEach(async () => {
    clock.shiftMs = 0;
    receiver = await Receiver.start(answers(500, {}, 'not today'));
    ({ id } = await createWebhook(service.a.admin, receiver.url, ['scan.failed']));
  });
  afterEach(() => receiver.close());
  afterAll(async () => {
    await witness.close();
    await service.stop();
  });

  const newest = async () => (await deliveriesOf(service.database, id)).at(-1);

  async function afterAttempt(number: number): Promise<DeliveryState> {
    return eventually(async () => {
      const delivery = await newest();
      return delivery?.attempts === number ? delivery : null;
    });
  }

  async function travelTo(at: number): Promise<void> {
    clock.shiftMs = at - Date.now();
    await wake(service.database);
  }

  /** Waits until the worker has begun the deliveries that are due now. */
  async function letTheWorkerLook(): Promise<void> {
    const seen = witness.received.length;
    await emit(service.database, service.a.tenantId, 'evidence.uploaded');
    await witness.first(seen + 1);
  }

  async function webhookState(): Promise<WebhookState | undefined> {
    const [state] = await service.database.query<WebhookState>(
      'select status, disabled_reason, consecutive_failures, disabled_at from webhooks where id = $1',
      [id],
    );
    return state;
  }

  it('has ten attempts at their times, ± 20 %, with the same event and bytes, and then fails', async () => {
    const eventId = await emit(service.database, service.a.tenantId);
    const gaps: number[] = [];
    for (const [index, gap] of GAPS.entries()) {
      const delivery = await afterAttempt(index + 1);
      expect(delivery.status).toBe('pending');
      const attempt = (await attemptsOf(service.database, delivery.id)).at(-1);
      const due = delivery.next_attempt_at?.getTime() ?? 0;
      const waited = due - (attempt?.at.getTime() ?? 0) - (attempt?.duration_ms ?? 0);
      // Milliseconds are rounded here and there.
      expect(waited).toBeGreaterThanOrEqual(gap * 0.8 - 50);
      expect(waited).toBeLessThanOrEqual(gap * 1.2 + 50);
      gaps.push(waited / gap);
      await travelTo(due - 2 * SECOND);
      await letTheWorkerLook();
      expect(receiver.received).toHaveLength(index + 1);
      await travelTo(due);
    }
    const delivery = await eventually(async () => {
      const last = await newest();
      return last?.status === 'failed' ? last : null;
    });
    expect(delivery).toMatchObject({ attempts: 10, failure: null, next_attempt_at: null });
    expect(new Set(gaps.map((gap) => gap.toFixed(3))).size).toBeGreaterThan(1);
    expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(
      Array.from({ length: 10 }, (_, index) => String(index + 1)),
    );
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]));
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery']))).toEqual(
      new Set([delivery.id]),
    );
    const log = await attemptsOf(service.database, delivery.id);
    expect(log.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const attempt of log) {
      expect(attempt).toMatchObject({ status_code: 500, error: 'answered 500', response_excerpt: 'not today' });
    }
    await travelTo(Date.now() + 1_000 * HOUR);
    await letTheWorkerLook();
    expect(receiver.received).toHaveLength(10);
  });

  it.each([
    ['seconds', () => '7200'],
    ['an HTTP date', () => new Date(clock.now().getTime() + 2 * HOUR).toUTCString()],
  ])('waits as long as Retry-After asks, in %s', async (_spelling, header) => {
    receiver.behaviour = answers(503, { 'retry-after': header() });
    await emit(service.database, service.a.tenantId);
    const { next_attempt_at: next } = await afterAttempt(1);
    const waited = (next?.getTime() ?? 0) - Date.now();
    expect(waited).toBeGreaterThan(2 * HOUR - MINUTE);
    expect(waited).toBeLessThanOrEqual(2 * HOUR);
    receiver.behaviour = answers(200);
    await travelTo(Date.now() + 2 * HOUR);
    expect(await afterAttempt(2)).toMatchObject({ status: 'delivered' });
  });

  it('ends with 410, which disables the webhook at once and fails its waiting deliveries', async () => {
    receiver.behaviour = answers(503);
    await emit(service.database, service.a.tenantId);
    await afterAttempt(1);
    receiver.behaviour = answers(410);
    await emit(service.database, service.a.tenantId);
    const state = await eventually(async () => {
      const found = await webhookState();
      return found?.status === 'disabled' ? found : null;
    });
    expect(state).toMatchObject({ disabled_reason: 'gone', consecutive_failures: 0, disabled_at: anyOf(Date) });
    expect(await deliveriesOf(service.database, id)).toMatchObject([
      { status: 'failed', failure: 'webhook_disabled', attempts: 1 },
      { status: 'failed', failure: null, attempts: 1 },
    ]);
    const [audited] = await service.database.query(
      `select actor_type, before, after from audit_log where action = 'webhook.disabled' and resource_id = $1`,
      [id],
    );
    expect(audited).toEqual({
      actor_type: 'system',
      before: { status: 'active' },
      after: { status: 'disabled', reason: 'gone' },
    });
  });

  it('disables the webhook after five consecutive exhausted deliveries, a count that a success or enabling resets', async () => {
    await exhaust(4);
    expect(await webhookState()).toMatchObject({ status: 'active', consecutive_failures: 4 });
    receiver.behaviour = answers(200);
    await emit(service.database, service.a.tenantId);
    await eventually(async () => ((await webhookState())?.consecutive_failures === 0 ? true : null));
    receiver.behaviour = answers(500);
    await exhaust(5);
    expect(await webhookState()).toMatchObject({
      status: 'disabled',
      consecutive_failures: 5,
      disabled_reason: 'exhausted_deliveries',
    });
    const count = receiver.received.length;
    await emit(service.database, service.a.tenantId);
    await letTheWorkerLook();
    expect(receiver.received).toHaveLength(count);
    await service.a.admin.data('mutation ($i: UpdateWebhookInput!) { updateWebhook(input: $i) { webhook { id } } }', {
      i: { webhookId: id, status: 'active' },
    });
    expect(await webhookState()).toEqual({
      status: 'active',
      consecutive_failures: 0,
      disabled_reason: null,
      disabled_at: null,
    });
  });

  it('disables the webhook after 120 hours of failures without a success', async () => {
    await emit(service.database, service.a.tenantId);
    await afterAttempt(1);
    await travelTo(Date.now() + 119 * HOUR);
    await afterAttempt(2);
    expect(await webhookState()).toMatchObject({ status: 'active' });
    await travelTo(Date.now() + 120 * HOUR + MINUTE);
    await afterAttempt(3);
    expect(await webhookState()).toMatchObject({ status: 'disabled', disabled_reason: 'failing_too_long' });
    expect(await newest()).toMatchObject({ status: 'failed', failure: 'webhook_disabled' });
  });

  /** Fails the last attempt of deliveries, one after another. */
  async function exhaust(count: number): Promise<void> {
    for (let made = 0; made < count; made += 1) {
      await emit(service.database, service.a.tenantId);
      await afterAttempt(1);
      await service.database.query(
        `update webhook_deliveries set attempts = 9, next_attempt_at = null where webhook_id = $1 and status = 'pending'`,
        [id],
      );
      await wake(service.database);
      await afterAttempt(10);
    }
  }
});
