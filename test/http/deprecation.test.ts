import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deprecationText } from '../../src/feature/deprecation.js';
import type { JsonSchema, RestRow } from '../../src/feature/rest-row.js';
import { answerSchema } from '../../src/http/openapi/answer-schema.js';
import { Components } from '../../src/http/openapi/components.js';
import { parametersOf } from '../../src/http/openapi/parameters.js';
import { inputSchema } from '../../src/http/openapi/type-schema.js';
import { RestOperation } from '../../src/http/rest-operation.js';
import { deprecationsOf, sunsetOf } from '../contract/announced.js';
import { runScan, connect } from '../support/scans.js';
import { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

const DEPRECATED = { since: '2026-12-01', sunset: '2027-06-30', instead: 'GET /api/org/profile' };
const TEXT = 'Deprecated since 2026-12-01; may be gone from 2027-06-30 on. Use `GET /api/org/profile`.';

const ONE: RestRow = {
  method: 'GET',
  path: '/api/org/name',
  operationId: 'organizationName',
  summary: 'The name of the organization.',
  deprecated: DEPRECATED,
  document: 'query { data: organization { name } }',
};
const LIST: RestRow = {
  method: 'GET',
  path: '/api/org/scans',
  operationId: 'allScans',
  summary: 'Scan jobs.',
  list: 'paged',
  deprecated: DEPRECATED,
  document: `query ($first: Int, $after: String, $offset: Int, $withTotal: Boolean!) {
    data: scans(first: $first, after: $after, offset: $offset) {
      nodes { id } pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
    }
  }`,
};

describe('a deprecated path', () => {
  let service: TestService;
  let admin: Client;

  beforeAll(async () => {
    service = await startService({ routes: [ONE, LIST] });
    // The document of all other services does not have these paths.
    admin = new Client(service.baseUrl, service.a.admin.token, false);
    await connect(service.a.admin, 'demo');
  });
  afterAll(() => service.stop());

  const announced = ({ headers }: { headers: Headers }) =>
    ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
  const LINK = '</docs>; rel="deprecation"; type="text/html"';

  it('says since when, until when and where to read of it on every success, and answers as ever', async () => {
    const first = await admin.get(ONE.path);
    expect([first.status, first.body]).toMatchObject([200, { data: { name: 'Alpha' } }]);
    expect(announced(first)).toEqual(['@1796083200', 'Wed, 30 Jun 2027 00:00:00 GMT', LINK]);
    const second = await admin.get(ONE.path, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([second.status, ...announced(second)]).toEqual([304, ...announced(first)]);
  });

  it('keeps the links of its pages', async () => {
    for (let scan = 0; scan < 2; scan += 1) await runScan(service.a.admin);
    const { headers } = await admin.get(`${LIST.path}?limit=1`);
    expect(headers.get('link')).toBe(`</api/org/scans?limit=1&offset=1>; rel="next", ${LINK}`);
  });

  it('is alone with that: no other path and no refusal says so', async () => {
    for (const answer of [
      await admin.get('/api/org/profile'),
      await admin.get(`${ONE.path}?unknown=1`),
      await service.anonymous.get('/api/org/profile'),
    ]) {
      expect(announced(answer)).toEqual([null, null, null]);
    }
  });

  it('is marked in a valid OpenAPI document, with its headers', async () => {
    const document = service.app.openApi();
    expect((await new Validator().validate(structuredClone(document) as Record<string, unknown>)).errors ?? []).toEqual(
      [],
    );
    const operation = document.paths[ONE.path]?.get as { description: string; responses: Record<string, JsonSchema> };
    expect(operation).toMatchObject({ deprecated: true, 'x-sunset': '2027-06-30' });
    expect(operation.description.startsWith(TEXT)).toBe(true);
    for (const status of ['200', '304']) {
      expect(Object.keys(operation.responses[status]?.headers ?? {})).toEqual(
        expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
      );
    }
    const others = Object.entries(document.paths).flatMap(([path, methods]) =>
      path === ONE.path || path === LIST.path ? [] : Object.values(methods),
    );
    expect(others.filter((each) => 'deprecated' in each)).toEqual([]);
  });
});

describe('a deprecation', () => {
  it.each([
    [{ ...DEPRECATED, sunset: '2027-05-29' }, /less than 180 days/],
    [{ ...DEPRECATED, sunset: '2027-13-01' }, /is no day/],
    [{ ...DEPRECATED, since: 'soon' }, /is no day/],
  ])('%o keeps the service from starting', (deprecated, message) => {
    const schema = buildSchema('type Query { organization: O } type O { name: String }');
    expect(() => new RestOperation({ ...ONE, deprecated }, schema, [])).toThrow(message);
  });

  it('of 180 days is long enough', () => {
    expect(deprecationText({ ...DEPRECATED, sunset: '2027-05-30' })).toContain('may be gone from 2027-05-30 on');
  });

  it('in the graph marks the members and parameters of the OpenAPI document that show it', () => {
    const reason = JSON.stringify(TEXT);
    const schema = buildSchema(`
      type Query { thing("A filter." old: Int @deprecated(reason: ${reason}), new: Int): Thing! }
      type Thing { "Kept." id: ID!, "Its name." was: String @deprecated(reason: ${reason}), part: Part! @deprecated(reason: ${reason}) }
      type Part { id: ID! }
      input ThingInput { was: String @deprecated(reason: ${reason}), is: String }`);
    const document = 'query ($old: Int, $new: Int) { data: thing(old: $old, new: $new) { id was part { id } } }';
    const row: RestRow = { method: 'GET', path: '/api/things', summary: 'A thing.', document };
    const operation = new RestOperation(row, schema, [row]);
    const answer = answerSchema(row, operation.document, schema);
    const { schemas } = new Components([{ schema: answer, isList: false }]);
    const members = (schemas.Thing as { properties: Record<string, JsonSchema> }).properties;
    expect(members.was).toMatchObject({ deprecated: true, description: `${TEXT} Its name.` });
    expect(members.part).toMatchObject({ deprecated: true, description: TEXT });
    expect(members.id).not.toHaveProperty('deprecated');
    expect(schemas.Part).not.toHaveProperty('deprecated');
    const [old, current] = parametersOf(operation, schema);
    expect(old).toMatchObject({ name: 'old', deprecated: true, description: `${TEXT} A filter.` });
    expect(current).not.toHaveProperty('deprecated');
    const input = inputSchema(schema.getType('ThingInput') as never) as { anyOf: [{ properties: object }] };
    expect(input.anyOf[0].properties).toMatchObject({ was: { deprecated: true } });
  });

  it('in the graph of this service is announced with a sunset, wherever it is', () => {
    const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
    const unannounced = deprecationsOf(schema).filter(({ reason }) => sunsetOf(reason) === null);
    expect(unannounced).toEqual([]);
  });

  it('is found in a graph at fields, arguments, input fields and values', () => {
    const reason = `@deprecated(reason: ${JSON.stringify(TEXT)})`;
    const schema = buildSchema(`
      type Query { a(b: Int ${reason}): E ${reason} }
      input I { c: Int ${reason} }
      enum E { d ${reason} e }`);
    expect(
      deprecationsOf(schema)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['E.d', 'I.c', 'Query.a', 'Query.a(b)']);
    expect(sunsetOf(TEXT)).toBe('2027-06-30');
    expect(sunsetOf('No longer supported')).toBeNull();
  });
});
