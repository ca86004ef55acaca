import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectKeys } from '../integrations/stored-rows.js';
import { eventually } from '../support/eventually.js';
import { connect, finished, runScan, type ScanStatusBody, triggerScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { NOTHING, storedRows, scanEvents } from './terminal.js';

const CANCEL = `mutation ($id: ID!) { cancelScan(input: { scanId: $id }) {
  scan { id status scores { overall } failureReason { code message } completedAt } } }`;

interface Cancelled {
  cancelScan: {
    scan: { id: string; status: string; scores: null; failureReason: { code: string }; completedAt: string };
  };
}

function trigger(tenant: TestTenant): Promise<string> {
  return triggerScan(tenant.member);
}

/** Error code of a refused cancel. */
async function refusal(tenant: TestTenant, id: string): Promise<string | undefined> {
  const { body } = await tenant.member.graphql(CANCEL, { id });
  return (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;
}

describe('cancelling a queued scan', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    await connect(service.a.admin, 'demo');
  });
  afterAll(() => service.stop());

  it('ends it failed with the code CANCELLED and one event, and no worker claims it', async () => {
    const id = await trigger(service.a);
    const { cancelScan } = await service.a.member.data<Cancelled>(CANCEL, { id });
    expect(cancelScan.scan).toMatchObject({ id, status: 'failed', scores: null, failureReason: { code: 'CANCELLED' } });
    expect(await service.a.auditor.rest(`/api/scans/${id}`)).toMatchObject({
      status: 'failed',
      failure_reason: { code: 'CANCELLED' },
      completed_at: cancelScan.scan.completedAt,
      progress: { percent: 0 },
    });
    expect(await scanEvents(service, service.a.tenantId)).toMatchObject([
      {
        event: 'scan.failed',
        data: { scan_job_id: id, error: { code: 'CANCELLED' }, completed_at: cancelScan.scan.completedAt },
      },
    ]);
  });

  it('returns CONFLICT when repeated, and publishes no second event', async () => {
    const id = await trigger(service.a);
    await service.a.member.data(CANCEL, { id });
    const before = await scanEvents(service, service.a.tenantId);
    for (let n = 0; n < 3; n += 1) expect(await refusal(service.a, id)).toBe('CONFLICT');
    expect(await scanEvents(service, service.a.tenantId)).toEqual(before);
  });

  it('returns NOT_FOUND for a scan of another tenant and for an unknown one, and does not change it', async () => {
    const id = await trigger(service.a);
    expect(await refusal(service.b, id)).toBe('NOT_FOUND');
    expect(await refusal(service.b, '00000000-0000-4000-8000-000000000000')).toBe('NOT_FOUND');
    expect(await refusal(service.b, 'not-a-uuid')).toBe('VALIDATION_FAILED');
    expect(await service.a.member.rest(`/api/scans/${id}`)).toMatchObject({ status: 'queued' });
  });

  it('returns FORBIDDEN for an auditor', async () => {
    const id = await trigger(service.a);
    const { body } = await service.a.auditor.graphql(CANCEL, { id });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect(await service.a.member.rest(`/api/scans/${id}`)).toMatchObject({ status: 'queued' });
  });
});

describe('cancelling a running scan', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { demoScanSeconds: 40 } });
    await connect(service.a.admin, 'demo');
  });
  afterAll(() => service.stop());

  it('ends it at once; its worker stores no result, evidence, object or status', async () => {
    const id = await trigger(service.a);
    await eventually(async () => {
      const { status, progress } = await service.a.member.rest<ScanStatusBody & { progress: { findings: number } }>(
        `/api/scans/${id}`,
      );
      return status === 'running' && progress.findings > 0 ? true : null;
    });
    expect(await objectKeys(service)).toHaveLength(1);
    const { cancelScan } = await service.a.member.data<Cancelled>(CANCEL, { id });
    expect(cancelScan.scan).toMatchObject({ status: 'failed', failureReason: { code: 'CANCELLED' } });
    await eventually(async () => ((await objectKeys(service)).length === 0 ? true : null));
    expect(await storedRows(service, service.a.tenantId)).toEqual(NOTHING);
    expect(await service.a.member.rest(`/api/scans/${id}/results`)).toEqual([]);
    expect(await scanEvents(service, service.a.tenantId)).toMatchObject([{ event: 'scan.failed' }]);
    const [integration] = await service.a.admin.rest<{ last_scan: string | null }[]>('/api/org/integrations');
    expect(integration?.last_scan).toBeNull();
  });
});

describe('cancelling a completed scan', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'prowler');
  });
  afterAll(() => service.stop());

  it('returns CONFLICT and changes nothing', async () => {
    const scan = await runScan(service.a.member);
    expect(await refusal(service.a, scan.id)).toBe('CONFLICT');
    expect(await finished(service.a.member, scan.id)).toEqual(scan);
    expect(await scanEvents(service, service.a.tenantId)).toMatchObject([{ event: 'scan.completed' }]);
  });
});
