import { AggregationTemporality, DataPointType } from '@opentelemetry/sdk-metrics';
import { describe, expect, it } from 'vitest';
import { Metrics } from '../../src/platform/metrics.js';
import { metricDataOf } from '../../src/platform/telemetry/metric-data.rules.js';

/** 2 s, and 7.25 s, since 1970. */
const PERIOD = { startMs: 2_000, endMs: 7_250 };
const TIMES = { startTime: [2, 0], endTime: [7, 250_000_000] };

/** The metric called `name` as it would be sent; undefined where it would not be. */
async function sent(metrics: Metrics, name: string) {
  return metricDataOf(await metrics.families(), PERIOD).find(({ descriptor }) => descriptor.name === name);
}

describe('metrics of Prometheus for OTLP', () => {
  it('have counters as cumulative sums that only grow, a point for each set of labels', async () => {
    const metrics = new Metrics();
    const scans = metrics.counter({ name: 'scans_total', help: 'Scans.', labelNames: ['outcome', 'status'] });
    scans.inc({ outcome: 'ok', status: 200 }, 2);
    scans.inc({ outcome: 'ok', status: 200 });
    scans.inc({ outcome: 'failed', status: 500 }, 0.5);
    expect(await sent(metrics, 'scans_total')).toMatchObject({
      descriptor: { name: 'scans_total', description: 'Scans.', unit: '' },
      dataPointType: DataPointType.SUM,
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      isMonotonic: true,
      dataPoints: [
        { ...TIMES, attributes: { outcome: 'ok', status: '200' }, value: 3 },
        { ...TIMES, attributes: { outcome: 'failed', status: '500' }, value: 0.5 },
      ],
    });
  });

  it('have gauges as they are when they are read, without values that are unknown', async () => {
    const metrics = new Metrics();
    let lag = Number.NaN;
    metrics.watch('replica', 'The replica.', 'state', () => ({ used: 1, lag }));
    expect(await sent(metrics, 'replica')).toMatchObject({
      dataPointType: DataPointType.GAUGE,
      dataPoints: [{ ...TIMES, attributes: { state: 'used' }, value: 1 }],
    });
    lag = 2.5;
    expect((await sent(metrics, 'replica'))?.dataPoints.map(({ value }) => value)).toEqual([1, 2.5]);
  });

  it('have histograms with what each bucket counts alone, what is beyond the last bound in one more', async () => {
    const metrics = new Metrics();
    const seconds = metrics.histogram({ name: 'seconds', help: 'Time.', labelNames: ['route'], buckets: [0.1, 1, 10] });
    // A value on a bound belongs to the bucket that ends there. 0.0625 + 0.1 + 0.5 + 4 + 8 + 64 = 76.6625
    for (const value of [0.0625, 0.1, 0.5, 4, 8, 64]) seconds.observe({ route: '/a' }, value);
    seconds.observe({ route: '/b' }, 2);
    expect(await sent(metrics, 'seconds')).toMatchObject({
      dataPointType: DataPointType.HISTOGRAM,
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      dataPoints: [
        {
          ...TIMES,
          attributes: { route: '/a' },
          value: {
            buckets: { boundaries: [0.1, 1, 10], counts: [2, 1, 2, 1] },
            sum: expect.closeTo(76.6625, 10) as number,
            count: 6,
          },
        },
        {
          ...TIMES,
          attributes: { route: '/b' },
          value: { buckets: { boundaries: [0.1, 1, 10], counts: [0, 0, 1, 0] }, sum: 2, count: 1 },
        },
      ],
    });
  });

  it('leave out what has no value yet', async () => {
    const metrics = new Metrics();
    metrics.counter({ name: 'refused_total', help: 'Refusals.', labelNames: ['quota'] });
    metrics.histogram({ name: 'jobs', help: 'Jobs.', labelNames: ['job'] });
    expect(await sent(metrics, 'refused_total')).toBeUndefined();
    expect(await sent(metrics, 'jobs')).toBeUndefined();
  });

  it('have the values of the process, too', async () => {
    const metrics = new Metrics();
    expect(await sent(metrics, 'process_cpu_seconds_total')).toMatchObject({ dataPointType: DataPointType.SUM });
    expect(await sent(metrics, 'process_resident_memory_bytes')).toMatchObject({ dataPointType: DataPointType.GAUGE });
  });
});
