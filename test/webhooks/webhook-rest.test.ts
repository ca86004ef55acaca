import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { createWebhook, SECRET, type WebhookBody } from './webhooks.js';

const URL = 'https://8.8.8.8/hook?token=tell-nobody';
const VALID = { url: URL, events: ['scan.completed'], secret: SECRET };

describe('webhooks over REST', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
  });
  afterEach(() => service.database.query('delete from webhooks'));
  afterAll(() => service.stop());

  const create = (body: unknown): Promise<Answer> => service.a.admin.post('/api/webhooks', body);
  const remove = (id: string): Promise<Answer> => service.a.admin.send('DELETE', `/api/webhooks/${id}`);

  it('returns 201 with all fields but the secret', async () => {
    const { status, body, text } = await create(VALID);
    expect(status).toBe(201);
    expect((body as { data: unknown }).data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: URL,
      events: ['scan.completed'],
      status: 'active',
      format: 'json',
      has_secret: true,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      consecutive_failures: 0,
      disabled_at: null,
      disabled_reason: null,
      last_delivery: null,
    });
    expect(text).not.toContain(SECRET);
  });

  it('lists the webhooks of the tenant, oldest first, without secrets', async () => {
    const first = await createWebhook(service.a.admin, URL);
    const second = await createWebhook(service.a.admin, 'https://1.1.1.1/');
    await createWebhook(service.b.admin, 'https://9.9.9.9/');
    const { text } = await service.a.admin.get('/api/webhooks');
    expect((JSON.parse(text) as { data: WebhookBody[] }).data).toEqual([first, second]);
    expect(text).not.toContain(SECRET);
  });

  it('deletes a webhook with 204, then returns 404, as for a malformed, foreign or unknown id', async () => {
    const { id } = await createWebhook(service.a.admin, URL);
    const { id: foreign } = await createWebhook(service.b.admin, URL);
    expect(await remove(id)).toMatchObject({ status: 204, text: '' });
    for (const each of [id, foreign, randomUUID(), 'no-uuid']) {
      expect(await remove(each)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    }
    expect(await service.b.admin.rest<unknown[]>('/api/webhooks')).toHaveLength(1);
  });

  it.each([
    ['/url', 'without a URL', { url: undefined }],
    ['/url', 'plain http', { url: 'http://8.8.8.8/' }],
    ['/url', 'no URL', { url: 'hooks' }],
    ['/url', 'credentials in it', { url: 'https://user:pass@8.8.8.8/' }],
    ['/url', 'loopback', { url: 'https://127.0.0.1/' }],
    ['/url', 'loopback in disguise', { url: 'https://0x7f000001/' }],
    ['/url', 'the metadata of clouds', { url: 'https://169.254.169.254/latest' }],
    ['/url', 'a private network', { url: 'https://[fd00::1]/' }],
    ['/url', 'a private network through IPv6', { url: 'https://[::ffff:10.0.0.1]/' }],
    ['/url', 'no text', { url: 4 }],
    ['/events', 'no events', { events: [] }],
    ['/events', 'without events', { events: undefined }],
    ['/events', 'an event twice', { events: ['scan.failed', 'scan.failed'] }],
    ['/events/1', 'an unknown event', { events: ['scan.failed', 'scan.*'] }],
    ['/events/0', 'a ping, which nobody subscribes to', { events: ['ping'] }],
    ['/events', 'one text', { events: 'scan.failed' }],
    ['/secret', 'without a secret', { secret: undefined }],
    ['/format', 'an unknown format', { format: 'email' }],
    ['/secret', 'a short secret', { secret: 'x'.repeat(15) }],
    ['/secret', 'a long secret', { secret: 'x'.repeat(257) }],
    ['/secret', 'a secret that is not printable', { secret: `line\nbreak ${'x'.repeat(16)}` }],
    ['/status', 'a field that is not known', { status: 'active' }],
  ])('refuses %s: %s', async (field, _what, change) => {
    const { status, body } = await create({ ...VALID, ...change });
    expect(status).toBe(400);
    const { error } = body as { error: { code: string; details: { field: string }[] } };
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(error.details.map(({ field: named }) => named)).toEqual([field]);
    expect(await service.database.query('select 1 from webhooks')).toEqual([]);
  });

  it.each(['x'.repeat(16), 'x'.repeat(256), 'Schlüssel mit Ümläuten ✓', '  "quoted" and spaced  '])(
    'accepts the secret %j',
    async (secret) => expect((await create({ ...VALID, secret })).status).toBe(201),
  );

  it('accepts a host name that does not resolve', async () => {
    expect((await create({ ...VALID, url: 'https://nobody-has-this-name.invalid/hook' })).status).toBe(201);
  });

  it('accepts 20 webhooks per organization, also when they are created at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 24 }, () => create(VALID)));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = made.filter(({ status }) => status !== 201);
    for (const each of refused) expect(each).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect(await create(VALID)).toMatchObject({ status: 409 });
    await createWebhook(service.b.admin, URL);
  });

  it('stores the secret sealed, and neither it nor the path of the URL in the audit trail', async () => {
    const { id } = await createWebhook(service.a.admin, URL, ['*'], SECRET);
    const update = 'mutation ($i: UpdateWebhookInput!) { updateWebhook(input: $i) { webhook { url events status } } }';
    const input = { webhookId: id, url: 'https://1.1.1.1/next?token=tell-nobody', events: ['scan.failed'] };
    expect(await service.a.admin.data(update, { i: input })).toEqual({
      updateWebhook: { webhook: { url: input.url, events: input.events, status: 'active' } },
    });
    await service.a.admin.data(update, { i: { webhookId: id, url: 'https://1.1.1.1/another' } });
    await service.a.admin.data(
      'mutation ($i: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $i) { webhook { id } } }',
      { i: { webhookId: id, secret: `${SECRET} the next`, overlapHours: 2 } },
    );
    const [row] = await service.database.query('select * from webhooks');
    expect(JSON.stringify(row)).not.toContain(SECRET);
    expect(JSON.stringify(row)).not.toMatch(/another|tell-nobody/);
    await remove(id);
    const trail = await service.database.query(
      `select action, before, after from audit_log where resource_id = $1 order by sequence`,
      [id],
    );
    expect(trail).toEqual([
      {
        action: 'webhook.created',
        before: null,
        after: { url: 'https://8.8.8.8', events: ['*'], status: 'active' },
      },
      {
        action: 'webhook.updated',
        before: { url: 'https://8.8.8.8', events: ['*'] },
        after: { url: 'https://1.1.1.1', events: ['scan.failed'] },
      },
      { action: 'webhook.updated', before: { url: 'https://1.1.1.1' }, after: { url: 'https://1.1.1.1' } },
      { action: 'webhook.secret_rotated', before: null, after: { overlapHours: 2 } },
      {
        action: 'webhook.deleted',
        before: { url: 'https://1.1.1.1', events: ['scan.failed'], status: 'active' },
        after: null,
      },
    ]);
  });
});

describe('webhooks over GraphQL', () => {
  let service: TestService;
  let id: string;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    ({ id } = await createWebhook(service.a.admin, URL));
  });
  afterAll(() => service.stop());

  const UPDATE =
    'mutation ($i: UpdateWebhookInput!) { updateWebhook(input: $i) { webhook { id status disabledReason } } }';

  it('disables and enables', async () => {
    const update = (input: object) => service.a.admin.data(UPDATE, { i: { webhookId: id, ...input } });
    expect(await update({ status: 'disabled' })).toEqual({
      updateWebhook: { webhook: { id, status: 'disabled', disabledReason: 'admin' } },
    });
    expect(await update({ status: 'active' })).toEqual({
      updateWebhook: { webhook: { id, status: 'active', disabledReason: null } },
    });
  });

  it.each([
    ['/url', { url: 'https://10.0.0.1' }],
    ['/events', { events: [] }],
    ['/events/0', { events: ['everything'] }],
  ])('refuses %s of an update as of a creation', async (field, input) => {
    const { text } = await service.a.admin.graphql(UPDATE, { i: { webhookId: id, ...input } });
    expect(text).toContain('VALIDATION_FAILED');
    expect(text).toContain(`"field":"${field}"`);
  });

  it.each([
    ['/secret', { secret: 'short' }],
    ['/overlapHours', { secret: SECRET, overlapHours: 169 }],
    ['/overlapHours', { secret: SECRET, overlapHours: -1 }],
  ])('refuses %s of a rotation', async (field, input) => {
    const rotate = 'mutation ($i: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $i) { webhook { id } } }';
    const { text } = await service.a.admin.graphql(rotate, { i: { webhookId: id, ...input } });
    expect(text).toContain('VALIDATION_FAILED');
    expect(text).toContain(`"field":"${field}"`);
  });

  it('pages the deliveries of many webhooks in one statement, newest first, by status', async () => {
    const { id: second } = await createWebhook(service.a.admin, URL);
    await service.database.query(
      `insert into webhook_deliveries (id, tenant_id, webhook_id, host, event_id, event, body, status, completed_at, created_at)
       select gen_random_uuid(), tenant_id, id, host, gen_random_uuid(), 'scan.failed', n::text,
         case when n % 2 = 0 then 'failed' else 'delivered' end, now(), timestamptz '2026-01-01' + n * interval '1 minute'
       from webhooks, generate_series(1, 7) n`,
    );
    const query = `query ($after: String) { webhooks { id deliveries(first: 3, after: $after, status: delivered) {
      totalCount nodes { body } pageInfo { hasNextPage endCursor } } } }`;
    interface Page {
      deliveries: { nodes: { body: string }[]; totalCount: number; pageInfo: { endCursor: string } };
    }
    service.statements.length = 0;
    const { webhooks } = await service.a.admin.data<{ webhooks: (Page & { id: string })[] }>(query);
    expect(service.statements.filter((text) => text.includes('webhook_deliveries'))).toHaveLength(2);
    expect(webhooks.map((webhook) => webhook.id)).toEqual([id, second]);
    for (const { deliveries } of webhooks) {
      expect(deliveries.nodes.map(({ body }) => body)).toEqual(['7', '5', '3']);
      expect(deliveries).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: true } });
    }
    const next = await service.a.admin.data<{ webhook: Page }>(
      `query ($id: ID!, $after: String) { webhook(id: $id) { deliveries(first: 3, after: $after, status: delivered) {
         totalCount nodes { body } pageInfo { endCursor } } } }`,
      { id, after: webhooks[0]?.deliveries.pageInfo.endCursor },
    );
    expect(next.webhook.deliveries.nodes).toEqual([{ body: '1' }]);
  });
});
