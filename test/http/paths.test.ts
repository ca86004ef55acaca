import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { sendRaw } from './raw.js';
import { expectDiscreet, expectRefusal } from './refusal.js';

const NOBODYS = '00000000-0000-4000-8000-000000000000';
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];

describe('a path', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const ask = (method: string, path: string, token: string | null = service.a.admin.token) =>
    sendRaw(service.baseUrl, {
      method,
      path,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });

  it.each([
    '/api',
    '/api/',
    '/api/scan',
    '/api/scans/a/b',
    '/api/scans/trigger/now',
    '/api/org',
    '/api/v1/scans',
    '/api/auth/signout',
    '/api/ucf/elements',
    '/graphql/other',
    '/graphqlx',
    '/metrics2',
    '/.env',
    '/package.json',
  ])('%s returns 404 as unknown, and 401 without a token', async (path) => {
    expect((await ask('GET', path)).status).toBe(404);
    const nobodys = await ask('GET', path, null);
    expect(nobodys.status).toBe(401);
    expect(nobodys.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('that is unknown returns the same as an unknown thing', async () => {
    const headers = { 'x-request-id': 'same' };
    const path = await service.a.admin.get('/api/nothing', headers);
    const thing = await service.a.admin.get(`/api/scans/${NOBODYS}`, headers);
    expectRefusal(path, { status: 404, code: 'NOT_FOUND' });
    expect(thing.text).toBe(path.text);
  });

  it('returns 405 with Allow for other methods, and 401 without a token', async () => {
    for (const path of new Set(service.app.routes.map((row) => row.path))) {
      const rows = service.app.routes.filter((row) => row.path === path);
      const known = rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      const url = path.replaceAll(/\{\w+\}/g, NOBODYS);
      for (const method of METHODS.filter((each) => !known.includes(each) && each !== 'OPTIONS')) {
        const answer = await ask(method, url);
        expectRefusal(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' });
        const allowed = (answer.headers.get('allow') ?? '').split(', ');
        expect({ path, allowed: allowed.toSorted() }).toEqual({ path, allowed: [...known, 'OPTIONS'].toSorted() });
        expect((await ask(method, url, null)).status).toBe(401);
      }
    }
  });

  it.each(['/graphql', '/graphql/stream'])('%s accepts only GET and POST', async (path) => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE']) {
      const answer = await ask(method, path);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, POST');
      expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }] });
    }
  });

  it('answers HEAD as GET, without a body', async () => {
    const { status, text, headers } = await ask('HEAD', '/api/org/profile');
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('content-type')).toMatch(/json/);
    expect((await ask('HEAD', '/api/org/profile', null)).status).toBe(401);
  });

  it.each([
    '/api/scans/%',
    '/api/scans/%zz',
    '/api/scans/%E0%A4%A',
    '/api/scans/%00',
    '/api/scans/%C0%AE%C0%AE',
    '/api/scans/..%2f..%2f',
    '/api/scans/%2e%2e/',
    '/api/evidence/%00/',
    '/api/compliance/controls/%F8%80%80%80',
    '/api/ucf/coverage/%',
    '/api/ucf/coverage/%00',
    '/%',
    '/files/%',
    '/files/%00',
    '/files/..%2f..%2fetc%2fpasswd?expires=9999999999&name=x&signature=00',
    '/files/../../etc/passwd?expires=9999999999&name=x&signature=00',
    '/files/x?expires=1&expires=2&signature=a&name=b',
    '/graphiql/assets/..%2findex.html',
    '/graphiql/assets/',
    '/docs/assets/',
    '//',
    '///api/scans',
    '/api/scans;x=1',
    '/api//scans',
  ])('%s is a client error, with and without a token', async (path) => {
    for (const token of [service.a.admin.token, null]) {
      const answer = await ask('GET', path, token);
      expectDiscreet(answer);
      expect([400, 401, 404]).toContain(answer.status);
      if (token === null && !path.startsWith('/files/')) expect(answer.status).toBe(401);
    }
  });

  it.each([
    '%00',
    'a%00b',
    '%20',
    '%F0%9F%98%80',
    'null',
    '0',
    '-1',
    '{id}',
    "'--",
    '00000000-0000-4000-8000-00000000000',
  ])('with the malformed id %s returns 404', async (id) => {
    for (const { path } of service.app.routes.filter((row) => row.path.includes('{') && row.method === 'GET')) {
      const answer = await ask('GET', path.replaceAll(/\{\w+\}/g, id));
      expectRefusal(answer, { status: 404, code: 'NOT_FOUND' });
    }
  });

  it.each([100, 1_000, 12_000])('with an id of %i characters returns 404', async (length) => {
    for (const path of ['/api/scans/', '/api/evidence/', '/api/compliance/controls/', '/api/ucf/controls/']) {
      expectRefusal(await ask('GET', path + 'a'.repeat(length)), { status: 404, code: 'NOT_FOUND' });
    }
  });

  it('longer than the limit of headers is refused by the server itself', async () => {
    expect((await ask('GET', `/api/scans/${'a'.repeat(20_000)}`)).status).toBe(431);
    expect((await ask('GET', '/api/scans')).status).toBe(200);
  });

  it.each([
    ['a length beside chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['two lengths', ['Content-Length: 4', 'Content-Length: 5']],
    ['an encoding that is not chunked at its end', ['Transfer-Encoding: chunked, identity']],
    ['a length with a sign', ['Content-Length: +4']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
  ])('of a request with %s, whose end is ambiguous, is refused, and its connection closed', async (_, lines) => {
    const { host, hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    const behind = `GET /livez HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    socket.write(['POST /api/auth/login HTTP/1.1', `Host: ${host}`, ...lines, '', `0\r\n\r\n${behind}`].join('\r\n'));
    const answers = (await text(socket)).match(/^HTTP\/1\.1 \d+/gm);
    expect(answers).toEqual(['HTTP/1.1 400']);
  });
});
