import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UrlSealing } from '../../src/modules/webhooks/webhook-url.jobs.js';
import { openUrl, sealUrl, shownUrl } from '../../src/modules/webhooks/webhook-url.js';
import { Vault } from '../../src/platform/crypto/vault.js';
import { createLog } from '../../src/platform/log.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { Receiver } from './receiver.js';
import { createWebhook } from './webhooks.js';

const CANARY = 'T0001/B0002/canary-of-the-path';
const PING = 'mutation ($i: PingWebhookInput!) { pingWebhook(input: $i) { delivery { id } } }';

describe('the address of a webhook', () => {
  let service: TestService;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await startService({ settings: { allowsPrivateWebhooks: true } });
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await receiver.close();
    await service.stop();
  });

  const stored = () => service.database.query<{ url: string }>('select url from webhooks');
  const ping = async (webhookId: string) => {
    await service.a.admin.data(PING, { i: { webhookId } });
    await eventually(async () => {
      const rows = await service.database.query(`select 1 from webhook_deliveries where status = 'delivered'`);
      return rows.length > 0 ? true : null;
    });
  };

  it('is sealed, shown to administrators, called as it is, and in no table, event or entry', async () => {
    const url = `${receiver.url}/services/${CANARY}?token=${CANARY}`;
    const { id } = await createWebhook(service.a.admin, url);
    expect(await service.a.admin.rest('/api/webhooks')).toMatchObject([{ url }]);
    await ping(id);
    expect((await stored())[0]?.url).toMatch(/^v1\./);
    const tables = await service.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const [found] = await service.database.query<{ count: number }>(
        `select count(*)::int as count from ${name} t where t::text like '%canary-of-the-path%'`,
      );
      expect({ name, count: found?.count }).toEqual({ name, count: 0 });
    }
  });

  it('that was stored plain is sealed by the worker, and still called', async () => {
    const url = `${receiver.url}/before/${CANARY}`;
    await service.database.query('update webhooks set url = $1', [url]);
    expect(await service.a.admin.rest('/api/webhooks')).toMatchObject([{ url }]);
    const { database } = service.app;
    const sealing = new UrlSealing({ database, vault: new Vault(service.config.secretKey), log: createLog('silent') });
    await sealing.run(new AbortController().signal);
    const [sealed] = await stored();
    expect(sealed?.url).toMatch(/^v1\./);
    await sealing.run(new AbortController().signal);
    expect(await stored()).toEqual([sealed]);
    expect(await service.a.admin.rest('/api/webhooks')).toMatchObject([{ url }]);
  });

  it('that no known key opens is shown by its host alone', () => {
    const [vault, other] = [new Vault(randomBytes(32)), new Vault(randomBytes(32))];
    const url = sealUrl(other, 'one', 'https://hooks.example/secret');
    expect(openUrl(vault, 'one', url)).toBeNull();
    expect(openUrl(other, 'another', url)).toBeNull();
    expect(shownUrl(vault, { id: 'one', url, host: 'hooks.example', format: 'json' })).toBe('https://hooks.example/');
    expect(shownUrl(other, { id: 'one', url, host: 'hooks.example', format: 'json' })).toBe(
      'https://hooks.example/secret',
    );
    expect(shownUrl(other, { id: 'one', url, host: 'hooks.example', format: 'slack' })).toBe('https://hooks.example/');
  });
});
