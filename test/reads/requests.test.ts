import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlockCounter } from '../support/blocks.js';
import { startService, type TestService } from '../support/service.js';
import { growRows, type Grown } from './rows.js';

const SIZES = { small: 2_000, large: 20_000 } as const;
type Size = keyof typeof SIZES;
const PAGE = 20;
/** Blocks that a page at 90 % may read beyond the first one. */
const MORE_BLOCKS = 4;
/** An index of ten times as many rows has a level more: three blocks for each descent instead of two. */
const LEVEL = 1.5;

/** Lists by name, each with `%` for its page. */
const LISTS: Readonly<Record<string, string>> = {
  'security events': 'securityEvents(%)',
  'security events of a kind': 'securityEvents(kind: "auth.login_failed", %)',
  'security events of a person': 'securityEvents(userId: "$USER", %)',
  scans: 'scans(%)',
  'failed scans': 'scans(statuses: [failed], %)',
  exceptions: 'exceptions(%)',
  deliveries: 'webhookDeliveries(webhookId: "$WEBHOOK", %)',
  'failed deliveries': 'webhookDeliveries(webhookId: "$WEBHOOK", status: failed, %)',
};

interface Page {
  totalCount: number;
  pageInfo: { endCursor: string | null };
}

describe('a request for a page', () => {
  let service: TestService;
  let blocks: BlockCounter;
  const grown: Grown = { webhookId: '', userId: '' };
  /** Of each list the first page, that at 90 % by cursor, and that at 90 % by offset. */
  const pages = { small: new Map<string, number[]>(), large: new Map<string, number[]>() };

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    blocks = await BlockCounter.open(service, service.a);
    const { createWebhook, me } = await setUp();
    Object.assign(grown, { webhookId: createWebhook.webhook.id, userId: me.id });
    let rows = 0;
    for (const size of ['small', 'large'] as const) {
      await growRows(service, service.a, grown, rows + 1, SIZES[size]);
      rows = SIZES[size];
      for (const name of Object.keys(LISTS)) pages[size].set(name, await measured(name));
    }
  }, 240_000);
  afterAll(async () => {
    await blocks.close();
    await service.stop();
  });

  async function setUp() {
    const { admin } = service.a;
    const webhook = { url: 'https://hooks.example.com/a', events: ['scan.completed'], secret: 'a'.repeat(32) };
    const { createWebhook } = await admin.data<{ createWebhook: { webhook: { id: string } } }>(
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }',
      { input: webhook },
    );
    return { createWebhook, ...(await admin.data<{ me: { id: string } }>('{ me { id } }')) };
  }

  async function ask(name: string, args: string, more = ''): Promise<Page> {
    const field = (LISTS[name] ?? '').replace('$USER', grown.userId).replace('$WEBHOOK', grown.webhookId);
    const { list } = await service.a.admin.data<{ list: Page }>(
      `{ list: ${field.replace('%', args)} { nodes { __typename } pageInfo { endCursor } ${more} } }`,
    );
    return list;
  }

  async function measured(name: string): Promise<number[]> {
    const { totalCount } = await ask(name, 'first: 1', 'totalCount');
    const late = Math.floor(totalCount * 0.9);
    const { pageInfo } = await ask(name, `first: 1, offset: ${late}`);
    return [
      await blocks.of(() => ask(name, `first: ${PAGE}`)),
      await blocks.of(() => ask(name, `first: ${PAGE}, after: "${pageInfo.endCursor ?? ''}"`)),
      await blocks.of(() => ask(name, `first: ${PAGE}, offset: ${late}`)),
    ];
  }
  const of = (size: Size, name: string) => pages[size].get(name) ?? [];

  it.each(Object.keys(LISTS))('a page of %s at 90 % reads no more than the first', (name) => {
    const [first = NaN, late = NaN] = of('large', name);
    expect(first).toBeGreaterThan(0);
    expect(late).toBeLessThanOrEqual(first + MORE_BLOCKS);
  });

  it.each(Object.keys(LISTS))('the first page of %s reads no more of ten times as many', (name) => {
    const [[small = NaN], [large = NaN]] = [of('small', name), of('large', name)];
    expect(large).toBeLessThanOrEqual(LEVEL * small + MORE_BLOCKS);
  });

  it('a page of scans by its offset reads what one by a cursor does', () => {
    const [first = NaN, , byOffset = NaN] = of('large', 'scans');
    expect(byOffset).toBeLessThanOrEqual(first + MORE_BLOCKS);
  });

  it('a page of exceptions by its offset reads what it skips in an index alone', () => {
    const [first = NaN, , byOffset = NaN] = of('large', 'exceptions');
    // At the very least 50 entries of an index are in a block; a row beside it would be a block each.
    expect(byOffset).toBeLessThanOrEqual(first + SIZES.large / 50);
  });
});
