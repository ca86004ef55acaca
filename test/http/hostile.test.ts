import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { EventStream } from './event-stream.js';
import { NASTY, operationsAndVariables, REFUSED, REFUSED_BY_FIELD, type HostileRequest } from './hostile-queries.js';
import { expectDiscreet } from './refusal.js';
import { Socket, type LiveAnswer } from './socket.js';
import type { Answer, Client } from '../support/client.js';
import { growthOf } from '../support/growth.js';
import { startService, type TestService } from '../support/service.js';

/**
 * Headers with which every refused query is 4xx; one beyond a limit is so whatever is accepted
 * (graphql-limits.test.ts).
 */
const STRICT = { accept: 'application/graphql-response+json' };
/** Limit of a message. Source: contract, "Limits": messages 64 KiB. */
const MESSAGE_BYTES_MAX = 65_536;

const fits = ([, request]: [string, HostileRequest]) => JSON.stringify(request).length < MESSAGE_BYTES_MAX - 1_000;

describe('a hostile query', () => {
  let service: TestService;
  let admin: Client;
  let socket: Socket;

  beforeAll(async () => {
    service = await startService();
    ({ admin } = service.a);
    socket = await Socket.connect(service.baseUrl, admin.token);
  });
  afterAll(async () => {
    await socket.close();
    await service.stop();
  });

  it.each(Object.entries(REFUSED))('returns 4xx over HTTP: %s', async (_what, request) => {
    const answer = await admin.post('/graphql', request, STRICT);
    expectDiscreet(answer);
    expect(answer.status).toBe(400);
    expectRefused(answer.body as LiveAnswer);
  });

  it.each(Object.entries(REFUSED).filter(fits))(
    'is refused over a socket, which stays open: %s',
    async (_what, request) => {
      expectRefused(await socket.ask(request.query, request.variables));
      expect(await socket.ask('{ __typename }')).toEqual({ data: { __typename: 'Query' } });
    },
  );

  it.each(Object.entries(REFUSED).filter((each) => !fits(each)))('closes a socket: %s', async (_what, request) => {
    const own = await Socket.connect(service.baseUrl, admin.token);
    own.subscribe(request.query, request.variables);
    expect((await own.closed).code).toBe(1009);
  });

  it.each(Object.entries(REFUSED))('returns 4xx to an event stream: %s', async (_what, { query, variables }) => {
    const stream = await EventStream.open(admin, query, variables);
    expect(stream.status).toBe(400);
    expectRefused(await stream.first());
  });

  it.each(Object.entries(REFUSED_BY_FIELD))('is refused by the field that it requests: %s', async (_what, request) => {
    const answer = await admin.post('/graphql', request, STRICT);
    expectDiscreet(answer);
    const { errors } = answer.body as LiveAnswer;
    expect(['VALIDATION_FAILED', 'QUERY_TOO_LARGE', 'NOT_FOUND']).toContain(errors?.[0]?.extensions.code);
  });

  it.each(Object.entries(NASTY))('is answered when it is within the limits: %s', async (_what, request) => {
    const answer = await admin.post('/graphql', request, STRICT);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('errors');
  });

  it.each<[string, string]>([
    ['a query that is a number', '{"query":5}'],
    ['a query that is an object', '{"query":{}}'],
    ['no query', '{}'],
    ['nothing', 'null'],
    ['a batch', '[{"query":"{ me { id } }"}]'],
    ['variables that are a text', '{"query":"{ me { id } }","variables":"x"}'],
    ['variables that are a list', '{"query":"{ me { id } }","variables":[1]}'],
    ['the name of an operation that is a number', '{"query":"{ me { id } }","operationName":5}'],
    ['the name of an unknown operation', '{"query":"{ me { id } }","operationName":"__proto__"}'],
    ['variables with names of objects', '{"query":"{ me { id } }","variables":{"__proto__":{"a":1},"constructor":1}}'],
    [
      'deeply nested variables',
      `{"query":"{ me { id } }","variables":{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`,
    ],
    ['a deeply nested body', `${'['.repeat(400_000)}${']'.repeat(400_000)}`],
    ['a text that ends early', '{"query":"{ me { id } }"'],
    ['a mebibyte', `{"query":"{ me { id } }","variables":{"a":"${'x'.repeat(1_048_576)}"}}`],
    ['a null where a list is sorted', '{"query":"{ controls(framework: \\"SOC 2\\", sort: null, q: null) { id } }"}'],
    ['half of a character', '{"query":"{ framework(name: \\"\\ud800\\") { id } }"}'],
    ['a NUL byte', '{"query":"{ framework(name: \\"\\\\u0000\\") { id } }"}'],
  ])('causes no internal error: %s', async (_what, body) => {
    for (const path of ['/graphql', '/graphql/stream']) {
      const answer = await admin.send('POST', path, {
        body,
        headers: {
          'content-type': 'application/json',
          accept: path === '/graphql' ? STRICT.accept : 'text/event-stream',
        },
      });
      expectDiscreet(answer);
      expect(answer.text).not.toContain('INTERNAL');
    }
  });

  it('is not accepted by its hash, since its cost depends on its variables', async () => {
    const query =
      'query ($n: Int) { evidenceList(first: $n) { nodes { id controls { id evidence { id controls { id } } } } } }';
    const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } };
    const ask = (body: object): Promise<Answer> => admin.post('/graphql', body, STRICT);
    await ask({ query, variables: { n: 1 }, extensions });
    const byHash = await ask({ variables: { n: 100 }, extensions });
    expect(byHash.status).toBe(400);
    expectRefused(byHash.body as LiveAnswer);
    expect((await ask({ query, variables: { n: 100 }, extensions })).status).toBe(400);
  });

  it('is checked in proportion to its operations and variables, not to their product', async () => {
    const ask = async (size: number) => {
      const request = operationsAndVariables(size);
      expect((await admin.post('/graphql', request, STRICT)).status).toBe(200);
    };
    expect(await growthOf(ask, 60)).toBeLessThan(8);
  });
});

function expectRefused({ data, errors }: LiveAnswer): void {
  expect(data ?? null).toBeNull();
  expect(errors?.length).toBeGreaterThanOrEqual(1);
  for (const { extensions } of errors ?? [])
    expect(['VALIDATION_FAILED', 'QUERY_TOO_LARGE']).toContain(extensions.code);
}
