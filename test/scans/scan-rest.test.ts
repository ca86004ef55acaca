import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, resultsOf, runScan, type ScanStatusBody } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { CONTROL_COUNT } from '../catalogue/shipped.js';

describe('a scan over REST', () => {
  let service: TestService;
  let scan: ScanStatusBody;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
    scan = await runScan(service.a.member);
  });
  afterAll(() => service.stop());

  it('completes with a score of 100 × passed / total, one decimal', () => {
    expect(scan.status).toBe('completed');
    expect(scan.scores?.assured_overall).toBe(scan.scores?.overall);
    expect(scan.scores?.overall).toBe(Math.round((1_000 * scan.passed_controls) / scan.total_controls) / 10);
  });

  it('has exactly one result for every control of the active frameworks', async () => {
    const results = await resultsOf(service.a.member, scan.id);
    expect(results).toHaveLength(CONTROL_COUNT);
    expect(new Set(results.map((result) => `${result.framework} ${result.control_id}`)).size).toBe(CONTROL_COUNT);
    expect(results.filter(({ status }) => status === 'pass')).toHaveLength(scan.passed_controls);
    expect(results.filter(({ status }) => status === 'fail')).toHaveLength(scan.failed_controls);
  });
});
