import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlId } from '../catalogue/shipped.js';
import { BlockCounter } from '../support/blocks.js';
import { connect } from '../support/scans.js';
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
  'signed heads of the audit trail': 'auditHeads(%)',
  'the log of a notification rule': 'notificationLog(notificationRuleId: "$RULE", %)',
  reports: 'reports(%)',
  resources: 'resources(%)',
  'resources by what fails on them': 'resources(orderBy: failing, %)',
  'scope decisions': 'scopeDecisions(%)',
  'work items': 'workItems(%)',
  'comments on a work item': 'workItemComments(workItemId: "$WORK", %)',
};

/** Lists at the root of the schema that other tests measure, or that no history makes longer, and where, or why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  assessments: 'growth.test.ts and totals.test.ts',
  auditLog: 'growth.test.ts and totals.test.ts',
  checks: 'as many as there are checks and rules of scanners',
  evidenceList: 'growth.test.ts and totals.test.ts',
  findings: 'test/findings/finding-pages.test.ts',
  scanResults: 'as many as there are controls, of one scan',
  statusChanges: 'growth.test.ts',
  unknownRules: 'as many as a report names, of one scan',
};

interface Page {
  totalCount: number;
  pageInfo: { endCursor: string | null };
}

describe('a request for a page', () => {
  let service: TestService;
  let blocks: BlockCounter;
  const grown: Grown = { webhookId: '', userId: '', ruleId: '', workItemId: '', integrationId: '' };
  /** Of each list the first page, that at 90 % by cursor, and that at 90 % by offset. */
  const pages = { small: new Map<string, number[]>(), large: new Map<string, number[]>() };

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    blocks = await BlockCounter.open(service, service.a);
    Object.assign(grown, await setUp());
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
    const { me } = await admin.data<{ me: { id: string } }>('{ me { id } }');
    const { id: ruleId } = await created(`/api/notification-rules`, {
      name: 'Failed scans',
      events: ['scan_failed'],
    });
    const { id: workItemId } = await created('/api/work-items', {
      title: 'Talk about it',
      control_id: controlId('soc2', 'CC6.1'),
    });
    const integrationId = await connect(admin, 'prowler');
    return { webhookId: createWebhook.webhook.id, userId: me.id, ruleId, workItemId, integrationId };
  }

  async function created(path: string, body: object): Promise<{ id: string }> {
    const { status, body: answer, text } = await service.a.admin.post(path, body);
    expect(status, text).toBe(201);
    return (answer as { data: { id: string } }).data;
  }

  async function ask(name: string, args: string, more = ''): Promise<Page> {
    const field = (LISTS[name] ?? '')
      .replace('$USER', grown.userId)
      .replace('$WEBHOOK', grown.webhookId)
      .replace('$RULE', grown.ruleId)
      .replace('$WORK', grown.workItemId);
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

  it('is measured of every list at the root of the schema', () => {
    const { Query } = buildSchema(readFileSync('schema/schema.graphql', 'utf8')).getTypeMap();
    const fields = Object.values((Query as GraphQLObjectType).getFields());
    const lists = fields.filter(({ type }) => /Connection!?$/.test(String(type))).map(({ name }) => name);
    const measured = Object.values(LISTS).map((field) => field.slice(0, field.indexOf('(')));
    expect([...new Set([...measured, ...Object.keys(ELSEWHERE)])].toSorted()).toEqual(lists.toSorted());
  });

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

  it.each(['work items', 'comments on a work item'])(
    'a page of %s by its offset reads the people of its own',
    (name) => {
      const [first = NaN, , byOffset = NaN] = of('large', name);
      // At the very least 20 rows are in a block; a person of each would be two blocks.
      expect(byOffset).toBeLessThanOrEqual(first + SIZES.large / 20);
    },
  );

  it('a page of exceptions by its offset reads what it skips in an index alone', () => {
    const [first = NaN, , byOffset = NaN] = of('large', 'exceptions');
    // At the very least 50 entries of an index are in a block; a row beside it would be a block each.
    expect(byOffset).toBeLessThanOrEqual(first + SIZES.large / 50);
  });
});
