import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanLimits } from '../../src/platform/time-limits.js';
import type { CollectContext } from '../../src/connectors/connector.js';
import { connect, resultsOf, triggerScan, type ScanStatusBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { scanEvents } from './terminal.js';
import { Cloud, Worker } from './worker.js';

describe('the time of a scan', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
  });
  afterAll(() => service.stop());

  it('is over for one whose system never ends: failed with TIMED_OUT, once, not begun again, and its slot is free', async () => {
    const { admin, tenantId } = service.a;
    await connect(admin, 'demo');
    const scanId = await triggerScan(admin);
    const signals: AbortSignal[] = [];
    // It hears of nothing: neither a cancel nor the end of its time.
    const deaf = new Cloud(async function* ({ signal }) {
      signals.push(signal);
      yield await new Promise<never>(() => undefined);
    });
    const worker = await Worker.open(service, deaf, undefined, scanLimits(300));
    expect(await worker.run(tenantId, scanId)).toBe(true);
    const scan = await admin.rest<ScanStatusBody>(`/api/scans/${scanId}`);
    expect(scan).toMatchObject({ status: 'failed', failure_reason: { code: 'TIMED_OUT' } });
    expect(signals[0]?.aborted).toBe(true);
    expect(await scanEvents(service, tenantId)).toMatchObject([{ event: 'scan.failed' }]);
    expect(await worker.run(tenantId, scanId)).toBe(false);
    await worker.close();
  });

  it('is shared by its integrations: each gets an equal share of what is left, and what is unread is a gap', async () => {
    const { admin, tenantId } = service.b;
    await connect(admin, 'demo');
    await connect(admin, 'demo');
    const scanId = await triggerScan(admin);
    const given: CollectContext['timeLimits'][] = [];
    const partly = new Cloud(async function* ({ timeLimits }) {
      given.push(timeLimits);
      const reason = 'The system did not answer ListBuckets in the time that the scan has for it.';
      yield { kind: 'gap', gap: { resourceTypes: ['AwsS3Bucket'], region: null, account: null, reason } };
      yield { kind: 'read', resourceTypes: ['AwsS3Bucket'] };
    });
    const limits = scanLimits(60_000);
    const worker = await Worker.open(service, partly, undefined, limits);
    await worker.run(tenantId, scanId);
    await worker.close();
    expect(given.map((each) => each?.callMs)).toEqual([limits.collect.callMs, limits.collect.callMs]);
    expect(given[0]?.collectionMs).toBeGreaterThan(20_000);
    expect(given[0]?.collectionMs).toBeLessThanOrEqual(25_000);
    // The first one took next to nothing of its own.
    expect(given[1]?.collectionMs).toBeGreaterThan(30_000);
    const results = await resultsOf(admin, scanId);
    expect(results.filter(({ status }) => status === 'pass')).toEqual([]);
    expect(results.some(({ finding }) => finding.includes('ListBuckets'))).toBe(true);
  });
});
