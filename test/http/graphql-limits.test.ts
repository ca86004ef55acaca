import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getIntrospectionQuery } from 'graphql';
import { EventStream } from './event-stream.js';
import { Socket, type LiveAnswer } from './socket.js';
import { expectDiscreet } from './refusal.js';
import { anyOf, anything } from '../support/any-of.js';
import { startService, type TestService } from '../support/service.js';

const ACCEPTS = ['application/json', 'application/graphql-response+json', '*/*'];
const NOBODYS = '00000000-0000-4000-8000-000000000000';

/** Text `part(0) part(1) …` */
const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(' ');
/** A query for a control within a mapping within a control …, `depth` levels in all. */
const nested = (depth: number) => {
  const names = Array.from({ length: depth - 1 }, (_, level) => (level % 2 === 0 ? 'control' : 'mappings'));
  const [, ...inner] = names;
  return `{ control(id: "${NOBODYS}") { ${inner.map((name) => `${name} { `).join('')} __typename ${' }'.repeat(names.length + 1)}`;
};
/** Fragments that each spread the next one twice: 2 to the power of `count` in all. */
const doubling = (count: number, type: string, leaf: string) =>
  many(count, (at) => `fragment F${at} on ${type} { ...F${at + 1} ...F${at + 1} }`) +
  ` fragment F${count} on ${type} { ${leaf} }`;
const results = (first: string) => `scanResults(scanId: "${NOBODYS}", first: ${first})
  { nodes { control { framework { controls { id controlId title status } } } } }`;

const catalogue = (leaves: string) =>
  `{ frameworks { controls { mappings { universalControl { mappings { control { ${leaves} } } } } } } }`;

/** Queries just beyond a limit. Source: schema/contract/limits.md. */
const TOO_MUCH: Record<string, { query: string; variables?: Record<string, unknown> }> = {
  '2,001 tokens': { query: `{ me { ${many(1_996, () => 'id')} } }` },
  'eleven levels': { query: nested(11) },
  'eleven levels in fragments': {
    query: `${nested(10).replace('__typename', '...A')} fragment A on Control { framework { ...B } } fragment B on Framework { id }`,
  },
  '31 aliases': { query: `{ me { ${many(31, (at) => `a${at}: id`)} } }` },
  'an alias of 129 characters': { query: `{ me { ${'a'.repeat(129)}: id } }` },
  'an alias of 129 characters in a fragment': {
    query: `{ me { ...A } } fragment A on User { ${'a'.repeat(129)}: id }`,
  },
  '31 aliases within introspection': { query: `{ __schema { ${many(31, (at) => `a${at}: types { name }`)} } }` },
  '21 root fields': { query: `{ ${many(21, () => 'me { id }')} }` },
  '21 root fields in a fragment': { query: `{ ...A } fragment A on Query { ${many(21, () => 'me { id }')} }` },
  'more than 50,000 fields': { query: `{ ${results('100')} }` },
  'more than 50,000 fields by a variable': { query: `query ($n: Int) { ${results('$n')} }`, variables: { n: 100 } },
  'more than 50,000 fields by a default': { query: `query ($n: Int = 100) { ${results('$n')} }` },
  'more than 50,000 fields in lists of so many': {
    query: '{ universalControls { assessments(first: 100) { id status details } } }',
  },
  'the whole catalogue at once': { query: catalogue('id controlId title description category') },
  'two introspections': { query: '{ __schema { queryType { name } } __type(name: "User") { name } }' },
  'two introspections in a fragment': {
    query: '{ ...A ...A } fragment A on Query { __schema { queryType { name } } }',
  },
  'a fragment that spreads itself': { query: '{ ...A } fragment A on Query { me { id } ...A }' },
  'fragments that spread each other': {
    query: '{ me { ...A } } fragment A on User { id ...B } fragment B on User { id ...A }',
  },
  'a fragment within introspection that spreads itself': {
    query: '{ __schema { types { ...A } } } fragment A on __Type { name ofType { ...A } }',
  },
  'fragments that double at the root': { query: `{ ...F0 } ${doubling(60, 'Query', 'me { id }')}` },
  'fragments that double below': { query: `{ me { ...F0 } } ${doubling(60, 'User', 'id')}` },
};

/** Queries exactly at a limit, and common queries of clients. */
const NOT_TOO_MUCH: Record<string, string> = {
  // `{ me { id title` … `} }`: a token each.
  'many tokens': `{ me { ${many(150, () => 'id name email role')} } }`,
  '30 aliases': `{ me { ${many(30, (at) => `a${at}: id`)} } }`,
  'an alias of 128 characters': `{ me { ${'a'.repeat(128)}: id } }`,
  '20 root fields': `{ ${many(20, () => 'me { id }')} }`,
  'the standard introspection': getIntrospectionQuery(),
  'every universal control with its mappings':
    '{ universalControls { code title mappings { id relationship framework } } }',
  'a page of a hundred': '{ evidenceList(first: 100) { nodes { id title fileName controls { controlId } } } }',
};

describe('a query beyond the limits', () => {
  let service: TestService;
  let socket: Socket;

  beforeAll(async () => {
    service = await startService();
    socket = await Socket.connect(service.baseUrl, service.a.admin.token);
  });
  afterAll(async () => {
    await socket.close();
    await service.stop();
  });

  it.each(Object.entries(TOO_MUCH))('returns 400 over HTTP for every accepted type: %s', async (_what, body) => {
    for (const accept of ACCEPTS) {
      const answer = await service.a.admin.post('/graphql', body, { accept });
      expectDiscreet(answer);
      expect({ accept, status: answer.status }).toEqual({ accept, status: 400 });
      expectRefused(answer.body as LiveAnswer);
    }
  });

  it.each(Object.entries(TOO_MUCH))('is refused over a socket: %s', async (_what, { query, variables }) => {
    expectRefused(await socket.ask(query, variables));
  });

  it.each(Object.entries(TOO_MUCH))('returns 400 to an event stream: %s', async (_what, { query, variables }) => {
    const stream = await EventStream.open(service.a.admin, query, variables);
    expect(stream.status).toBe(400);
    expectRefused(await stream.first());
  });

  it.each(Object.entries(NOT_TOO_MUCH))('is not reported for %s', async (_what, query) => {
    expect(await service.a.admin.data(query)).toEqual(anything());
    expect(await socket.ask(query)).not.toHaveProperty('errors');
    expect(await EventStream.ask(service.a.admin, query)).not.toHaveProperty('errors');
  });

  it('has more than 2,000 tokens', async () => {
    const query = many(250, (at) => `query Q${at} { me { id } }`);
    const ask = (text: string) => service.a.admin.post('/graphql', { query: text, operationName: 'Q249' });
    expect((await ask(query)).body).toEqual({ data: { me: { id: anyOf(String) } } });
    expectRefused((await ask(`${query} query`)).body as LiveAnswer);
    expect((await ask(`${query} query`)).text).toContain('tokens');
  });

  it('is announced beforehand by the cost of a smaller one, which an answer has on request alone', async () => {
    // 1 for the list, then for each of 10: its id, the list below it, and the ids of 20.
    const query = '{ evidenceList(first: 10) { nodes { id controls(first: 20) { id } } } }';
    const { body } = await service.a.admin.post('/graphql', { query, extensions: { cost: true } });
    const cost = {
      units: 1,
      fields: 1 + 10 * (1 + (1 + (1 + 20 * 1))),
      fieldsMax: 50_000,
      depth: 4,
      depthMax: 10,
      heaviestPath: ['evidenceList', 'nodes', 'controls'],
    };
    expect(body).toEqual({ data: { evidenceList: { nodes: [] } }, extensions: { cost } });
    const params = new URLSearchParams({ query, extensions: '{"cost":true}' });
    const got = await service.a.admin.get(`/graphql?${params.toString()}`, { 'apollo-require-preflight': '1' });
    expect(got.body).toMatchObject({ extensions: { cost } });
    for (const extensions of [undefined, {}, { cost: false }, { cost: 'yes' }]) {
      expect((await service.a.admin.post('/graphql', { query, extensions })).text).not.toContain('fieldsMax');
    }
    // Also of an answer that is cached otherwise, and of two operations that of the one that is executed.
    const cached = 'query Few { frameworks { id } } query Many { frameworks { id name slug version } }';
    const fieldsOf = async (operationName: string) => {
      const request = { query: cached, operationName, extensions: { cost: true } };
      const answer = (await service.a.admin.post('/graphql', request)).body as {
        extensions: { cost: { fields: number } };
      };
      return answer.extensions.cost.fields;
    };
    const few = await fieldsOf('Few');
    expect(await fieldsOf('Many')).toBe(1 + (few - 1) * 4);
  });

  it('is answered with the limit, what was estimated and the heaviest list', async () => {
    const ask = async (query: string) =>
      ((await service.a.admin.graphql(query)).body as LiveAnswer).errors?.[0]?.extensions as Record<string, unknown>;
    // Every control, each with its mappings, each of these with the mappings of its universal control.
    const heavy = `{ me { id } all: controls { title mappings { universalControl { mappings { rationale control {
      title description category auditQuestion } } } } } }`;
    const { limit, estimated, heaviestPath } = await ask(heavy);
    expect({ limit, heaviestPath }).toEqual({
      limit: 50_000,
      heaviestPath: ['all', 'mappings', 'universalControl', 'mappings'],
    });
    expect(estimated).toBeGreaterThan(50_000);
    expect(await ask(nested(11))).toMatchObject({ limit: 10, estimated: 11 });
    expect(await ask(`{ ${many(21, () => 'me { id }')} }`)).toMatchObject({ limit: 20, estimated: 21 });
  });

  it('is refused when its response would exceed 50,000 fields of the catalogue', async () => {
    for (const leaves of ['id', 'id title', 'id title category', 'id title category controlId']) {
      const { body } = await service.a.admin.graphql(catalogue(leaves));
      expect(fieldsIn((body as LiveAnswer).data)).toBeLessThanOrEqual(50_000);
    }
  });

  it('is not reported for ten levels and an unknown id', async () => {
    const { status, body } = await service.a.admin.graphql(nested(10));
    expect(status).toBe(200);
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  it('is refused in a batch of any size', async () => {
    for (const accept of ACCEPTS) {
      for (const batch of [
        [{ query: '{ me { id } }' }],
        [{ query: '{ me { id } }' }, { query: '{ me { id } }' }],
        [],
      ]) {
        const answer = await service.a.admin.post('/graphql', batch, { accept });
        expect(answer.status).toBe(400);
        expectRefused(answer.body as LiveAnswer, 'VALIDATION_FAILED');
      }
    }
    const stream = await service.a.admin.post('/graphql/stream', [{ query: '{ me { id } }' }], {
      accept: 'text/event-stream',
    });
    expect(stream.status).toBe(400);
  });

  it('returns 400 or 401 without a token', async () => {
    for (const { query, variables } of Object.values(TOO_MUCH)) {
      const { status } = await service.anonymous.graphql(query, variables);
      expect([400, 401]).toContain(status);
    }
  });
});

describe('a socket', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const connect = () => Socket.connect(service.baseUrl, service.a.admin.token);

  it('accepts a message of nearly 64 KiB', async () => {
    const socket = await connect();
    const { data } = await socket.ask(`{ me { email } } #${'x'.repeat(64 * 1024 - 200)}`);
    expect(data).toEqual({ me: { email: 'admin@alpha.example' } });
    await socket.close();
  });

  it('is closed by a message over 64 KiB', async () => {
    const socket = await connect();
    socket.subscribe(`{ me { email } } #${'x'.repeat(64 * 1024)}`);
    // 1009: message too big (RFC 6455).
    expect((await socket.closed).code).toBe(1009);
  });

  it.each<[string, object]>([
    ['a type that is unknown', { type: 'nope' }],
    ['an operation without a query', { type: 'subscribe', id: '1', payload: {} }],
    ['an operation without an id', { type: 'subscribe', payload: { query: '{ me { id } }' } }],
    ['an array', []],
  ])('is closed by %s', async (_what, message) => {
    const socket = await connect();
    socket.send(message);
    // 4400: bad request (graphql-transport-ws).
    expect((await socket.closed).code).toBe(4400);
  });

  it('returns an error for an invalid query and stays open', async () => {
    const socket = await connect();
    expectRefused(await socket.ask('{ me { nope } }'), 'VALIDATION_FAILED');
    expectRefused(await socket.ask('{ broken'), 'VALIDATION_FAILED');
    expect(await socket.ask('{ me { email } }')).toEqual({ data: { me: { email: 'admin@alpha.example' } } });
    await socket.close();
  });
});

function fieldsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, each) => sum + fieldsIn(each), 0);
  return Array.isArray(value) ? inside : Object.keys(value).length + inside;
}

function expectRefused({ data, errors }: LiveAnswer, code = 'QUERY_TOO_LARGE'): void {
  expect(data ?? null).toBeNull();
  expect(errors?.length).toBeGreaterThan(0);
  expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(new Set([code]));
}
