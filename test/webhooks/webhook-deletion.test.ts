import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client as Postgres } from 'pg';
import { Vault } from '../../src/platform/crypto/vault.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';

let service: TestService;
let webhookId: string;
const [universalControl] = catalogueOf().universalControls;

beforeAll(async () => {
  service = await startService();
  const { body } = await service.a.admin.post('/api/webhooks', {
    url: 'https://8.8.8.8/hook',
    events: ['*'],
    secret: 'a secret of the receiver',
  });
  webhookId = (body as { data: { id: string } }).data.id;
});
afterAll(() => service.stop());

describe('a webhook that is being deleted', () => {
  it('blocks no transaction that publishes an event, and receives none', async () => {
    const deleter = new Postgres({ connectionString: service.database.url });
    await deleter.connect();
    await deleter.query('begin');
    await deleter.query('delete from webhooks where id = $1', [webhookId]);
    // Waits for nothing: the deletion ends after it.
    await assess(service.a.admin, universalControl?.id ?? '', 'compliant');
    await deleter.query('commit');
    await deleter.end();
    expect(await service.database.query('select id from webhook_deliveries')).toEqual([]);
  });
});

describe('the secret of a webhook', () => {
  it('can be unsealed whatever the case of the id when it was rotated', async () => {
    const made = await service.a.admin.post('/api/webhooks', {
      url: 'https://8.8.8.8/hook',
      events: ['scan.failed'],
      secret: 'a secret of the receiver',
    });
    const { id } = (made.body as { data: { id: string } }).data;
    await service.a.admin.data(
      'mutation ($i: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $i) { webhook { id } } }',
      { i: { webhookId: id.toUpperCase(), secret: 'another secret of it' } },
    );
    const [{ secret } = { secret: '' }] = await service.database.query<{ secret: string }>(
      'select secret from webhooks where id = $1',
      [id],
    );
    const { secretKey } = service.config;
    expect(new Vault(secretKey).open(secret, `webhooks ${id} secret`)).toBe('another secret of it');
  });
});
