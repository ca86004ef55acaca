import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Collected } from '../../../src/connectors/connector.js';
import type { Client } from '../../support/client.js';
import { connect } from '../../support/scans.js';
import { startService, type TestService, type TestTenant } from '../../support/service.js';
import { account, codeOf, detailsOf, LOGIC, READ, Scanning } from './custom-checks.js';

const DOCUMENT = `mutation ($input: DryRunCustomCheckInput!) { dryRunCustomCheck(input: $input) { dryRun {
  scanId resources passed failed outOfScope errors stopped durationMs
  samples { outcome resourceId resourceName region account sentence } } } }`;

interface DryRunResult {
  durationMs: number;
  samples: { resourceId: string; outcome: string }[];
  [field: string]: unknown;
}

describe('a dry run', () => {
  let service: TestService;
  let tenant: TestTenant;
  let scanId: string;
  let scanning: Scanning;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web', rateLimitPerMinute: 6_000 } });
    scanning = new Scanning(service);
    tenant = await newTenant();
    // Three with short names, two with long ones, one without properties, and one of another type.
    const steps = [...['1', '2', '3', '10', '11'].map((id) => account(id)), account('20', {}), other(), READ];
    scanId = await scanning.scan(tenant, steps);
  });
  afterAll(async () => {
    await scanning.close();
    await service.stop();
  });

  const newTenant = async (): Promise<TestTenant> => {
    const made = await service.addTenant(`Trier${(tenants += 1)}`, 'ENTERPRISE');
    await connect(made.admin, 'demo');
    return made;
  };
  const other = (): Collected => {
    const resource = { type: 'Other', id: 'other', name: 'other', region: null, account: '1', properties: {} };
    return { kind: 'resource', resource };
  };
  const attempt = (input: Record<string, unknown> = {}, client: Client = tenant.admin) =>
    client.graphql(DOCUMENT, { input: { ...LOGIC, ...input } });
  const dryRun = async (input: Record<string, unknown> = {}, client: Client = tenant.admin): Promise<DryRunResult> => {
    const { body, text } = await attempt(input, client);
    const { data } = body as { data: { dryRunCustomCheck: { dryRun: DryRunResult } } | null };
    if (!data) throw new Error(text);
    return data.dryRunCustomCheck.dryRun;
  };

  it('counts the resources of the latest scan, and returns those that failed', async () => {
    const { durationMs, ...result } = await dryRun();
    const sample = (id: string) => ({
      outcome: 'fail',
      resourceId: id,
      resourceName: id,
      region: null,
      account: id,
      sentence: `Account ${id} has a long name.`,
    });
    expect(result).toEqual({
      scanId,
      resources: 6,
      passed: 3,
      failed: 3,
      outOfScope: 0,
      errors: 0,
      stopped: null,
      samples: [sample('10'), sample('11'), sample('20')],
    });
    expect(durationMs).toBeGreaterThan(0);
  });

  it('counts resources out of scope, and those that cannot be evaluated', async () => {
    const result = await dryRun({ applies: 'id != "1"', passes: 'resource.block_public_acls && id != "2"' });
    expect(result).toMatchObject({ resources: 6, passed: 3, failed: 1, outOfScope: 1, errors: 1 });
    expect(result.samples).toMatchObject([
      { resourceId: '2', outcome: 'fail' },
      { resourceId: '20', outcome: 'error', sentence: 'No such key: block_public_acls' },
    ]);
  });

  it('writes nothing', async () => {
    const count = async () => {
      const [found] = await service.database.query(
        `select (select count(*) from scan_findings) as findings, (select count(*) from audit_log) as audit,
           (select count(*) from custom_checks) as checks`,
      );
      return found;
    };
    const before = await count();
    await dryRun();
    expect(await count()).toEqual(before);
  });

  it('is stopped when it would not end, and does not block other requests meanwhile', async () => {
    const waiting = { isOver: false };
    const running = dryRun({ passes: `("${'a'.repeat(40)}!").matches("^(a+)+$")` }).finally(() => {
      waiting.isOver = true;
    });
    let answered = 0;
    while (!waiting.isOver) {
      await tenant.member.data('{ me { id } }');
      answered += 1;
    }
    expect(await running).toMatchObject({
      stopped: 'It took longer than 2 seconds for 6 resources.',
      resources: 0,
      passed: 0,
      samples: [],
    });
    expect(answered).toBeGreaterThan(5);
  });

  it('of another organization does not wait for four of one that would not end: they run two at a time', async () => {
    const another = await newTenant();
    await scanning.scan(another, [account('7'), READ]);
    let ended = 0;
    const stuck = Array.from({ length: 4 }, () =>
      dryRun({ passes: `("${'a'.repeat(40)}!").matches("^(a+)+$")` }).finally(() => (ended += 1)),
    );
    expect(await dryRun({}, another.admin)).toMatchObject({ stopped: null, resources: 1 });
    expect(ended).toBeLessThan(4);
    for (const each of await Promise.all(stuck)) expect(each.stopped).toMatch(/took longer/);
  });

  it('returns VALIDATION_FAILED with the name of the field', async () => {
    const answer = await attempt({ passes: 'resource.colour == "red"', saysFail: '{' });
    expect(codeOf(answer)).toBe('VALIDATION_FAILED');
    expect(Object.keys(detailsOf(answer))).toEqual(['/passes']);
  });

  it('returns CONFLICT when no scan has stored resources yet', async () => {
    const { admin } = await newTenant();
    expect(codeOf(await attempt({}, admin))).toBe('CONFLICT');
  });

  it('reads nothing of another organization', async () => {
    const another = await newTenant();
    const ownScan = await scanning.scan(another, [account('7'), READ]);
    expect(await dryRun({}, another.admin)).toMatchObject({ scanId: ownScan, resources: 1, passed: 1 });
  });

  it('returns the first 20 of many, evaluated in several batches', async () => {
    const another = await newTenant();
    const steps = Array.from({ length: 450 }, (_, no) => account(`many-${String(no)}`));
    await scanning.scan(another, [...steps, READ]);
    const result = await dryRun({}, another.admin);
    expect(result).toMatchObject({ resources: 450, passed: 0, failed: 450 });
    expect(result.samples.map(({ resourceId }) => resourceId)).toEqual(
      Array.from({ length: 20 }, (_, no) => `many-${String(no)}`),
    );
  });

  it('requires the tier ENTERPRISE', async () => {
    const { admin } = await service.addTenant('Cheap', 'STARTER');
    expect(codeOf(await attempt({}, admin))).toBe('LICENSE_LIMIT_REACHED');
  });

  it('is refused a second time in one operation', async () => {
    const one = 'dryRunCustomCheck(input: $input) { dryRun { passed } }';
    const document = `mutation ($input: DryRunCustomCheckInput!) { a: ${one} b: ${one} }`;
    const { status } = await tenant.admin.graphql(document, { input: LOGIC });
    expect(status).toBe(400);
  });

  it('is limited to 20 a minute while 600 requests are allowed', async () => {
    const another = await newTenant();
    const { tenantId, admin } = another;
    await scanning.scan(another, [account('1'), READ]);
    await service.database.query(
      `insert into tenant_quotas (tenant_id, quota, window_ends_at, used) values ($1, 'dry runs', now() + interval '1 minute', 199)`,
      [tenantId],
    );
    await dryRun({}, admin);
    expect(codeOf(await attempt({}, admin))).toBe('RATE_LIMITED');
  });
});
