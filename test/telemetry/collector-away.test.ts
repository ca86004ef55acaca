import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { triggerScan } from '../support/scans.js';
import type { ServiceProcess } from '../support/service-process.js';
import { SilentServer } from '../support/silent-server.js';
import { Receiver } from '../webhooks/receiver.js';
import { createWebhook } from '../webhooks/webhooks.js';
import { Collector } from './collector.js';
import { newDataDir, observedProcess } from './observed-process.js';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
/** What a request takes at most on a busy machine; an export that hangs takes 3 seconds. */
const QUICK_MS = 2_000;
/** A stop with an export that hangs: 3 seconds of that, and what a stop takes. */
const STOP_MS = 10_000;

describe('traces and metrics', () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await newDataDir();
  });
  afterAll(() => database.drop());

  it('that are off load nothing, send no header and store none', async () => {
    const receiver = await Receiver.start();
    const service = await observedProcess({ database, dataDir }, {});
    try {
      const admin = await service.logIn();
      await createWebhook(admin, receiver.url, ['scan.completed']);
      await triggerScan(admin, {}, { traceparent: TRACEPARENT });
      const [delivery] = await receiver.first(1, 60_000);
      expect(delivery?.headers).not.toHaveProperty('traceparent');
      const stored = await database.query(`
        select traceparent from scans union select traceparent from outbox union select traceparent from webhook_deliveries`);
      expect(stored).toEqual([{ traceparent: null }]);
      expect(service.printed).not.toContain('loaded ');
    } finally {
      await service.end('SIGTERM');
      await receiver.close();
    }
  });

  it('that are turned off are not sent, and load nothing', async () => {
    const collector = await Collector.start();
    const service = await observedProcess(
      { database, dataDir },
      { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: collector.url, OTEL_METRICS_EXPORTER: 'none' },
    );
    try {
      await service.logIn();
      expect(await service.end('SIGTERM')).toBe(0);
      expect(service.printed).not.toContain('loaded ');
      expect(collector.requests).toEqual([]);
    } finally {
      await service.end('SIGKILL');
      await collector.close();
    }
  });

  it('to a collector that does not answer delay neither requests nor the stop for longer than one export', async () => {
    const silent = await SilentServer.start();
    const service = await observedProcess(
      { database, dataDir },
      { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${silent.port}`, OTEL_METRIC_EXPORT_INTERVAL: '1000' },
    );
    try {
      const admin = await service.logIn();
      expect(service.printed).toMatch(/loaded \S+sdk-trace/);
      expect(service.printed).toMatch(/loaded \S+exporter-metrics/);
      await eventually(async () => (silent.connections > 1 ? true : null));
      const startedAt = performance.now();
      expect((await admin.get('/api/scans')).status).toBe(200);
      expect(performance.now() - startedAt).toBeLessThan(QUICK_MS);
      await says(service, 'traces cannot be sent');
      await says(service, 'metrics cannot be sent');
      expect((await admin.get('/api/scans')).status).toBe(200);
      const stoppedAt = performance.now();
      expect(await service.end('SIGTERM')).toBe(0);
      expect(performance.now() - stoppedAt).toBeLessThan(STOP_MS);
    } finally {
      await service.end('SIGKILL');
      silent.close();
    }
  });

  it('that a collector refuses delay nothing, and are sent again once it takes them', async () => {
    const collector = await Collector.start();
    collector.status = 500;
    const service = await observedProcess(
      { database, dataDir },
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRIC_EXPORT_INTERVAL: '1000', LOG_LEVEL: 'info' },
    );
    try {
      const admin = await service.logIn();
      await says(service, 'metrics cannot be sent');
      await says(service, 'traces cannot be sent');
      const startedAt = performance.now();
      expect((await admin.get('/api/scans')).status).toBe(200);
      expect(performance.now() - startedAt).toBeLessThan(QUICK_MS);
      collector.status = 200;
      await says(service, 'metrics are sent again');
      collector.status = 500;
      const stoppedAt = performance.now();
      expect(await service.end('SIGTERM')).toBe(0);
      expect(performance.now() - stoppedAt).toBeLessThan(STOP_MS);
    } finally {
      await service.end('SIGKILL');
      await collector.close();
    }
  });

  it('are sent as protocol buffers where the settings say nothing else', async () => {
    const collector = await Collector.start();
    const service = await observedProcess(
      { database, dataDir },
      {
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/of/ours`,
        OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${collector.url}/metrics/of/ours`,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=of-both',
        OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'x-api-key=of-metrics',
      },
    );
    try {
      await service.logIn();
      expect(await service.end('SIGTERM')).toBe(0);
      const sent = collector.requests.map(({ path, headers }) => [path, headers['content-type'], headers['x-api-key']]);
      expect(sent).toContainEqual(['/of/ours', 'application/x-protobuf', 'of-both']);
      expect(sent).toContainEqual(['/metrics/of/ours', 'application/x-protobuf', 'of-metrics']);
    } finally {
      await service.end('SIGKILL');
      await collector.close();
    }
  });
});

/** Waits until the log says `words`. */
function says(service: ServiceProcess, words: string): Promise<true> {
  return eventually(async () => (service.printed.includes(words) ? true : null), 30_000);
}
