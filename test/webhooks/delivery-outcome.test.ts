import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPersistence, type Persistence } from '../../src/app/persistence.js';
import { recordAttempt, type Attempt } from '../../src/modules/webhooks/delivery-outcome.js';
import { deliveryQueue, type ClaimedDelivery } from '../../src/modules/webhooks/delivery-queue.sql.js';
import { createLog } from '../../src/platform/log.js';
import { startService, type TestService } from '../support/service.js';
import { createWebhook, deliveriesOf, emit } from './webhooks.js';

const AT = new Date('2026-01-31T08:15:00.000Z');
const OUTCOME: Omit<Attempt, 'statusCode'> = {
  ...{ at: AT, endedAt: AT, durationMs: 12, retryAfterMs: null, error: null, responseExcerpt: null },
};

describe('the outcome of an attempt', () => {
  let service: TestService;
  let persistence: Persistence;

  beforeAll(async () => {
    service = await startService({ settings: { allowsPrivateWebhooks: true, role: 'web' } });
    persistence = await openPersistence(service.config, createLog('silent'));
  });
  afterAll(async () => {
    await persistence.close();
    await service.stop();
  });

  it('is stored once: a process whose lease another one has taken over changes nothing', async () => {
    const { tenantId, admin } = service.a;
    const { id: webhookId } = await createWebhook(admin, 'http://127.0.0.1:9/');
    await emit(service.database, tenantId);
    const [delivery] = await deliveriesOf(service.database, webhookId);
    const { database } = persistence;
    const within = <T>(work: () => Promise<T>) => database.within({ kind: 'tenant', tenantId }, work);
    const claim = async (): Promise<ClaimedDelivery> => {
      const ids = [delivery?.id ?? ''];
      const [claimed] = await within(() => deliveryQueue.claim(database.fork(), { tenantId, ids, now: new Date() }));
      if (!claimed) throw new Error('the delivery cannot be claimed');
      return claimed;
    };
    const record = (claimed: ClaimedDelivery, statusCode: number) =>
      within(() => database.fork().transactional((em) => recordAttempt(em, claimed, { ...OUTCOME, statusCode }, 0)));
    const slow = await claim();
    await service.database.query(`update webhook_deliveries set lease_expires_at = now() - interval '1 second'`);
    const quick = await claim();

    expect(await record(slow, 500)).toBe(false);
    expect(await deliveriesOf(service.database, webhookId)).toMatchObject([{ status: 'delivering', attempts: 0 }]);
    expect(await record(quick, 200)).toBe(true);
    expect(await record(quick, 500)).toBe(false);
    expect(await deliveriesOf(service.database, webhookId)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    const attempts = await service.database.query('select number, status_code from webhook_attempts');
    expect(attempts).toEqual([{ number: 1, status_code: 200 }]);
    const [webhook] = await service.database.query('select consecutive_failures, last_status_code from webhooks');
    expect(webhook).toEqual({ consecutive_failures: 0, last_status_code: 200 });
  });
});
