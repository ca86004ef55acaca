import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';

const LOGIN = '/api/auth/login';
const LIST = 'query ($list: [String!]) { controls(frameworks: $list) { id } }';

/** JSON of an operation whose variables have a list of so many items, none of which is a text. */
const withItems = (items: number, query = LIST) =>
  JSON.stringify({ query, variables: { list: Array.from({ length: items }, () => ({})) } });

describe('a JSON body', () => {
  let service: TestService;
  let token = '';
  beforeAll(async () => {
    service = await startService({ settings: { rateLimitPerMinute: 6_000 } });
    token = service.a.admin.token ?? '';
  });
  afterAll(() => service.stop());

  const send = async (path: string, body: string | Buffer, headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(path, service.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const known = () => ({ authorization: `Bearer ${token}` });
  const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));

  it('has the name of an unknown member of it in its refusal, of a long one the beginning', async () => {
    const name = 'x'.repeat(10_000);
    const { status, text } = await service.anonymous.post(LOGIN, { email: 'a@example.com', password: 'p', [name]: 1 });
    expect(status).toBe(400);
    expect(text).toContain('xxx…');
    expect(text.length).toBeLessThan(2_000);
  });

  it('has at most 500 values from strangers, counted before it is parsed', async () => {
    const stranger = await send('/graphql', withItems(500));
    expect([stranger.status, stranger.text]).toEqual([413, expect.stringContaining('at most 500 values')]);
    // Not even JSON: it is counted all the same.
    expect((await send(LOGIN, '['.repeat(30_000))).status).toBe(413);
  });

  it('costs a unit for each 1,000 values, of which an object is two', async () => {
    const one = left(await send('/graphql', withItems(10), known()));
    expect(one - left(await send('/graphql', withItems(5_000), known()))).toBe(1 + 10);
  });

  it('costs what the largest does where it is compressed: its length says nothing', async () => {
    const plain = JSON.stringify({ query: '{ me { id } }' });
    const before = left(await send('/graphql', plain, known()));
    const zipped = await send('/graphql', gzipSync(plain), { ...known(), 'content-encoding': 'gzip' });
    expect(zipped.status).toBe(200);
    expect(before - left(zipped)).toBe(1 + 16);
  });

  it('is answered with the first 50 places that are wrong, and that there are more', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`unknown_${n}`, 0])));
    const { status, text } = await send(LOGIN, body);
    const { error } = JSON.parse(text) as { error: { details: { field: string; message: string }[] } };
    expect(status).toBe(400);
    expect(error.details).toHaveLength(51);
    expect(error.details.at(-1)).toEqual({ field: '', message: 'has further errors, which are not listed' });
  });

  it('is answered with the first errors of its variables alone, also once the operation is compiled', async () => {
    for (let time = 0; time < 3; time += 1) {
      const { text } = await send('/graphql', withItems(5_000), known());
      const { errors } = JSON.parse(text) as { errors: object[] };
      expect(errors.length).toBeLessThanOrEqual(51);
      expect(text.length).toBeLessThan(30_000);
    }
  });

  it.each(['{"__proto__":{"a":1}}', '{"a":{"\\u005f_proto__":1}}', '"text"', '7', 'null', '{'])(
    'is refused: %s',
    async (body) => {
      const { status, text } = await send(LOGIN, body);
      expect([status, text]).toEqual([400, expect.stringContaining('not valid JSON')]);
    },
  );
});

describe('a query string', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const PATHS = [
    '/files/a/b',
    '/graphql',
    '/api/findings',
    '/api/auth/login',
    '/scim/v2/Users',
    '/sso/callback',
    '/login',
  ];

  it.each(PATHS)('has at most 100 parameters, which are not compared before: %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(new URL(`${path}?${'a&'.repeat(100)}`, service.baseUrl), { method });
      expect([method, answer.status, await answer.text()]).toEqual([
        method,
        400,
        expect.stringContaining('at most 100 parameters'),
      ]);
    }
  });

  it('is answered with the first 50 parameters that are not known, and that there are more', async () => {
    const query = Array.from({ length: 100 }, (_, no) => `unknown_${no}=1`).join('&');
    const { status, body } = await service.a.admin.get(`/api/findings?${query}`);
    const { details } = (body as { error: { details: object[] } }).error;
    expect([status, details.length]).toEqual([400, 51]);
    expect(details.at(-1)).toEqual({ field: '', message: 'has further errors, which are not listed' });
  });
});
