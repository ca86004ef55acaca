import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { EventStream } from './event-stream.js';

describe('/graphql/stream', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
  });
  afterAll(() => service.stop());

  it('sends the progress of a scan as server-sent events, and ends with it', async () => {
    const { id } = await runScan(service.a.admin);
    const query = 'subscription ($id: ID!) { scanProgress(scanId: $id) { status percent } }';
    const stream = await EventStream.open(service.a.member, query, { id });
    expect(stream.status).toBe(200);
    expect(stream.header('content-type')).toMatch(/^text\/event-stream/);
    await stream.ended;
    expect(stream.events).toEqual([{ data: { scanProgress: { status: 'completed', percent: 100 } } }]);
    expect(stream.text).toMatch(/event: complete\n/);
  });

  it('answers a query with one event', async () => {
    const stream = await EventStream.open(service.a.member, '{ me { email } }');
    await stream.ended;
    expect(stream.events).toEqual([{ data: { me: { email: 'member@alpha.example' } } }]);
  });

  it.each(['*/*', 'text/event-stream, application/json', 'application/json'])(
    'answers with events to a client that accepts %s, as curl -N does',
    async (accept) => {
      const stream = await EventStream.open(service.a.member, '{ me { email } }', {}, { accept });
      expect(stream.header('content-type')).toMatch(/^text\/event-stream/);
      await stream.ended;
      expect(stream.events).toEqual([{ data: { me: { email: 'member@alpha.example' } } }]);
    },
  );

  it('answers GET too', async () => {
    const path = `/graphql/stream?query=${encodeURIComponent('{ me { email } }')}`;
    const { status, text } = await service.a.member.get(path, { accept: 'text/event-stream' });
    expect(status).toBe(200);
    expect(text).toContain('data: {"data":{"me":{"email":"member@alpha.example"}}}');
  });

  it('reserves no stream for another request to join', async () => {
    const token = { 'x-graphql-event-stream-token': 'chosen' };
    const reserved = await service.a.admin.send('PUT', '/graphql/stream', { headers: token });
    expect(reserved.status).toBe(405);
    const joined = await EventStream.open(service.b.admin, '{ me { email } }', {}, token);
    await joined.ended;
    expect(joined.events).toEqual([{ data: { me: { email: 'admin@beta.example' } } }]);
  });

  it.each([
    ['no query', {}],
    ['a query that is not text', { query: 7 }],
    ['variables that are a text', { query: '{ me { id } }', variables: 'x' }],
    ['an unknown field', { query: '{ nope }' }],
    ['a variable that is missing', { query: 'query ($id: ID!) { scan(id: $id) { id } }' }],
    ['an unknown operation', { query: 'query A { me { id } }', operationName: 'B' }],
  ])('returns a client error for %s', async (_what, body) => {
    const { status, text } = await service.a.member.post('/graphql/stream', body, { accept: 'text/event-stream' });
    expect([200, 400]).toContain(status);
    expect(text).toContain('"errors"');
    expect(text).not.toMatch(/INTERNAL|node_modules/);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])('returns 415 for %s', async (type) => {
    const headers = { accept: 'text/event-stream', 'content-type': type };
    const { status } = await service.a.member.post('/graphql/stream', '{"query": "{ me { id } }"}', headers);
    expect(status).toBe(415);
  });
});
