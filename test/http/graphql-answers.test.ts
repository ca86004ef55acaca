import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getIntrospectionQuery, GraphQLError } from 'graphql';
import { toAppError } from '../../src/graphql/errors.js';
import type { Answer } from '../support/client.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { sendRaw } from './raw.js';
import { expectDiscreet } from './refusal.js';

const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';

const FRAGMENTS = `
  query ($n: Int = 2) { first: scans(first: $n) { ...Page } framework(name: "soc2") { ...Names again: name } }
  fragment Page on ScanConnection { nodes { id status } totalCount }
  fragment Names on Framework { name ... on Framework { slug } }`;

interface GraphqlBody {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string } }[];
}

describe('GraphQL over HTTP', () => {
  let service: TestService;
  let scanId: string;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
    scanId = (await runScan(service.a.admin)).id;
  });
  afterAll(() => service.stop());

  const post = (body: unknown, headers: Record<string, string> = {}) => service.a.admin.post('/graphql', body, headers);

  const MISTAKES: [string, { query: string; variables?: unknown; operationName?: string }][] = [
    ['a text that is not GraphQL', { query: '{ me { id' }],
    ['an unknown field', { query: '{ me { nope } }' }],
    ['an unknown argument', { query: '{ scan(nope: 1) { id } }' }],
    ['an argument that is missing', { query: '{ scan { id } }' }],
    ['an unknown enum value', { query: `{ controls(framework: "SOC 2", status: pass) { id } }` }],
    [
      'a variable of the wrong type',
      { query: 'query ($n: Int) { scans(first: $n) { totalCount } }', variables: { n: 'x' } },
    ],
    ['a variable that is missing', { query: 'query ($id: ID!) { scan(id: $id) { id } }' }],
    [
      'an unknown enum variable',
      {
        query: 'query ($s: ControlStatus) { controls(framework: "SOC 2", status: $s) { id } }',
        variables: { s: 'pass' },
      },
    ],
    [
      'an unknown input field',
      {
        query: 'mutation ($i: TriggerScanInput!) { triggerScan(input: $i) { scan { id } } }',
        variables: { i: { nope: 1 } },
      },
    ],
    ['an unknown operation', { query: 'query A { me { id } }', operationName: 'B' }],
    ['no choice among operations', { query: 'query A { me { id } } query B { me { id } }' }],
    ['a selection that is missing', { query: '{ me }' }],
    ['an unknown fragment', { query: '{ me { ...Nope } }' }],
  ];

  it.each(MISTAKES)(
    'returns for %s 200 as JSON and 400 as a GraphQL response, each time alike',
    async (_what, body) => {
      for (let time = 0; time < 3; time += 1) {
        const asJson = await post(body, { accept: JSON_TYPE });
        expect([asJson.status, asJson.headers.get('content-type')]).toEqual([200, expect.stringContaining(JSON_TYPE)]);
        const asGraphql = await post(body, { accept: GRAPHQL_TYPE });
        expect([asGraphql.status, asGraphql.headers.get('content-type')]).toEqual([
          400,
          expect.stringContaining(GRAPHQL_TYPE),
        ]);
        for (const answer of [asJson, asGraphql]) {
          expectDiscreet(answer);
          expect(codesOf(answer)).toEqual(['VALIDATION_FAILED']);
          expect((answer.body as GraphqlBody).data ?? null).toBeNull();
        }
      }
    },
  );

  it.each<[string, unknown]>([
    ['no query', {}],
    ['an empty query', { query: '' }],
    ['a query that is not text', { query: { kind: 'Document' } }],
    ['variables that are a text', { query: '{ me { id } }', variables: 'x' }],
    ['variables that are an array', { query: '{ me { id } }', variables: [1] }],
    ['an operation name that is a number', { query: '{ me { id } }', operationName: 7 }],
    ['extensions that are a text', { query: '{ me { id } }', extensions: 'x' }],
    ['an unknown stored query', { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }],
  ])('returns VALIDATION_FAILED for %s', async (_what, body) => {
    const answer = await post(body);
    expectDiscreet(answer);
    expect((answer.body as GraphqlBody).errors).toHaveLength(1);
    expect(codesOf(answer)).toEqual(['VALIDATION_FAILED']);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['an unknown thing', '{ scan(id: "x") { id } }', {}],
    ['an invalid argument', '{ scans(first: 0) { totalCount } }', {}],
    ['a cursor that the service did not issue', '{ scans(after: "garbage") { totalCount } }', {}],
    ['one field of many that fails', '{ me { email } scan(id: "x") { id } }', {}],
    ['fragments, aliases and a default', FRAGMENTS, {}],
    [
      'what is left out',
      'query ($no: Boolean!) { me { email name @skip(if: $no) role @include(if: $no) } }',
      { no: true },
    ],
    [
      'what is not left out',
      'query ($no: Boolean!) { me { email name @skip(if: $no) role @include(if: $no) } }',
      { no: false },
    ],
    [
      'a variable of null',
      'query ($s: ControlStatus) { controls(framework: "soc2", status: $s) { status } }',
      { s: null },
    ],
    [
      'an enum variable',
      'query ($s: ControlStatus) { controls(framework: "soc2", status: $s) { controlId } }',
      { s: 'failed' },
    ],
    ['lists within lists', '{ ucfDomains { code universalControls { code mappings { control { controlId } } } } }', {}],
  ])('answers %s the third time as the first', async (_what, query, variables) => {
    const headers = { 'x-request-id': 'same' };
    const first = await post({ query, variables }, headers);
    for (let time = 0; time < 2; time += 1)
      expect((await post({ query, variables }, headers)).body).toEqual(first.body);
    expectDiscreet(first);
  });

  it('returns the other fields beside the error of one field', async () => {
    const { body } = await post({ query: '{ organization { name } failing: scan(id: "x") { id } }' });
    // Both are required by the schema, so the null goes up to the root.
    expect((body as GraphqlBody).errors).toMatchObject([{ path: ['failing'], extensions: { code: 'NOT_FOUND' } }]);
  });

  it('returns VALIDATION_FAILED for a cursor that it did not issue', async () => {
    const marks = [[1.5], [-1e300], [1e300], ['1'], [null], [{}], [], [1, 2]].map((values) =>
      Buffer.from(JSON.stringify(values)).toString('base64url'),
    );
    const dates = [
      ['x', 'y'],
      ['2026-01-01', 'y'],
      ['infinity', scanId],
      ["';--", scanId],
    ].map((values) => Buffer.from(JSON.stringify(values)).toString('base64url'));
    for (const after of marks) {
      expectMark(
        await post({ query: 'query ($a: String) { scans(after: $a) { totalCount } }', variables: { a: after } }),
      );
      expectMark(
        await post({
          query: 'query ($a: String, $s: ID!) { scanResults(scanId: $s, after: $a) { nodes { id } } }',
          variables: { a: after, s: scanId },
        }),
      );
    }
    for (const after of [...marks, ...dates]) {
      expectMark(
        await post({
          query: 'query ($a: String) { evidenceList(after: $a) { nodes { id } } }',
          variables: { a: after },
        }),
      );
    }
  });

  it('returns VALIDATION_FAILED for a text with a NUL byte', async () => {
    const answer = await post({
      query: 'mutation ($i: ConnectIntegrationInput!) { connectIntegration(input: $i) { integration { id } } }',
      variables: { i: { type: 'demo', name: 'a\u0000b' } },
    });
    expectDiscreet(answer);
    expect(codesOf(answer)).toEqual(['VALIDATION_FAILED']);
  });

  it('returns VALIDATION_FAILED for a variable of a hundred thousand levels', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const query = 'mutation ($i: ConnectIntegrationInput!) { connectIntegration(input: $i) { integration { id } } }';
    const answer = await post(
      `{"query": ${JSON.stringify(query)}, "variables": {"i": {"type": "demo", "name": "deep", "config": ${deep}}}}`,
    );
    expectDiscreet(answer);
    expect(codesOf(answer)).toEqual(['VALIDATION_FAILED']);
  });

  it('does not show the schema without a token', async () => {
    for (const query of [
      getIntrospectionQuery(),
      '{ __type(name: "User") { name } }',
      '{ scanz { id } }',
      '{ me { i } }',
      '{',
    ]) {
      const { status, body, text } = await service.anonymous.graphql(query);
      expect(status).toBe(401);
      expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
      expect(text).not.toMatch(/did you mean|cannot query|syntax/i);
    }
    expect((await service.anonymous.graphql('query { ...A } fragment A on Query { me { id } }')).status).toBe(401);
    expect(
      (await service.anonymous.graphql('mutation { login(input: {}) { accessToken } me: __schema { x } }')).status,
    ).toBe(401);
  });

  it('shows the schema with a token', async () => {
    expect(await service.a.member.data(getIntrospectionQuery())).toHaveProperty('__schema.types');
  });

  it('refuses requests from pages of another site', async () => {
    const { baseUrl, a } = service;
    const authorization = `Bearer ${a.admin.token ?? ''}`;
    const path = `/graphql?query=${encodeURIComponent('{ me { email } }')}`;
    const plainGet = await sendRaw(baseUrl, { method: 'GET', path, headers: { authorization } });
    expect(plainGet.status).toBe(400);
    expect(plainGet.text).not.toContain('alpha.example');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const headers = { authorization, ...(type ? { 'content-type': type } : {}) };
      const body = JSON.stringify({ query: '{ me { email } }' });
      const answer = await sendRaw(baseUrl, { method: 'POST', path: '/graphql', headers, body });
      expect(answer.status).toBe(415);
      expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }] });
    }
  });

  it('answers a query, and no mutation or subscription, by GET', async () => {
    const get = (query: string) =>
      service.a.admin.get(`/graphql?query=${encodeURIComponent(query)}`, { 'content-type': JSON_TYPE });
    expect((await get('{ me { email } }')).body).toEqual({ data: { me: { email: 'admin@alpha.example' } } });
    for (const query of [
      'mutation { triggerScan(input: {}) { scan { id } } }',
      'subscription { scansChanged { id } }',
    ]) {
      const answer = await get(query);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    expect((await service.a.admin.rest<unknown[]>('/api/scans')).length).toBe(1);
  });
});

describe('an internal error', () => {
  it('outside of any field does not show its message', () => {
    const fault = new GraphQLError('relation "users" does not exist', { originalError: new Error('SQL') });
    expect(toAppError(fault)).toMatchObject({
      code: 'INTERNAL',
      message: expect.not.stringContaining('users') as unknown,
    });
    expect(toAppError(new TypeError('x is not a function'))).toMatchObject({ code: 'INTERNAL' });
  });
});

function codesOf({ body }: Answer): string[] {
  return [...new Set((body as GraphqlBody).errors?.map(({ extensions }) => extensions.code))];
}

function expectMark(answer: Answer): void {
  expectDiscreet(answer);
  expect(codesOf(answer)).toEqual(['VALIDATION_FAILED']);
}
