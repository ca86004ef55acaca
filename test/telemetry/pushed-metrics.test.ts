import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import type { MetricOptions } from '../../src/platform/telemetry/telemetry.js';
import { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { Collector, type CollectedMetric } from './collector.js';

const TOKEN = 'a-token-for-whoever-scrapes';
/** Cumulative, as OTLP numbers it. Source: opentelemetry-proto, `metrics.proto`, `AggregationTemporality`. */
const CUMULATIVE = 2;

const pushedTo = (collector: Collector, intervalMs: number): MetricOptions => ({
  url: `${collector.url}/v1/metrics`,
  protocol: 'http/json',
  timeoutMs: 3_000,
  intervalMs,
});

describe('a service whose metrics are pushed to a collector', () => {
  let collector: Collector;
  let service: TestService;

  beforeAll(async () => {
    collector = await Collector.start();
    service = await startService({
      settings: { metricsToken: TOKEN, telemetry: { traces: null, metrics: pushedTo(collector, 250) } },
    });
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
    await service.a.admin.get('/api/org/integrations');
    await service.a.member.get('/api/org/integrations');
  });
  afterAll(async () => {
    await service.stop();
    await collector.close();
  });

  it('sends what /metrics says at that moment, of a counter, a gauge and a histogram', async () => {
    const abort = new AbortController();
    await fetch(`${service.baseUrl}/graphql/stream`, {
      method: 'POST',
      signal: abort.signal,
      headers: { authorization: `Bearer ${service.a.admin.token ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'subscription { scansChanged { id } }' }),
    });
    try {
      const scraped = await eventually(async () => {
        const lines = await scrape();
        return lines.includes('crosswalk_live_open{kind="subscriptions"} 1') ? lines : null;
      });
      const pushed = await collector.nextMetrics();
      for (const [name, some] of [
        ['crosswalk_graphql_operations_total', 'operation="Mutation.login",outcome="ok"'],
        ['crosswalk_live_open', 'kind="subscriptions"'],
        ['crosswalk_scan_duration_seconds', 'outcome="completed"'],
      ] as const) {
        const said = scraped.filter((line) => line.startsWith(name)).sort();
        expect(said.join()).toContain(some);
        expect(linesOf(pushed.get(name)).sort()).toEqual(said);
      }
    } finally {
      abort.abort();
    }
  });

  it('sends every metric of the service that /metrics has a value of, and no other', async () => {
    const before = ownNames(await scrape());
    const pushed = await collector.nextMetrics();
    const after = ownNames(await scrape());
    const own = [...pushed.keys()].filter((name) => name.startsWith('crosswalk_'));
    expect(before.size).toBeGreaterThan(5);
    expect([...before].filter((name) => !own.includes(name))).toEqual([]);
    // A job may have run for the first time in between.
    expect(own.filter((name) => !after.has(name))).toEqual([]);
  });

  it('says what is counted, and since when: the start of the process', async () => {
    const pushed = await collector.nextMetrics();
    const { sum, points } = metricOf(pushed, 'crosswalk_graphql_operations_total');
    expect(sum).toMatchObject({ isMonotonic: true, aggregationTemporality: CUMULATIVE });
    expect(metricOf(pushed, 'crosswalk_live_open').gauge).toBeDefined();
    expect(metricOf(pushed, 'crosswalk_scan_duration_seconds').histogram?.aggregationTemporality).toBe(CUMULATIVE);
    const [startedAt] = metricOf(pushed, 'process_start_time_seconds').points;
    for (const { startTimeUnixNano, timeUnixNano } of points) {
      expect(Math.abs(Number(startTimeUnixNano) / 1e9 - (startedAt?.asDouble ?? 0))).toBeLessThan(2);
      expect(Math.abs(Number(timeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000);
    }
  });

  it('names itself and its process', () => {
    expect(collector.resources[0]).toMatchObject({
      'service.name': 'crosswalk',
      'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
    });
    expect(new Set(collector.resources.map((resource) => resource['service.instance.id'])).size).toBe(1);
  });

  it.each(['web', 'worker'] as const)('sends what is left when it stops, as a %s process', async (role) => {
    const another = await Collector.start();
    const app = await createApp({
      config: {
        ...service.config,
        role,
        port: 0,
        telemetry: { traces: null, metrics: pushedTo(another, 3_600_000) },
      },
      log: createLog('silent'),
    });
    try {
      await app.start();
      expect(another.requests).toEqual([]);
      await app.stop();
      expect(another.requests.map(({ path }) => path)).toEqual(['/v1/metrics']);
      expect([...(another.exports[0]?.keys() ?? [])]).toContain('crosswalk_database_connections');
    } finally {
      await another.close();
    }
  });

  /** Samples of /metrics. */
  async function scrape(): Promise<string[]> {
    const { text } = await new Client(service.baseUrl, TOKEN).get('/metrics');
    return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  }
});

/** Names of the service's own metrics that have a sample. */
function ownNames(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => /^(crosswalk_\w+?)(?:_(?:bucket|sum|count))?\{/.exec(line)?.[1] ?? []));
}

function metricOf(metrics: ReadonlyMap<string, CollectedMetric>, name: string): CollectedMetric {
  const metric = metrics.get(name);
  if (!metric) throw new Error(`${name} was not sent`);
  return metric;
}

/** What was sent as the text format says it. Source: Prometheus, "Exposition formats". */
function linesOf(metric: CollectedMetric | undefined): string[] {
  return (metric?.points ?? []).flatMap(
    ({ attributes, asDouble, bucketCounts = [], explicitBounds = [], ...point }) => {
      const line = (suffix: string, value: number, more: Record<string, string> = {}) => {
        const labels = Object.entries({ ...more, ...attributes }).map(([label, one]) => `${label}="${String(one)}"`);
        return `${metric?.name ?? ''}${suffix}{${labels.join()}} ${value}`;
      };
      if (asDouble !== undefined) return [line('', asDouble)];
      const atMost = (index: number) => bucketCounts.slice(0, index + 1).reduce((sum, count) => sum + count, 0);
      return [
        ...bucketCounts.map((_, index) =>
          line('_bucket', atMost(index), { le: String(explicitBounds[index] ?? '+Inf') }),
        ),
        line('_sum', point.sum ?? Number.NaN),
        line('_count', point.count ?? Number.NaN),
      ];
    },
  );
}
