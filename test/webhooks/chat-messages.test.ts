import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/modules/events/outbox.js';
import { sentBody } from '../../src/modules/webhooks/message-format.rules.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { answers, Receiver } from './receiver.js';
import { attemptsOf, deliveriesOf, deliveryOf, emit } from './webhooks.js';

const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id url format } } }`;
const PING = 'mutation ($id: ID!) { pingWebhook(input: { webhookId: $id }) { delivery { id } } }';
const LOG = `query ($id: ID!) { webhook(id: $id) { url status disabledReason
  deliveries(first: 1) { nodes { event status attempts { statusCode responseExcerpt } } } } }`;
const FORMATS = ['slack', 'teams'] as const;
/** What the services answer to a message that they accept. */
const ACCEPTED = { slack: answers(200, {}, 'ok'), teams: answers(202) };

const ID = '8a3f0a6e-3e4b-5f7e-9d57-3c9d0b9e7a11';
const EVENT = {
  event: 'compliance.control_failed',
  event_id: '0b7f4a1e-8f53-4f0e-9d57-3c9d0b9e7a11',
  timestamp: '2026-01-31T08:15:00.000Z',
  data: {
    control_id: 'CC6.1',
    control_uuid: '8a3f0a6e-3e4b-5f7e-9d57-3c9d0b9e7a11',
    framework: '<!channel> & [a](https://b.example)',
    note: null,
    controls: [1, 2],
  },
};

describe('a message', () => {
  it('to Slack is text, in which nothing is a mention or a link', () => {
    expect(JSON.parse(sentBody('slack', JSON.stringify(EVENT)))).toEqual({
      text: [
        'Control failed',
        'Control id: CC6.1',
        'Framework: &lt;!channel&gt; &amp; [a](https://b.example)',
        'Controls: 2',
        'At: 2026-01-31T08:15:00.000Z',
      ].join('\n'),
      mrkdwn: false,
    });
  });

  it('to Teams is one Adaptive Card of text runs, which are not read as Markdown', () => {
    const { type, attachments } = JSON.parse(sentBody('teams', JSON.stringify(EVENT))) as Card;
    expect(type).toBe('message');
    expect(attachments).toMatchObject([
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: { type: 'AdaptiveCard', version: '1.2' },
      },
    ]);
    const blocks = attachments.flatMap(({ content }) => content.body);
    expect(new Set(blocks.map((block) => block.type))).toEqual(new Set(['RichTextBlock']));
    expect(blocks.map(({ inlines }) => inlines.map(({ text }) => text).join(''))).toEqual([
      'Control failed',
      'Control id: CC6.1',
      'Framework: <!channel> & [a](https://b.example)',
      'Controls: 2',
      'At: 2026-01-31T08:15:00.000Z',
    ]);
  });

  it.each([...EVENT_TYPES.filter((type) => type !== 'notification'), 'ping'])(
    'about %s says in words what happened',
    (event) => {
      const [title] = (
        JSON.parse(sentBody('slack', JSON.stringify({ ...EVENT, event }))) as { text: string }
      ).text.split('\n');
      expect(title).toMatch(/^[A-Z][a-z: ]+/);
      expect(title).not.toContain(event);
    },
  );

  it('of a notification rule has a line for each of the first 20 events, and says how many more there are', () => {
    const data = {
      ...{ rule_id: ID, rule: 'What fails', is_test: false, event_count: 1_000 },
      events: Array.from({ length: 50 }, (_, no) => ({
        ...{ event: 'scan_failed', title: 'Scan failed', text: `cause ${no}`, url: 'https://c.example/scans/1' },
        at: EVENT.timestamp,
      })),
    };
    const { text } = JSON.parse(sentBody('slack', JSON.stringify({ ...EVENT, event: 'notification', data }))) as {
      text: string;
    };
    const [title, ...lines] = text.split('\n');
    expect(title).toBe('Notification: What fails');
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      21,
      'Scan failed: cause 0 https://c.example/scans/1',
      'More: 980',
    ]);
  });

  it('cuts a long value, and says so', () => {
    const long = { ...EVENT, data: { error: 'ä'.repeat(301) } };
    expect(sentBody('slack', JSON.stringify(long))).toContain(`Error: ${'ä'.repeat(300)}…`);
  });

  it('leaves the event of the format json as it is', () => expect(sentBody('json', '{"a": 1}')).toBe('{"a": 1}'));
});

describe.each(FORMATS)('a webhook of format %s', (format) => {
  let service: TestService;
  let receiver: Receiver;

  beforeAll(async () => {
    service = await startService({ settings: { allowsPrivateWebhooks: true } });
  });
  afterEach(async () => {
    await receiver.close();
    await service.database.query('delete from webhooks');
  });
  afterAll(() => service.stop());

  async function create(behaviour = ACCEPTED[format]): Promise<string> {
    receiver = await Receiver.start(behaviour);
    const input = { url: `${receiver.url}/T0/B0/token-of-the-channel`, events: ['scan.failed'], format };
    const { createWebhook } = await service.a.admin.data<{ createWebhook: { webhook: Shown } }>(CREATE, { input });
    expect(createWebhook.webhook).toEqual({ ...createWebhook.webhook, format, url: originOf(receiver) });
    return createWebhook.webhook.id;
  }

  function log(id: string): Promise<{ webhook: LoggedWebhook }> {
    return service.a.admin.data<{ webhook: LoggedWebhook }>(LOG, { id });
  }

  it('sends a message without a signature, once for each event', async () => {
    const id = await create();
    await emit(service.database, service.a.tenantId, 'scan.failed', { error: 'it broke' });
    const delivery = await deliveryOf(service.database, id, ({ status }) => status === 'delivered');
    expect(receiver.received).toMatchObject([{ body: sentBody(format, delivery.body) }]);
    expect(receiver.received[0]?.body).toContain('it broke');
    const names = Object.keys(receiver.received[0]?.headers ?? {});
    expect(names.filter((name) => /signature|webhook|x-service/.test(name))).toEqual([]);
    expect(await deliveriesOf(service.database, id)).toHaveLength(1);
  });

  it('sends a test message, logs the answer, and never shows its address', async () => {
    const id = await create((res, { path }) => void res.writeHead(200).end(`ok ${path}`));
    await service.a.admin.data(PING, { id });
    await deliveryOf(service.database, id, ({ status }) => status === 'delivered');
    expect(receiver.received[0]?.body).toContain('Test message from Crosswalk');
    const { webhook } = await log(id);
    expect(webhook.deliveries.nodes).toEqual([
      { event: 'ping', status: 'delivered', attempts: [{ statusCode: 200, responseExcerpt: 'ok [redacted]' }] },
    ]);
    expect(JSON.stringify(webhook)).not.toContain('token-of-the-channel');
    const stored = await service.database.query('select url, before, after from webhooks, audit_log');
    expect(JSON.stringify(stored)).not.toContain('token-of-the-channel');
  });

  it('does not repeat a message that is refused', async () => {
    const id = await create(answers(400, {}, 'invalid_payload'));
    await emit(service.database, service.a.tenantId);
    const { id: delivery } = await deliveryOf(service.database, id, ({ status }) => status === 'failed');
    expect(await attemptsOf(service.database, delivery)).toMatchObject([
      { status_code: 400, response_excerpt: 'invalid_payload' },
    ]);
    expect((await log(id)).webhook.status).toBe('active');
  });

  it('waits as long as 429 asks', async () => {
    const id = await create(answers(429, { 'retry-after': '3600' }, 'rate_limited'));
    const before = Date.now();
    await emit(service.database, service.a.tenantId);
    const { next_attempt_at: next } = await deliveryOf(service.database, id, ({ attempts }) => attempts === 1);
    expect(next?.getTime()).toBeGreaterThanOrEqual(before + 3_600_000);
  });

  it.each([
    [404, 'no_service'],
    [410, 'channel_is_archived'],
  ])('is disabled by %d', async (status, text) => {
    const id = await create(answers(status, {}, text));
    await emit(service.database, service.a.tenantId);
    const webhook = await eventually(async () => {
      const { webhook: found } = await log(id);
      return found.status === 'disabled' ? found : null;
    });
    expect(webhook.disabledReason).toBe('gone');
  });
});

interface Card {
  type: string;
  attachments: { content: { body: { type: string; inlines: { text: string }[] }[] } }[];
}

interface Shown {
  id: string;
  url: string;
  format: string;
}

interface LoggedWebhook {
  url: string;
  status: string;
  disabledReason: string | null;
  deliveries: { nodes: unknown[] };
}

function originOf({ url }: Receiver): string {
  return new URL('/', url).href;
}
