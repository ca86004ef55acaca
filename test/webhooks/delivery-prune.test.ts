import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pruneDeliveries } from '../../src/modules/webhooks/delivery-prune.js';
import { startService, type TestService } from '../support/service.js';
import { createWebhook } from './webhooks.js';

describe('the log of deliveries', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
  });
  afterAll(() => service.stop());

  it('is retained for 30 days after the end of each delivery of any tenant; one that has not ended stays', async () => {
    await createWebhook(service.a.admin, 'https://8.8.8.8/');
    await createWebhook(service.b.admin, 'https://8.8.8.8/');
    await service.database.query(
      `with made as (
         insert into webhook_deliveries (id, tenant_id, webhook_id, host, event_id, event, body, status, attempts,
           created_at, completed_at)
         select gen_random_uuid(), tenant_id, id, host, gen_random_uuid(), 'scan.failed', label, state.status, 1,
           timestamptz '2026-01-01Z', completed_at
         from webhooks, (values
           ('old', 'failed', timestamptz '2026-05-01T00:00:00Z'),
           ('recent', 'delivered', timestamptz '2026-05-01T00:00:01Z'),
           ('on its way', 'pending', null)) as state (label, status, completed_at)
         returning id, tenant_id
       )
       insert into webhook_attempts (tenant_id, delivery_id, number, at, duration_ms, status_code)
       select tenant_id, id, 1, now(), 1, 500 from made`,
    );
    await pruneDeliveries(service.app.database, new Date('2026-05-31T00:00:01Z'));
    const stored = await service.database.query<{ body: string }>(
      'select body from webhook_deliveries order by tenant_id, body',
    );
    expect(stored.map(({ body }) => body)).toEqual(['on its way', 'recent', 'on its way', 'recent']);
    expect(await service.database.query('select 1 from webhook_attempts')).toHaveLength(4);
  });
});
