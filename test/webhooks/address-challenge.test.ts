import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHmac } from 'node:crypto';
import { isAddressOfChat } from '../../src/modules/webhooks/message-format.rules.js';
import { startService, type TestService } from '../support/service.js';
import { answers, Receiver, type Behaviour, type Received } from './receiver.js';
import { createWebhook, SECRET, type WebhookBody } from './webhooks.js';

const UPDATE = 'mutation ($i: UpdateWebhookInput!) { updateWebhook(input: $i) { webhook { url } } }';
/** Challenges a minute. Source: contract, "Limits". */
const LIMIT = 6;

interface Challenge {
  event: string;
  data: { challenge: string };
}

const challengeOf = (body: string) => (JSON.parse(body) as Challenge).data.challenge;
const repeatsAsText: Behaviour = (res, { body }) => void res.end(challengeOf(body));
const repeatsAsJson: Behaviour = (res, { body }) => void res.end(JSON.stringify({ challenge: challengeOf(body) }));

/** Receivers that do not agree, and what the answer then says. */
const NOT_CONFIRMED: [what: string, behaviour: Behaviour, reason: RegExp][] = [
  ['answers 204 without a body', answers(204), /did not repeat the challenge/],
  ['repeats another challenge', answers(200, {}, 'x'.repeat(43)), /did not repeat the challenge/],
  ['repeats it with more around it', (res, { body }) => void res.end(`${challengeOf(body)}!`), /did not repeat/],
  [
    'answers with broken JSON',
    (res, { body }) => void res.end(`{"challenge": "${challengeOf(body)}"`),
    /did not repeat/,
  ],
  ['answers with a challenge that is no text', answers(200, {}, '{"challenge": 1}'), /did not repeat/],
  [
    'repeats it with 404',
    (res, { body }) => void res.writeHead(404).end(challengeOf(body)),
    /answered the challenge with 404/,
  ],
  ['redirects', answers(302, { location: 'https://example.com/' }), /answered the challenge with 302/],
  ['closes the connection', (res) => void res.destroy(), /did not answer the challenge/],
];

describe('with WEBHOOK_CHALLENGE=required', () => {
  let service: TestService;
  let receiver: Receiver;
  const settings = {
    role: 'web',
    allowsPrivateWebhooks: true,
    requiresWebhookChallenge: true,
    rateLimitPerMinute: 600,
  } as const;
  beforeAll(async () => {
    service = await startService({ settings });
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    receiver.received.length = 0;
    await service.database.query('delete from webhooks');
    await service.database.query('delete from tenant_quotas');
  });
  afterAll(async () => {
    await receiver.close();
    await service.stop();
  });

  const create = (body: object = {}) =>
    service.a.admin.post('/api/webhooks', { url: receiver.url, events: ['*'], secret: SECRET, ...body });
  const stored = () => service.a.admin.rest<WebhookBody[]>('/api/webhooks');

  it.each([
    ['text', repeatsAsText],
    ['JSON', repeatsAsJson],
  ])(
    'a webhook is created where the receiver repeats the challenge as %s, which is signed like an event',
    async (_, agrees) => {
      receiver.behaviour = agrees;
      const { url, status } = await createWebhook(service.a.admin, receiver.url);
      expect({ url, status }).toEqual({ url: receiver.url, status: 'active' });
      expect(receiver.received).toHaveLength(1);
      const [{ headers, body }] = (await receiver.first(1)) as [Received];
      expect(headers['x-service-event']).toBe('webhook.challenge');
      const hmac = createHmac('sha256', SECRET).update(body).digest('hex');
      expect(headers['x-service-signature']).toBe(`sha256=${hmac}`);
      expect(challengeOf(body)).toMatch(/^[\w-]{43}$/);
    },
  );

  it.each(NOT_CONFIRMED)(
    'a webhook is refused for /url and not stored where the receiver %s',
    async (_, behaviour, reason) => {
      receiver.behaviour = behaviour;
      const { status, body } = await create();
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: {
          code: 'VALIDATION_FAILED',
          details: [{ field: '/url', message: expect.stringMatching(reason) as string }],
        },
      });
      expect(await stored()).toEqual([]);
    },
  );

  it('no two challenges are the same', async () => {
    receiver.behaviour = repeatsAsText;
    for (let count = 0; count < 3; count += 1) await createWebhook(service.a.admin, receiver.url);
    expect(new Set(receiver.received.map(({ body }) => challengeOf(body))).size).toBe(3);
  });

  it('a webhook moves to another address only where that repeats a challenge', async () => {
    receiver.behaviour = repeatsAsText;
    const { id: webhookId } = await createWebhook(service.a.admin, receiver.url);
    const other = await Receiver.start(answers(200));
    const move = () => service.a.admin.graphql(UPDATE, { i: { webhookId, url: other.url } });
    expect(JSON.stringify((await move()).body)).toContain('did not repeat the challenge');
    expect(await stored()).toMatchObject([{ url: receiver.url }]);
    other.behaviour = repeatsAsJson;
    await move();
    expect(await stored()).toMatchObject([{ url: other.url }]);
    expect(other.received).toHaveLength(2);
    await other.close();
  });

  it('a webhook of another tenant is NOT_FOUND, and its new address is sent nothing', async () => {
    receiver.behaviour = repeatsAsText;
    const { id: webhookId } = await createWebhook(service.a.admin, receiver.url);
    receiver.received.length = 0;
    const { body } = await service.b.admin.graphql(UPDATE, { i: { webhookId, url: receiver.url } });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    expect(receiver.received).toEqual([]);
  });

  it('a chat is refused at any address but its own, and is sent no challenge', async () => {
    for (const format of ['slack', 'teams']) {
      const { status, text } = await create({ format });
      expect({ format, status }).toEqual({ format, status: 400 });
      expect(text).toContain(`is no address of ${format}`);
    }
    expect(receiver.received).toEqual([]);
    const { status } = await create({ format: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' });
    expect(status).toBe(201);
  });

  it(`an organization sends ${LIMIT} challenges a minute, refused ones counted`, async () => {
    receiver.behaviour = answers(200);
    for (let count = 0; count < LIMIT; count += 1) expect((await create()).status).toBe(400);
    const { status, headers } = await create();
    expect(status).toBe(429);
    expect(headers.get('ratelimit')).toContain('"webhook-challenges";r=0');
    expect(receiver.received).toHaveLength(LIMIT);
  });
});

describe('addresses of chats', () => {
  it.each([
    ['slack', 'hooks.slack.com', true],
    ['slack', 'hooks.slack-gov.com', true],
    ['slack', 'hooks.slack.com.example', false],
    ['slack', 'evil-hooks.slack.com', false],
    ['teams', 'prod-12.westeurope.logic.azure.com', true],
    ['teams', 'contoso.webhook.office.com', true],
    ['teams', 'default0a.1b.environment.api.powerplatform.com', true],
    ['teams', 'webhook.office.com.example', false],
    ['teams', 'evilwebhook.office.com', false],
  ] as const)('of %s: %s is one: %s', (format, host, isOne) => {
    expect(isAddressOfChat(format, host)).toBe(isOne);
  });
});
