import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Readable } from 'node:stream';
import type { Answer } from '../support/client.js';
import { connect } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { sendRaw } from './raw.js';
import { expectDiscreet, expectRefusal } from './refusal.js';
import { Socket } from './socket.js';

const NOBODYS = '00000000-0000-4000-8000-000000000000';
const MEGABYTE = 1024 * 1024;

describe('an invalid request', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
  });
  afterAll(() => service.stop());

  const get = (path: string) => service.a.admin.get(path);
  const invalid = (field?: string) => ({
    status: 400,
    code: 'VALIDATION_FAILED',
    ...(field === undefined ? {} : { field }),
  });

  describe('in a body', () => {
    const trigger = (body: unknown, headers = {}) => service.a.admin.post('/api/scans/trigger', body, headers);

    it.each(['{"framework_id":', '{', '{]', "{'a': 1}", '{"a": 1,}', 'undefined', '\u0000', '{"a"\u00a0: 1}x'])(
      'returns 400 for malformed JSON: %j',
      async (text) => {
        expectRefusal(await trigger(text), invalid());
      },
    );

    it.each([
      ['{"framework_id": null, "framework_id": null}', '/framework_id'],
      // Another spelling of the same name.
      [String.raw`{"integration_types": [], "integration\u005ftypes": []}`, '/integration_types'],
      ['{"a/b": {"c": [{"d": 1}, {"d": 1, "d": 2}]}}', '/a~1b/c/1/d'],
    ])('returns 400 for a member that is given twice: %s', async (text, field) => {
      expectRefusal(await trigger(text), invalid(field));
      const graph = await service.a.admin.post('/graphql', text);
      const detail = { field, message: 'is given twice' };
      expect(graph).toMatchObject({ status: 400, body: { errors: [{ extensions: { details: [detail] } }] } });
    });

    it.each(['[]', '[{}]', '"text"', '7', 'null', 'true'])(
      'returns 400 for JSON that is no object: %s',
      async (text) => {
        expectRefusal(await trigger(text), invalid());
      },
    );

    it.each<[string, unknown, string]>([
      ['an unknown field', { nope: 1 }, '/nope'],
      ['a field in the graph’s spelling', { frameworkId: NOBODYS }, '/frameworkId'],
      ['a field of every object', { constructor: {} }, '/constructor'],
      ['an id that is a number', { framework_id: 7 }, '/framework_id'],
      ['an id that is an object', { framework_id: { $ne: null } }, '/framework_id'],
      ['an id that is not a UUID', { framework_id: 'soc2' }, '/framework_id'],
      ['an id with a NUL byte', { framework_id: `${NOBODYS}\u0000` }, '/framework_id'],
      ['a text instead of an array', { integration_types: 'demo' }, '/integration_types'],
      ['a number in an array of texts', { integration_types: ['demo', 7] }, '/integration_types/1'],
      ['null in an array of texts', { integration_types: [null] }, '/integration_types/0'],
      ['an unknown integration type', { integration_types: ['aws2'] }, '/integration_types'],
      ['a NUL byte in a text', { integration_types: ['demo\u0000'] }, '/integration_types/0'],
    ])('returns the JSON pointer of the error: %s', async (_what, body, field) => {
      expectRefusal(await trigger(body), invalid(field));
    });

    it('returns 400 for a key __proto__', async () => {
      expectRefusal(await trigger('{"__proto__": {"integration_types": ["demo"]}}'), invalid());
    });

    it('returns all errors of the body at once', async () => {
      const answer = await trigger({ nope: 1, framework_id: 7 });
      expectRefusal(answer, invalid('/nope'));
      expectRefusal(answer, invalid('/framework_id'));
    });

    it('returns 400 at any depth', async () => {
      const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
      expectRefusal(await trigger(`{"integration_types": ${deep}}`), invalid('/integration_types'));
      expectRefusal(await trigger('['.repeat(500_000) + ']'.repeat(500_000)), invalid());
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json', 'x'])(
      'returns 415 for the type %s',
      async (type) => {
        const answer = await trigger('{}', { 'content-type': type });
        expectRefusal(answer, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
      },
    );

    it('returns 415 without a type', async () => {
      const answer = await sendRaw(service.baseUrl, {
        method: 'POST',
        path: '/api/scans/trigger',
        headers: authorized({}),
        body: '{}',
      });
      expectRefusal(answer, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    });

    it('returns 415 for JSON sent to an upload', async () => {
      const id = await connect(service.a.admin, 'prowler');
      const answer = await service.a.admin.post(`/api/org/integrations/${id}/import`, {});
      expectRefusal(answer, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    });

    it('returns 413 for more than a megabyte, with or without a declared length', async () => {
      const tooMuch = JSON.stringify({ integration_types: ['x'.repeat(MEGABYTE)] });
      const tooLarge = { status: 413, code: 'PAYLOAD_TOO_LARGE' };
      expectRefusal(await trigger(tooMuch), tooLarge);
      const answer = await service.a.admin.send('POST', '/api/scans/trigger', {
        headers: { 'content-type': 'application/json' },
        body: Readable.toWeb(Readable.from([Buffer.from(tooMuch)])) as ReadableStream,
        duplex: 'half',
      });
      expectRefusal(answer, tooLarge);
      expect((await service.a.admin.post('/graphql', JSON.stringify({ query: 'x'.repeat(MEGABYTE) }))).status).toBe(
        413,
      );
    });

    it('is validated up to a megabyte', async () => {
      const body = { integration_types: ['x'.repeat(MEGABYTE - 100)] };
      expectRefusal(await trigger(body), invalid('/integration_types'));
    });

    it('returns 400 for a body where none is accepted', async () => {
      for (const path of ['/api/org/profile', '/api/scans', '/api/evidence']) {
        const headers = authorized({ 'content-type': 'application/json', 'content-length': '2' });
        expectRefusal(await sendRaw(service.baseUrl, { method: 'GET', path, headers, body: '{}' }), invalid(''));
      }
    });

    it('is not reported for an omitted optional body', async () => {
      expect((await trigger(undefined)).status).toBe(202);
      expect((await trigger({ framework_id: null, integration_types: null })).status).toBe(202);
      expect((await trigger({}, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(202);
    });
  });

  describe('on a WebSocket', () => {
    const query = '"query":"query ($n: Int) { scans(first: $n) { totalCount } }"';
    const subscribe = (payload: string) => `{"type":"subscribe","id":"twice","payload":{${payload}}}`;

    it.each([
      [`${query},"variables":{"n":1,"n":2}`, '/variables/n'],
      // Another spelling of the same name.
      [String.raw`${query},"variables":{"n":1,"\u006e":2}`, '/variables/n'],
      [`${query},${query}`, '/query'],
    ])(
      'is an error of the operation for a member that is given twice, and the socket stays: %s',
      async (payload, field) => {
        const socket = await Socket.connect(service.baseUrl, service.a.admin.token);
        socket.sendText(subscribe(payload));
        const { type, payload: errors } = await socket.message(({ id }) => id === 'twice');
        expect(type).toBe('error');
        const details = [{ field, message: 'is given twice' }];
        expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED', details } }]);
        // Under the same id: nothing of the refused one is left.
        socket.sendText(subscribe(`${query},"variables":{"n":1}`));
        expect(
          (await socket.message(({ id, type: kind }) => id === 'twice' && kind === 'next')).payload,
        ).toHaveProperty('data.scans');
        await socket.close();
      },
    );

    it.each([
      `{"type":"subscribe","id":"a","id":"b","payload":{${query}}}`,
      `{"type":"ping","type":"subscribe","id":"a","payload":{${query}}}`,
      `{"type":"subscribe","id":"a","payload":{},"payload":{${query}}}`,
      '{"type":"ping","payload":{"a":1,"a":2}}',
    ])(
      'closes the socket (4400) for a member that is given twice where no operation can be named: %s',
      async (text) => {
        const socket = await Socket.connect(service.baseUrl, service.a.admin.token);
        socket.sendText(text);
        expect((await socket.closed).code).toBe(4400);
        expect(socket.messages.map(({ type }) => type)).toEqual(['connection_ack']);
      },
    );

    it('closes the socket (4400) for a credential that is given twice', async () => {
      const token = `"Authorization":"Bearer ${service.a.admin.token ?? ''}"`;
      const socket = await Socket.openWith(service.baseUrl, `{"type":"connection_init","payload":{${token},${token}}}`);
      expect((await socket.closed).code).toBe(4400);
      expect(socket.messages).toEqual([]);
    });
  });

  describe('in a query', () => {
    it('returns the name of an unknown parameter on every path', async () => {
      const paths = service.app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
      expect(paths.length).toBeGreaterThan(10);
      for (const path of paths) {
        expectRefusal(await get(`${path.replaceAll(/\{\w+\}/g, NOBODYS)}?nope=1`), invalid('/nope'));
        expectRefusal(await get(`${path.replaceAll(/\{\w+\}/g, NOBODYS)}?nope=1&nope=2`), invalid('/nope'));
      }
    });

    it.each([
      ['/api/scans?limit=1&limit=1', '/limit'],
      ['/api/scans?limit[]=1', '/limit[]'],
      ['/api/scans?after=x', '/after'],
      ['/api/scans?first=1', '/first'],
      ['/api/scans?__proto__=1', '/__proto__'],
      ['/api/scans?constructor=1', '/constructor'],
      ['/api/evidence?controlId=x', '/controlId'],
      ['/api/evidence?control_id=x', '/control_id'],
      ['/api/evidence?control_id=%00', '/control_id'],
      ['/api/evidence?control_id=', '/control_id'],
      ['/api/compliance/frameworks/soc2/controls?q=a%00b', '/q'],
      ['/api/compliance/frameworks/soc2/controls?category=%00', '/category'],
      [`/api/scans/${NOBODYS}/results?status=passed`, '/status'],
      [`/api/scans/${NOBODYS}/results?status=PASS`, '/status'],
      [`/api/scans/${NOBODYS}/results?status=`, '/status'],
      [`/api/scans/${NOBODYS}/results?framework_id=soc2`, '/framework_id'],
      ['/api/compliance/frameworks/soc2/controls?status=pass', '/status'],
      ['/api/compliance/frameworks/soc2/controls?level=0', '/level'],
      ['/api/compliance/frameworks/soc2/controls?level=4', '/level'],
      ['/api/compliance/frameworks/soc2/controls?level=one', '/level'],
      ['/api/compliance/frameworks/soc2/controls?level=1.5', '/level'],
      ['/api/compliance/frameworks/soc2/controls?sort=title', '/sort'],
      ['/api/compliance/frameworks/soc2/controls?sort=--status', '/sort'],
    ])('returns the name of the parameter: %s', async (path, field) => {
      expectRefusal(await get(path), invalid(field));
    });

    it.each(['/api/scans', '/api/evidence', `/api/scans/${NOBODYS}/results`])(
      'returns an error for a page out of range: %s',
      async (path) => {
        for (const limit of ['0', '101', '-1', 'abc', '1e3', '1.0', '', '%20', '+1', '0x10', '99999999999999999999']) {
          expectRefusal(await get(`${path}?limit=${limit}`), invalid('/limit'));
        }
        for (const offset of ['-1', 'abc', '1e3', '0.5', '', '%00', '99999999999999999999']) {
          expectRefusal(await get(`${path}?offset=${offset}`), invalid('/offset'));
        }
      },
    );

    it('is not reported for a page at the ends of the range', async () => {
      for (const path of ['/api/scans', '/api/evidence']) {
        for (const page of ['limit=1', 'limit=100', 'offset=0', 'limit=100&offset=999999999']) {
          expect((await get(`${path}?${page}`)).status).toBe(200);
        }
      }
    });

    it('returns an error for not_applicable, which is not-applicable in REST', async () => {
      const scan = await scanId(await service.a.admin.post('/api/scans/trigger'));
      expect((await get(`/api/scans/${scan}/results?status=not-applicable`)).status).toBe(200);
      expectRefusal(await get(`/api/scans/${scan}/results?status=not_applicable`), invalid('/status'));
    });

    it.each(['q=%F0%9F%98%80', "q=' or 1=1 --", 'q=%25', `q=${'x'.repeat(7_000)}`])(
      'is not reported for a search text: %s',
      async (query) => {
        const { status, body } = await get(`/api/compliance/frameworks/soc2/controls?${query}`);
        expect(status).toBe(200);
        expect(body).toMatchObject({ data: [] });
      },
    );

    it.each(['q=%', 'q=%zz', 'q=%E0%A4%A', 'limit=%', '%=1', '&&&', '=', '?', 'q=\ufffd'])(
      'causes no internal error: ?%s',
      async (query) => {
        const answer = await sendRaw(service.baseUrl, {
          method: 'GET',
          path: encodeNothing(`/api/compliance/frameworks/soc2/controls?${query}`),
          headers: authorized({}),
        });
        expectDiscreet(answer);
      },
    );
  });

  function authorized(headers: Record<string, string>): Record<string, string> {
    return { authorization: `Bearer ${service.a.admin.token ?? ''}`, ...headers };
  }
});

async function scanId({ body }: Answer): Promise<string> {
  return (body as { data: { scan_job_id: string } }).data.scan_job_id;
}

/** UTF-8 as single characters, like a client that does not encode its path. */
function encodeNothing(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
