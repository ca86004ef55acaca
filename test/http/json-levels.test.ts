import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, Client } from '../support/client.js';
import { Directory } from '../support/scim.js';
import { startService, type TestService } from '../support/service.js';
import { Socket } from './socket.js';

/** One more than there may be. Source: schema/contract/limits.md. */
const TOO_MANY = 101;
/** More than code that recurses can take, within the size of a body. */
const VERY_MANY = 200_000;
const SUBSCRIPTION = 'subscription { scansChanged { id } }';
const KILOBYTE = 1024;
const METRICS_TOKEN = 'a-token-of-thirty-two-characters';

/** JSON whose innermost array is at that level. @param levels 2 at least */
const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('JSON with more than 100 levels', () => {
  let service: TestService;
  let directory: Directory;

  beforeAll(async () => {
    service = await startService({ settings: { metricsToken: METRICS_TOKEN } });
    directory = await Directory.of(service.a.admin);
  });
  afterAll(() => service.stop());

  const operation = (query: string, levels: number) =>
    `{"query":${JSON.stringify(query)},"variables":${nested(levels - 1)}}`;
  const stream = { accept: 'text/event-stream' };

  /** Every entrance that takes JSON, by what it does with that many levels. */
  const ENTRANCES: Readonly<Record<string, (levels: number) => Promise<Pick<Answer, 'status' | 'body'>>>> = {
    'a body of REST': (levels) => service.a.admin.post('/api/scans/trigger', nested(levels)),
    'a body of REST without a token': (levels) => service.anonymous.post('/api/auth/login', nested(levels)),
    'a query': (levels) => service.a.admin.post('/graphql', operation('{ frameworks { name } }', levels)),
    'a subscription': (levels) => service.a.admin.post('/graphql/stream', operation(SUBSCRIPTION, levels), stream),
    'a page of the single sign-on': async (levels) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${service.baseUrl}/api/auth/sso`, { method: 'POST', headers, body: nested(levels) });
      return { status: answer.status, body: await answer.json() };
    },
    SCIM: (levels) => directory.send('POST', '/Users', nested(levels)),
  };

  describe.each(Object.entries(ENTRANCES))('%s', (_entrance, send) => {
    it.each([TOO_MANY, VERY_MANY])('is refused as invalid, with %i levels', async (levels) => {
      // Without a token 64 KB are the limit of any body.
      const { status, body } = await send(levels);
      expect([400, 413]).toContain(status);
      if (levels !== TOO_MANY) return;
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('has more than 100 levels');
    });
  });

  it('is refused in variables of an address', async () => {
    const query = new URLSearchParams({ query: '{ frameworks { name } }', variables: nested(TOO_MANY) });
    const { status, text } = await service.a.admin.get(`/graphql?${query.toString()}`);
    expect(status).toBe(400);
    expect(text).toContain('more than 100 levels');
  });

  it.each([TOO_MANY, 20_000])(
    'is refused in an operation of a socket, which stays open, with %i levels',
    async (levels) => {
      const socket = await Socket.connect(service.baseUrl, service.a.admin.token);
      const { variables } = JSON.parse(operation(SUBSCRIPTION, TOO_MANY)) as { variables: Record<string, unknown> };
      socket.sendText(`{"id":"deep","type":"subscribe","payload":${operation(SUBSCRIPTION, levels)}}`);
      const { errors } = await socket.ask(SUBSCRIPTION, variables);
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: [{ field: '/variables', message: 'has more than 100 levels' }],
      });
      expect(await socket.ask('{ __typename }')).toEqual({ data: { __typename: 'Query' } });
      const refusals = socket.messages.filter(({ id, type }) => id === 'deep' && type === 'error');
      expect(refusals).toHaveLength(1);
    },
  );

  it('leaves no subscription open', async () => {
    const { text } = await new Client(service.baseUrl, METRICS_TOKEN).get('/metrics');
    expect(text).toContain('crosswalk_live_open{kind="subscriptions"} 0');
  });
});

describe('a body without a valid token', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it.each(['/api/auth/login', '/api/org/invitations/accept', '/graphql'])(
    'has at most 64 KB, and with a token more: %s',
    async (path) => {
      const body = JSON.stringify({ query: '{ __typename }', padding: 'x'.repeat(64 * KILOBYTE) });
      const { status, text } = await service.anonymous.post(path, body);
      expect(status).toBe(413);
      expect(text).toContain('at most 64kb');
      expect((await service.a.admin.post(path, body)).status).not.toBe(413);
    },
  );
});
