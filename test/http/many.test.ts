import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snakeCase } from '../../src/platform/api/pointer.rules.js';
import type { Answer, Client } from '../support/client.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { MANY, type BadItem, type Item, type Many, type Sent } from './many.js';

interface Result {
  index: number;
  error: { code: string; message: string; pointer: string } | null;
  [made: string]: unknown;
}

interface CallError {
  code: string;
  details?: { field: string }[];
}

/** A transport of the service, and how it spells names. */
interface Transport {
  send: (client: Client, name: string, input: Item) => Promise<Answer>;
  spell: (name: string) => string;
  /** The whole call's data, and the details of its error. */
  dataOf: (answer: Answer, name: string) => { results: Result[] };
  errorOf: (answer: Answer) => CallError;
}

/** Entries that the audit trail still takes. */
let writesLeft = Infinity;
/** Breaks the statement that would write an entry too many. */
function rewrite(text: string): string {
  if (!text.includes('record_audit(')) return text;
  writesLeft -= 1;
  return writesLeft < 0 ? `${text} no SQL` : text;
}

function documentOf(name: string): string {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  return `mutation ($input: ${type}!) { ${name}(input: $input) {
    results { index ${MANY[name]?.made} { id } error { code message pointer } } } }`;
}

/** An input as REST spells it. */
function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snakeCase(key), inSnakeCase(inner)]));
}

const TRANSPORTS = {
  GraphQL: {
    send: (client, name, input) => client.graphql(documentOf(name), { input }),
    spell: (name) => name,
    dataOf: ({ body, text }, name) => {
      const { data } = body as { data: Record<string, { results: Result[] } | null> | null };
      return data?.[name] ?? { results: [{ index: -1, error: null, text }] };
    },
    errorOf: ({ body }) => (body as { errors: { extensions: CallError }[] }).errors[0]?.extensions ?? { code: 'none' },
  },
  REST: {
    send: (client, name, input) => {
      const { method, path } = MANY[name]?.rest ?? { method: '', path: '' };
      const headers = { 'content-type': 'application/json' };
      return client.send(method, path, { headers, body: JSON.stringify(inSnakeCase(input)) });
    },
    spell: snakeCase,
    dataOf: ({ body, text }) =>
      (body as { data?: { results: Result[] } }).data ?? { results: [{ index: -1, error: null, text }] },
    errorOf: ({ body }) => (body as { error: CallError }).error,
  },
} satisfies Record<string, Transport>;

/** Those with a test of their own: `test/scope/scope-decisions.test.ts` and `test/work-items/many.test.ts`. */
const ELSEWHERE = [
  ...[
    'approveScopeDecisions',
    'proposeExclusions',
    'proposeInclusions',
    'rejectScopeDecisions',
    'withdrawScopeDecisions',
  ],
  'updateWorkItems',
];

describe('mutations of many', () => {
  let service: TestService;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService({ rewrite });
  });
  afterAll(() => service.stop());

  const stage = async (many: Many): Promise<{ tenant: TestTenant; sent: Sent }> => {
    const tenant = await service.addTenant(`Many${(tenants += 1)}`, 'ENTERPRISE');
    return { tenant, sent: await many.send(service, tenant) };
  };
  /** How many items have been done: what they wrote, and their entries in the audit trail. */
  const writtenOf = async ({ tenantId }: TestTenant, { action, rows }: Many) => {
    const written = await service.database.query(`select 1 from ${rows}`, [tenantId]);
    const entries = 'select 1 from audit_log where tenant_id = $1 and action = $2';
    const audited = await service.database.query(entries, [tenantId, action]);
    return [written.length, audited.length];
  };

  it('are all those whose payload has results with errors of items, each with a path of REST', () => {
    const { schema, routes } = service.app;
    const found = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ type }) => {
      const payload = getNamedType(type);
      const results = isObjectType(payload) ? payload.getFields().results : undefined;
      const item = results ? getNamedType(results.type) : null;
      return isObjectType(item) && String(item.getFields().error?.type) === 'ItemError';
    });
    expect(found.map(({ name }) => name).toSorted()).toEqual([...Object.keys(MANY), ...ELSEWHERE].toSorted());
    for (const [name, { rest }] of Object.entries(MANY)) {
      const row = routes.find(({ method, path }) => method === rest.method && path === rest.path);
      expect(row?.document).toContain(`data: ${name}(`);
    }
  });

  describe.each(Object.entries(MANY))('%s', (name, many) => {
    const { list, made, max } = many;

    it.each(Object.entries(TRANSPORTS))(
      'answers item by item over %s, and does what is good',
      async (_transport, transport) => {
        const { tenant, sent } = await stage(many);
        // The first is good, so that another one can repeat it; the last one shows that nothing ended the call.
        const [first, last] = [sent.good[0], sent.good[1]] as [Item, Item];
        const items = [first, ...sent.bad.map(({ item }) => item), last];
        const expected: (BadItem | null)[] = [null, ...sent.bad, null];
        const answer = await transport.send(tenant.admin, name, { ...sent.shared, [list]: items });
        expect(answer.status).toBe(200);
        const { results } = transport.dataOf(answer, name);
        const summary = results.map(({ index, error, ...rest }) => ({
          index,
          isMade: rest[made] !== null,
          error: error && { code: error.code, pointer: error.pointer },
        }));
        const pointerOf = (field: string, index: number) =>
          `/${list}/${index}${field}`.split('/').map(transport.spell).join('/');
        expect(summary).toEqual(
          expected.map((bad, index) => ({
            index,
            isMade: bad === null,
            error: bad && { code: bad.code, pointer: pointerOf(bad.field, index) },
          })),
        );
        expect(await writtenOf(tenant, many)).toEqual([2, 2]);
      },
    );

    it.each(Object.entries(TRANSPORTS))(
      'refuses no items, and too many, as a call over %s',
      async (_transport, transport) => {
        const { tenant, sent } = await stage(many);
        for (const items of [[], new Array(max + 1).fill(sent.good[0])]) {
          const answer = await transport.send(tenant.admin, name, { ...sent.shared, [list]: items });
          const { code, details } = transport.errorOf(answer);
          expect({ code, fields: details?.map(({ field }) => field) }).toEqual({
            code: 'VALIDATION_FAILED',
            fields: [`/${list}`],
          });
        }
        const whole = await TRANSPORTS.REST.send(tenant.admin, name, { ...sent.shared, [list]: sent.good[0] });
        expect(whole.status).toBe(400);
        expect(await writtenOf(tenant, many)).toEqual([0, 0]);
      },
    );

    it('costs the same number of statements for each further item', async () => {
      const { tenant, sent } = await stage(many);
      // The first call prepares what later ones find.
      const parts = [sent.good.slice(0, 1), sent.good.slice(1, 2), sent.good.slice(2, 4), sent.good.slice(4, 7)];
      const costs: number[] = [];
      for (const items of parts) {
        const before = service.statements.length;
        const answer = await TRANSPORTS.GraphQL.send(tenant.admin, name, { ...sent.shared, [list]: items });
        expect(answer.text).not.toContain('"code"');
        const texts = service.statements.slice(before);
        costs.push(texts.filter((text) => !/^\s*(begin|commit|rollback|savepoint|release)/i.test(text)).length);
      }
      const [, one = 0, two = 0, three = 0] = costs;
      expect(three - two).toBe(two - one);
      expect(two - one).toBeLessThanOrEqual(many.statementsPerItem);
    });

    it('undoes everything where the service itself fails at an item', async () => {
      const { tenant, sent } = await stage(many);
      writesLeft = 1;
      const input = { ...sent.shared, [list]: sent.good.slice(0, 3) };
      const answer = await TRANSPORTS.REST.send(tenant.admin, name, input);
      writesLeft = Infinity;
      expect(answer.status).toBe(500);
      expect(await writtenOf(tenant, many)).toEqual([0, 0]);
      const again = await TRANSPORTS.REST.send(tenant.admin, name, input);
      expect(again.status).toBe(200);
      expect(await writtenOf(tenant, many)).toEqual([3, 3]);
    });
  });
});
