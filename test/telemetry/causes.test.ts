import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Socket } from '../http/socket.js';
import { startService, type TestService } from '../support/service.js';
import { Receiver } from '../webhooks/receiver.js';
import { createWebhook } from '../webhooks/webhooks.js';
import { Collector, KIND } from './collector.js';

/** A trace of each test's own. */
const traceOf = (digit: string) => digit.repeat(32);
const traceparentOf = (digit: string, flags = '01') => `00-${traceOf(digit)}-${digit.repeat(16)}-${flags}`;

const PING = 'mutation ($id: ID!) { pingWebhook(input: { webhookId: $id }) { delivery { id } } }';

describe('a service whose traces are sent to a collector', () => {
  let collector: Collector;
  let service: TestService;
  let untraced: string[];
  beforeAll(async () => {
    const other = await startService();
    untraced = await statementsOf(other);
    await other.stop();
    collector = await Collector.start();
    service = await startService({
      settings: {
        allowsPrivateWebhooks: true,
        telemetry: {
          traces: {
            url: `${collector.url}/v1/traces`,
            protocol: 'http/json',
            sampler: 'parentbased_always_on',
            ratio: 1,
            timeoutMs: 3_000,
          },
          metrics: null,
        },
      },
    });
  });
  afterAll(async () => {
    await service.stop();
    await collector.close();
  });

  it('sends a mail in the trace of the request that wrote it', async () => {
    const invited = { email: 'new.person@alpha.example', role: 'member' };
    const { status } = await service.a.admin.post('/api/org/members/invite', invited, {
      traceparent: traceparentOf('a'),
    });
    expect(status).toBe(201);
    const mail = await collector.span(({ traceId, name }) => traceId === traceOf('a') && name === 'process mails');
    const operation = await collector.span(({ spanId }) => spanId === mail.parentSpanId);
    expect([mail.kind, operation.name]).toEqual([KIND.consumer, 'Mutation.inviteMember']);
    expect(collector.text).not.toContain('new.person');
  });

  it('records nothing of a trace that its client does not record, and hands that on', async () => {
    const receiver = await Receiver.start();
    try {
      const { id } = await createWebhook(service.a.admin, receiver.url, ['scan.failed']);
      const ping = { query: PING, variables: { id } };
      await service.a.admin.post('/graphql', ping, { traceparent: traceparentOf('b', '00') });
      const [delivery] = await receiver.first(1);
      expect(delivery?.headers.traceparent).toMatch(new RegExp(`^00-${traceOf('b')}-[0-9a-f]{16}-00$`));
      // A later request that is recorded is sent after whatever the first one would have been.
      await service.a.admin.get('/api/scans', { traceparent: traceparentOf('c') });
      await collector.span(({ traceId, kind }) => traceId === traceOf('c') && kind === KIND.server);
      expect(collector.spans.filter(({ traceId }) => traceId === traceOf('b'))).toEqual([]);
    } finally {
      await receiver.close();
    }
  });

  it('names a request by its route, and a refused one by the code of its error, which is no fault of the service', async () => {
    const unknown = '11111111-2222-4333-8444-555555555555';
    await service.a.admin.get(`/api/scans/${unknown}`, { traceparent: traceparentOf('d') });
    const span = await collector.span(({ traceId, kind }) => traceId === traceOf('d') && kind === KIND.server);
    expect(span).toMatchObject({
      name: 'GET /api/scans/{scan_job_id}',
      attributes: { 'http.response.status_code': 404, 'crosswalk.error_code': 'NOT_FOUND' },
      status: {},
    });
    expect(collector.text).not.toContain(unknown);
    const operation = await collector.span(({ parentSpanId }) => parentSpanId === span.spanId);
    expect(operation.traceId).toBe(traceOf('d'));
  });

  it('records an operation over a socket as a trace of its own', async () => {
    const socket = await Socket.connect(service.baseUrl, service.a.admin.token);
    socket.send({ id: '1', type: 'subscribe', payload: { query: 'query { me { id } }' } });
    await socket.message(({ type }) => type === 'complete');
    const me = await collector.span(({ name }) => name === 'Query.me');
    const root = await collector.span(({ spanId }) => spanId === me.parentSpanId);
    expect([root.name, root.kind, root.parentSpanId]).toEqual(['graphql operation', KIND.server, undefined]);
    socket.send({ id: '1', type: 'complete' });
    await socket.close();
  });

  it('has no trace of probes', async () => {
    await service.anonymous.get('/livez');
    await service.anonymous.get('/api/scans', { traceparent: traceparentOf('e') });
    await collector.span(({ traceId, kind }) => traceId === traceOf('e') && kind === KIND.server);
    expect(collector.spans.filter(({ name }) => name.includes('livez'))).toEqual([]);
  });

  it('sends no more statements for a request than one without traces', async () => {
    expect(await statementsOf(service)).toEqual(untraced);
  });
});

/** Statements of a request of somebody who has been here before. */
async function statementsOf({ a, statements }: TestService): Promise<string[]> {
  await a.member.get('/api/scans');
  const before = statements.length;
  expect((await a.member.get('/api/scans')).status).toBe(200);
  return statements.slice(before);
}
