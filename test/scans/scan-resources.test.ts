import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Collected } from '../../src/connectors/connector.js';
import type { Resource } from '../../src/connectors/resource.js';
import { AUDIT_TRAIL, failedBy, nameOf, passedBy, reachedBy } from '../catalogue/decided.js';
import { connect, resultsOf, type ScanStatusBody, storedBytes, triggerScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { Cloud, Worker } from './worker.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

const TYPE = 'AwsCloudTrailRegion';
/** The checks that look at this type: whether changes are recorded, and whether every event is. */
const CHANGES = AUDIT_TRAIL.check;
const EVERY_EVENT = 'aws.cloudtrail.multi-region-enabled-logging-management-events';

/** A trail of which neither can say anything. */
const UNKNOWN = { name: 'company', is_logging: true, multi_region: true };
const TRAIL = { ...UNKNOWN, management_events: 'All' };
/** A trail that fails `EVERY_EVENT` and passes the other one. */
const WRITES_ONLY = { ...TRAIL, management_events: 'WriteOnly' };

/** A Region with one trail. */
function region(id: string, trail: Record<string, unknown> = TRAIL): Extract<Collected, { kind: 'resource' }> {
  const resource: Resource = { type: TYPE, id, name: id, region: id, account: 'acc', properties: { trails: [trail] } };
  return { kind: 'resource', resource };
}
/** A resource that fails a check which supports controls and decides none. */
const PUBLIC_ACCOUNT = {
  kind: 'resource' as const,
  resource: {
    type: 'AwsS3AccountPublicAccessBlock',
    id: 'acc',
    name: 'acc',
    region: null,
    account: 'acc',
    properties: {
      block_public_acls: false,
      ignore_public_acls: false,
      block_public_policy: false,
      restrict_public_buckets: false,
    },
  },
};
const READ: Collected = { kind: 'read', resourceTypes: [TYPE] };
const GAP: Collected = {
  kind: 'gap',
  gap: { resourceTypes: [TYPE], region: 'eu-west-1', account: null, reason: 'The action cloudtrail:List is refused.' },
};

interface ScanStorage {
  scan: { gaps: Record<string, unknown>[]; snapshot: { resources: number; sha256: string; size: number } | null };
}

describe('a scan of resources', () => {
  let service: TestService;
  let tenant: TestTenant;
  let tenants = 0;
  const workers: Worker[] = [];

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem(), settings: { role: 'web' } });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    tenant = await service.addTenant(`Keeper${(tenants += 1)}`, 'ENTERPRISE');
    await connect(tenant.admin, 'demo');
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.close();
  });

  const scanOf = async (...steps: Collected[]): Promise<string> => {
    const scanId = await triggerScan(tenant.member);
    const worker = await Worker.open(
      service,
      new Cloud(async function* () {
        yield* steps;
      }),
    );
    workers.push(worker);
    await worker.run(tenant.tenantId, scanId);
    const { status } = await tenant.member.rest<ScanStatusBody>(`/api/scans/${scanId}`);
    expect(status).toBe('completed');
    return scanId;
  };
  const verdictsOf = async (scanId: string) => {
    const evaluated = (await resultsOf(tenant.member, scanId)).filter((result) => result.evaluated);
    return [...new Set(evaluated.map(({ status }) => status))];
  };
  const controlsWith = async (scanId: string, status: string) => {
    const found = (await resultsOf(tenant.member, scanId)).filter((result) => result.status === status);
    return found.map(({ framework, control_id: id }) => `${framework}: ${id}`);
  };
  /** The different votes of the tenant's integration, without those on what its provider only supports. */
  const votesOf = async () => {
    const rows = await service.database.query<{ result: string }>(
      `select distinct result from element_votes where tenant_id = $1 and result <> 'supported' order by result`,
      [tenant.tenantId],
    );
    return rows.map(({ result }) => result);
  };
  const scanWithGaps = (scanId: string) =>
    tenant.member.data<ScanStorage>(
      `query ($id: ID!) { scan(id: $id) {
        gaps { resourceTypes region account checkId reason } snapshot { resources sha256 size } } }`,
      { id: scanId },
    );

  it('says what it is about, what it read with numbers, and what it could not read and why, over GraphQL and REST', async () => {
    const scanId = await scanOf(region('1'), region('2'), PUBLIC_ACCOUNT, GAP, READ);
    const [integration] = await tenant.admin.rest<{ id: string }[]>('/api/org/integrations');
    const read = [
      { resourceType: TYPE, resources: 2, isWhole: true },
      { resourceType: 'AwsS3AccountPublicAccessBlock', resources: 1, isWhole: false },
    ].sort((a, b) => (a.resourceType < b.resourceType ? -1 : 1));
    const { scan } = await tenant.admin.data<{ scan: { frameworks: string[] } }>(
      `query ($id: ID!) { scan(id: $id) { frameworks integrationIds integrations { id }
        resourceTypes { resourceType resources isWhole integration { id } } gaps { reason } } }`,
      { id: scanId },
    );
    expect(scan).toEqual({
      frameworks: expect.arrayContaining(['SOC 2', 'ISO 27001']),
      integrationIds: [integration?.id],
      integrations: [integration && { id: integration.id }],
      resourceTypes: read.map((each) => ({ ...each, integration: { id: integration?.id } })),
      gaps: [{ reason: 'The action cloudtrail:List is refused.' }],
    });
    expect(await tenant.member.rest(`/api/scans/${scanId}`)).toMatchObject({
      frameworks: scan.frameworks,
      integration_ids: [integration?.id],
      resource_types: read.map(({ resourceType, resources, isWhole }) => ({
        integration_id: integration?.id,
        resource_type: resourceType,
        resources,
        is_whole: isWhole,
      })),
      gaps: [
        {
          integration_id: integration?.id,
          resource_types: [TYPE],
          region: 'eu-west-1',
          account: null,
          check_id: null,
          reason: 'The action cloudtrail:List is refused.',
        },
      ],
    });
  });

  it('passes the controls whose elements only its checks decide and every resource passes, and no other', async () => {
    const scanId = await scanOf(region('1'), region('2'), READ);
    expect(await controlsWith(scanId, 'pass')).toEqual(passedBy(CHANGES, EVERY_EVENT).map(nameOf));
    expect(await verdictsOf(scanId)).toEqual(['pass']);
  });

  it('fails the controls of a check that one resource fails, with the resource and the reason', async () => {
    const scanId = await scanOf(region('1'), region('2', WRITES_ONLY), READ);
    const [result] = (await resultsOf(tenant.member, scanId)).filter(({ status }) => status === 'fail');
    expect(await controlsWith(scanId, 'fail')).toEqual(failedBy(EVERY_EVENT).map(nameOf));
    // Those that ask for records of changes alone: no resource fails that.
    expect(await controlsWith(scanId, 'pass')).toEqual(passedBy(CHANGES).map(nameOf));
    expect(result).toMatchObject({ resources_passed: 1, resources_failed: 1 });
    const rows = await service.database.query('select resource_id, summary from scan_findings where scan_id = $1', [
      scanId,
    ]);
    expect(rows).toEqual([
      {
        resource_id: '2',
        summary:
          'No trail that is logging records both reading and writing management events of 2; trails there: company (WriteOnly).',
      },
    ]);
  });

  it('decides nothing where all was read and no resource is in scope', async () => {
    const scanId = await scanOf(READ);
    expect(await verdictsOf(scanId)).toEqual([]);
    expect(await votesOf()).toEqual(['incomplete']);
  });

  it('decides nothing where nothing was read', async () => {
    expect(await verdictsOf(await scanOf())).toEqual([]);
    expect(await votesOf()).toEqual([]);
  });

  it('stores what a supporting check finds as evidence that decides nothing', async () => {
    const scanId = await scanOf(PUBLIC_ACCOUNT, { kind: 'read', resourceTypes: [PUBLIC_ACCOUNT.resource.type] });
    expect(await verdictsOf(scanId)).toEqual([]);
    expect(await votesOf()).toEqual([]);
    const evidence = (await resultsOf(tenant.member, scanId)).filter(({ evidence_key: key }) => key !== null);
    expect(evidence.map((result) => `${result.framework}: ${result.control_id}`).toSorted()).toEqual(
      reachedBy('aws.s3.account-level-public-access-blocks').map(nameOf).toSorted(),
    );
    const findings = await service.database.query('select resource_id from scan_findings where scan_id = $1', [scanId]);
    expect(findings).toEqual([{ resource_id: 'acc' }]);
  });

  it('discounts passes where a part could not be read, and reports the gap', async () => {
    const scanId = await scanOf(region('1'), GAP, READ);
    expect(await verdictsOf(scanId)).toEqual([]);
    expect(await votesOf()).toEqual(['held']);
    const { scan } = await scanWithGaps(scanId);
    expect(scan.gaps).toEqual([
      {
        resourceTypes: [TYPE],
        region: 'eu-west-1',
        account: null,
        checkId: null,
        reason: 'The action cloudtrail:List is refused.',
      },
    ]);
  });

  it('counts a failure although a part could not be read', async () => {
    const scanId = await scanOf(region('1'), region('2', WRITES_ONLY), GAP, READ);
    expect(await verdictsOf(scanId)).toEqual(['fail']);
  });

  it('discounts passes of a check that failed on some resource', async () => {
    const scanId = await scanOf(region('1'), region('2', UNKNOWN), region('3', UNKNOWN), READ);
    expect(await verdictsOf(scanId)).toEqual([]);
    const { scan } = await scanWithGaps(scanId);
    const reason = expect.stringContaining('could not evaluate 2 resources');
    expect(scan.gaps).toMatchObject([
      { checkId: CHANGES, reason },
      { checkId: EVERY_EVENT, reason },
    ]);
  });

  it('stores its resources as evidence, to which every artifact refers by their hash', async () => {
    const scanId = await scanOf(region('1'), region('2'), READ);
    const { scan } = await scanWithGaps(scanId);
    expect(scan.snapshot).toMatchObject({ resources: 2 });
    const [{ evidence_key: key } = { evidence_key: null }] = (await resultsOf(tenant.member, scanId)).filter(
      ({ evaluated }) => evaluated,
    );
    const artifact = String(await storedBytes(service.config.dataDir, key));
    expect(JSON.parse(artifact)).toMatchObject({ snapshot: { sha256: scan.snapshot?.sha256, resources: 2 } });
  });

  it('stores no snapshot where it read no resource', async () => {
    expect((await scanWithGaps(await scanOf(READ))).scan.snapshot).toBeNull();
  });

  describe('compared with a later one', () => {
    const compare = (from: string, to: string) =>
      tenant.member.data<{ compareSnapshots: object }>(
        `query ($from: ID!, $to: ID!) { compareSnapshots(from: $from, to: $to) { added removed changed
          changes { kind resourceId properties { path before after } } } }`,
        { from, to },
      );

    it('differs by the resources that were added, removed and changed', async () => {
      const from = await scanOf(region('1'), region('2'), region('3'), READ);
      const to = await scanOf(region('1'), region('2', WRITES_ONLY), region('4'), READ);
      expect((await compare(from, to)).compareSnapshots).toEqual({
        added: 1,
        removed: 1,
        changed: 1,
        changes: [
          {
            kind: 'changed',
            resourceId: '2',
            properties: [{ path: '/properties/trails', before: [TRAIL], after: [WRITES_ONLY] }],
          },
          { kind: 'added', resourceId: '4', properties: [] },
          { kind: 'removed', resourceId: '3', properties: [] },
        ],
      });
    });

    it('returns CONFLICT where one of them stored no snapshot', async () => {
      const [from, to] = [await scanOf(region('1'), READ), await scanOf(READ)];
      const document = 'query ($f: ID!, $t: ID!) { compareSnapshots(from: $f, to: $t) { added } }';
      const { body } = await tenant.member.graphql(document, { f: from, t: to });
      expect(body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
    });

    it('has the reason for which a control changed', async () => {
      const from = await scanOf(region('1'), READ);
      const to = await scanOf(region('1', WRITES_ONLY), READ);
      const document = `query ($f: ID!, $t: ID!) { compareScans(from: $f, to: $t) { changes { reasons checks { ruleId
        reasons previous { resourcesPassed } current { resourcesFailed } } } } }`;
      const { compareScans } = await tenant.member.data<{ compareScans: { changes: object[] } }>(document, {
        f: from,
        t: to,
      });
      expect(compareScans.changes.length).toBeGreaterThan(0);
      for (const change of compareScans.changes) {
        expect(change).toEqual({
          reasons: ['configuration'],
          checks: [
            {
              ruleId: EVERY_EVENT,
              reasons: ['configuration'],
              previous: { resourcesPassed: 1 },
              current: { resourcesFailed: 1 },
            },
          ],
        });
      }
    });
  });

  describe('re-evaluated by today’s checks', () => {
    const DOCUMENT = `query ($id: ID!) { reevaluateScan(scanId: $id) { resources totalControls passedControls
      failedControls changes { previousStatus previouslyEvaluated status evaluated } } }`;
    const reevaluate = (id: string) =>
      tenant.member.data<{ reevaluateScan: Record<string, unknown> }>(DOCUMENT, { id });

    it('has the same results and gaps where neither checks nor mappings changed', async () => {
      for (const steps of [
        [region('1'), region('2', WRITES_ONLY), READ],
        [region('1'), GAP, READ],
        [region('1'), region('2', UNKNOWN), READ],
      ]) {
        const scanId = await scanOf(...steps);
        const scan = await tenant.member.rest<ScanStatusBody>(`/api/scans/${scanId}`);
        expect((await reevaluate(scanId)).reevaluateScan).toEqual({
          resources: steps.filter(({ kind }) => kind === 'resource').length,
          totalControls: scan.total_controls,
          passedControls: scan.passed_controls,
          failedControls: scan.failed_controls,
          changes: [],
        });
      }
    });

    it('returns the results that differ from those of the scan, and stores nothing', async () => {
      const scanId = await scanOf(region('1'), READ);
      // As an older check would have left it.
      await service.database.query(`update scan_results set status = 'fail' where scan_id = $1 and status = 'pass'`, [
        scanId,
      ]);
      const { changes } = (await reevaluate(scanId)).reevaluateScan as { changes: object[] };
      expect(changes.length).toBeGreaterThan(0);
      expect(changes[0]).toEqual({
        previousStatus: 'fail',
        previouslyEvaluated: true,
        status: 'pass',
        evaluated: true,
      });
      expect(await verdictsOf(scanId)).toEqual(['fail']);
    });
  });
});
