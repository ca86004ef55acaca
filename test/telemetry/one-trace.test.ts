import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { triggerScan } from '../support/scans.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { answers, Receiver, type Received } from '../webhooks/receiver.js';
import { createWebhook, SECRET, wake } from '../webhooks/webhooks.js';
import { Collector, KIND, type CollectedSpan } from './collector.js';
import { newDataDir, observedProcess } from './observed-process.js';

/** The example of W3C Trace Context, section 3.2.4. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';
const COLLECTOR_KEY = 'key-of-the-collector';

describe('a request that triggers a scan whose end is sent to a webhook', () => {
  let database: TestDatabase;
  let collector: Collector;
  let receiver: Receiver;
  let service: ServiceProcess;
  let admin: Client;
  let scanId: string;
  let deliveries: Received[];
  let server: CollectedSpan;
  let operation: CollectedSpan;
  let scan: CollectedSpan;
  let attempts: CollectedSpan[];

  beforeAll(async () => {
    database = await createTestDatabase();
    collector = await Collector.start();
    // The first attempt fails, so that there is a second one.
    receiver = await Receiver.start((res, request, index) => answers(index === 0 ? 500 : 204)(res, request, index));
    service = await observedProcess(
      { database, dataDir: await newDataDir() },
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${COLLECTOR_KEY}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_SERVICE_NAME: 'crosswalk-under-test',
        LOG_LEVEL: 'info',
      },
    );
    admin = await service.logIn();
    await createWebhook(admin, receiver.url, ['scan.completed']);
    scanId = await triggerScan(admin, {}, { traceparent: `00-${TRACE}-${CLIENT_SPAN}-01` });
    await receiver.first(1, 60_000);
    await eventually(async () => {
      await database.query(`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`);
      await wake(database);
      return receiver.received.length > 1 ? true : null;
    }, 30_000);
    deliveries = receiver.received;
    // The last one sent: what is left is sent when the service stops.
    expect(await service.end('SIGTERM')).toBe(0);
    const named = (name: string) => collector.spans.filter((span) => span.traceId === TRACE && span.name === name);
    const [first] = named('POST /api/scans/trigger');
    const [second] = named('Mutation.triggerScan');
    const [third] = named('process scans');
    if (!first || !second || !third) throw new Error(`a span is missing: ${collector.spans.map((s) => s.name).join()}`);
    [server, operation, scan] = [first, second, third];
    attempts = named('process webhook_deliveries');
  });
  afterAll(async () => {
    await service.end('SIGKILL');
    await receiver.close();
    await collector.close();
    await database.drop();
  });

  it('is a server span in the trace of the client, by its route', () => {
    expect(server).toMatchObject({ kind: KIND.server, parentSpanId: CLIENT_SPAN });
    expect(server.attributes).toEqual({
      'http.request.method': 'POST',
      'url.scheme': 'http',
      'http.route': '/api/scans/trigger',
      'http.response.status_code': 202,
      'crosswalk.operation': 'Mutation.triggerScan',
    });
    expect(operation).toMatchObject({ kind: KIND.internal, parentSpanId: server.spanId });
  });

  it('has a client span for each of its statements, under the name of the statement', () => {
    const statements = collector.childrenOf(operation).filter(({ attributes }) => 'db.system.name' in attributes);
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'insert scans', 'commit']));
    for (const { name, kind, traceId, attributes } of statements) {
      expect({ kind, traceId, system: attributes['db.system.name'] }).toEqual({
        kind: KIND.client,
        traceId: TRACE,
        system: 'postgresql',
      });
      expect(attributes['db.query.summary']).toBe(name);
      expect(Object.keys(attributes).sort()).toEqual(['db.operation.name', 'db.query.summary', 'db.system.name']);
    }
  });

  it('causes the span of the scan, which links the job that found it and has statements of its own', async () => {
    expect(scan).toMatchObject({ kind: KIND.consumer, parentSpanId: operation.spanId });
    expect(scan.attributes).toMatchObject({ 'messaging.destination.name': 'scans', 'messaging.message.id': scanId });
    const job = collector.spans.find(({ name, traceId }) => name === 'job scan.run' && traceId !== TRACE);
    expect(scan.links.map(({ traceId }) => traceId)).toEqual([job?.traceId]);
    expect(collector.childrenOf(scan).map(({ name }) => name)).toEqual(expect.arrayContaining(['scans.end']));
    expect(await database.query('select traceparent from scans where id = $1', [scanId])).toEqual([
      { traceparent: `00-${TRACE}-${operation.spanId}-01` },
    ]);
  });

  it('causes by the scan the event and both attempts to deliver it, in the same trace', async () => {
    const [row] = await database.query<{ traceparent: string }>(
      `select traceparent from webhook_deliveries where event = 'scan.completed'`,
    );
    expect(row?.traceparent).toBe(`00-${TRACE}-${scan.spanId}-01`);
    expect(await database.query(`select traceparent from outbox where event = 'scan.completed'`)).toEqual([row]);
    expect(attempts.map(({ kind, parentSpanId }) => [kind, parentSpanId])).toEqual([
      [KIND.consumer, scan.spanId],
      [KIND.consumer, scan.spanId],
    ]);
  });

  it('sends the receiver the traceparent of the request that it gets', () => {
    const sent = attempts.flatMap((attempt) => collector.childrenOf(attempt).filter(({ name }) => name === 'POST'));
    expect(sent.map(({ kind, attributes, status }) => [kind, attributes, status.code ?? 0])).toEqual([
      [
        KIND.client,
        {
          'http.request.method': 'POST',
          'http.request.resend_count': 0,
          'http.response.status_code': 500,
          'error.type': '500',
        },
        2,
      ],
      [
        KIND.client,
        { 'http.request.method': 'POST', 'http.request.resend_count': 1, 'http.response.status_code': 204 },
        0,
      ],
    ]);
    expect(deliveries.map(({ headers }) => headers.traceparent)).toEqual(
      sent.map(({ spanId }) => `00-${TRACE}-${spanId}-01`),
    );
  });

  it('is named by the lines of the log that are written in it', () => {
    const lines = service.printed.split('\n').filter((line) => line.includes('"scan completed"'));
    expect(lines.map((line) => (JSON.parse(line) as { traceId?: string }).traceId)).toEqual([TRACE]);
  });

  it('is sent below the address of the standard variables, and metrics too, with their headers, under the name of the service', () => {
    expect(new Set(collector.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces', '/v1/metrics']));
    expect(new Set(collector.requests.map(({ headers }) => headers['x-api-key']))).toEqual(new Set([COLLECTOR_KEY]));
    expect(new Set(collector.resources.map((resource) => resource['service.name']))).toEqual(
      new Set(['crosswalk-under-test']),
    );
  });

  it('has neither addresses, tokens and secrets nor anything of the organization in any span', async () => {
    const emails = await database.query<{ email: string }>('select email from accounts');
    const names = await database.query<{ name: string }>(
      'select name from tenants union select name from integrations union select id::text from tenants',
    );
    const secrets = [SECRET, COLLECTOR_KEY, admin.token ?? '', receiver.url, new URL(receiver.url).host];
    const forbidden = [...secrets, ...emails.map(({ email }) => email), ...names.map(({ name }) => name)];
    expect(forbidden.length).toBeGreaterThan(secrets.length + 2);
    for (const text of forbidden) expect(collector.text).not.toContain(text);
    expect(collector.text).not.toContain('$1');
  });
});
