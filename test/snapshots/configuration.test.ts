import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Collected } from '../../src/connectors/connector.js';
import type { Resource } from '../../src/connectors/resource.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';
import { finding } from '../scans/tiny-catalogue.js';
import { Cloud, Worker } from '../scans/worker.js';
import { connect, triggerScan, type ScanStatusBody } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';

const TYPE = 'AwsCloudTrailRegion';
/** A trail that fails the check of all events. */
const TRAIL = { name: 'company', is_logging: true, multi_region: true, management_events: 'WriteOnly' };
const DESCRIPTION = 'The trails whose home is the region, and every multi-region trail.';

function region(properties: Record<string, unknown>, more: Partial<Resource> = {}): Resource {
  return { type: TYPE, id: 'eu', name: 'eu', region: 'eu', account: 'acc', properties, ...more };
}

describe('the configuration of a resource', () => {
  let service: TestService;
  let tenant: TestTenant;
  let firstId: string;
  let firstAt: string;
  let scanId: string;
  let id: string;
  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem(), settings: { role: 'web' } });
    tenant = service.a;
    await connect(tenant.admin, 'demo');
    // Another account has a Region of the same name.
    const others = [region({ trails: [] }, { account: 'other' }), region({ trails: [] }, { id: 'eu-2' })];
    firstId = await scan(...others, region({ former: 7, trails: [TRAIL] }));
    firstAt = (await tenant.member.rest<ScanStatusBody>(`/api/scans/${firstId}`)).completed_at ?? '';
    scanId = await scan(...others, region({ former: 8, trails: [TRAIL] }));
    id = await idOf('eu', 'acc');
  });
  afterAll(() => service.stop());

  const scan = (...resources: Resource[]) =>
    collect(...resources.map((resource) => ({ kind: 'resource' as const, resource })), {
      kind: 'read',
      resourceTypes: [TYPE],
    });
  async function collect(...steps: Collected[]): Promise<string> {
    const triggered = await triggerScan(tenant.member);
    const worker = await Worker.open(
      service,
      new Cloud(async function* () {
        yield* steps;
      }),
    );
    await worker.run(tenant.tenantId, triggered);
    await worker.close();
    return triggered;
  }
  async function idOf(resourceId: string, account: string | null): Promise<string> {
    const { resources } = await tenant.member.data<{ resources: { nodes: { id: string; account: string | null }[] } }>(
      'query ($id: String!) { resources(where: { resourceId: $id }) { nodes { id account } } }',
      { id: resourceId },
    );
    return resources.nodes.find((each) => each.account === account)?.id ?? '';
  }
  const READ = `query ($id: ID!) { resourceConfiguration(id: $id) { scan { id }
    properties { name description value unreadReason } } }`;
  const configurationOf = async (of: string) =>
    (await tenant.member.data<{ resourceConfiguration: unknown }>(READ, { id: of })).resourceConfiguration;

  it('has the properties that the last scan read, those of its type first, with what they say', async () => {
    expect(await configurationOf(id)).toEqual({
      scan: { id: scanId },
      properties: [
        { name: 'trails', description: DESCRIPTION, value: [TRAIL], unreadReason: null },
        { name: 'former', description: null, value: 8, unreadReason: null },
      ],
    });
  });

  it('is that of the last scan up to a moment where one is given', async () => {
    const { resourceConfiguration } = await tenant.member.data<{ resourceConfiguration: unknown }>(
      `query ($id: ID!, $asOf: DateTimeISO) { resourceConfiguration(id: $id, asOf: $asOf) { scan { id } properties { value } } }`,
      { id, asOf: firstAt },
    );
    expect(resourceConfiguration).toMatchObject({
      scan: { id: firstId },
      properties: [{ value: [TRAIL] }, { value: 7 }],
    });
  });

  it('names the properties that a check of it reads', async () => {
    const { resource } = await tenant.member.data<{ resource: { findings: { check: { reads: string[] } }[] } }>(
      'query ($id: ID!) { resource(id: $id) { findings { check { reads } } } }',
      { id },
    );
    expect(resource.findings.length).toBeGreaterThan(0);
    for (const { check } of resource.findings) expect(check.reads).toEqual(['trails']);
  });

  it('is that of the scan that saw it last, also where later ones do not see it', async () => {
    const gone = await idOf('eu-2', 'acc');
    await scan(region({ trails: [TRAIL] }));
    expect(await configurationOf(gone)).toMatchObject({ scan: { id: scanId }, properties: [{ value: [] }] });
  });

  it('says why a property could not be read', async () => {
    const reason = 'The action cloudtrail:List is refused.';
    await scan(region({ former: null, trails: [TRAIL] }, { unknown: { former: reason } }));
    expect(await configurationOf(id)).toMatchObject({
      properties: [
        { name: 'trails', unreadReason: null },
        { name: 'former', value: null, unreadReason: reason },
      ],
    });
  });

  it('has no scan of a resource that another scanner reported', async () => {
    await collect({ kind: 'finding', finding: finding('of_another_scanner', 'fail', 'thing') });
    const reported = await idOf('thing', 'acc');
    expect(reported).not.toBe('');
    expect(await configurationOf(reported)).toEqual({ scan: null, properties: [] });
  });

  it('is NOT_FOUND of a resource of another organization', async () => {
    const { body } = await service.b.admin.graphql(READ, { id });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  it('costs a unit, and one more for each 10,000 resources of the scan', async () => {
    const used = async () => {
      const [row] = await service.database.query<{ used: number }>(
        `select used from tenant_quotas where tenant_id = $1 and quota = 'configuration reads'`,
        [tenant.tenantId],
      );
      return row?.used ?? 0;
    };
    await service.database.query('delete from tenant_quotas where tenant_id = $1', [tenant.tenantId]);
    await configurationOf(id);
    expect(await used()).toBe(1);
    const large = await scan(region({ trails: [TRAIL] }));
    await service.database.query(
      `update scans set snapshot = jsonb_set(snapshot, '{resources}', '29999') where id = $1`,
      [large],
    );
    await configurationOf(id);
    expect(await used()).toBe(1 + 3);
  });

  it('is GONE where what the scan stored was lost', async () => {
    const lost = await scan(region({ trails: [TRAIL] }));
    const [row] = await service.database.query<{ key: string }>(
      `select snapshot ->> 'key' as key from scans where id = $1`,
      [lost],
    );
    await rm(join(service.config.dataDir, 'objects', row?.key ?? ''));
    const { body } = await tenant.member.graphql(READ, { id: id });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'GONE' } }] });
  });
});
