import { describe, expect, it } from 'vitest';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { controlId } from '../catalogue/shipped.js';
import { accepted, changed, proposal } from '../exceptions/exceptions.js';
import { FedTenants } from '../integrations/fed-tenants.js';
import { fails, passes, prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { allFindings, briefly, findingOf, pageOf } from './findings.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

const RULE = AUDIT_TRAIL.prowler;
const CHECK = AUDIT_TRAIL.check;
const AUDITED = controlId('pci-dss', '10.2.1.6');

describe('findings', () => {
  const fed = FedTenants.set({ content: contentOfOneSystem() });

  const feed = (...findings: ProwlerFinding[]) => fed.feed(...findings);
  const list = (where: Record<string, unknown> = {}) => allFindings(fed.tenant.member, where);
  const rows = async () => {
    const [row] = await fed.service.database.query<{ rows: number }>(
      'select count(*)::int as rows from findings where tenant_id = $1',
      [fed.tenant.tenantId],
    );
    return row?.rows ?? 0;
  };

  it('are every verdict of the last report, each with its resource, check and integration', async () => {
    await feed(fails('r-1'), passes('r-2'), { rule: 'a_rule_of_nobody', status: 'FAIL', resource: 'r-1' });
    const found = await list();
    expect(briefly(found).toSorted()).toEqual(['fail r-1', 'fail r-1', 'pass r-2']);
    expect(found.find(({ ruleId, status }) => ruleId === RULE && status === 'fail')).toMatchObject({
      resourceId: 'r-1',
      resource: { name: 'r-1', account: '111122223333' },
      check: { id: CHECK },
      severity: 'high',
      summary: `${RULE} is FAIL`,
      integration: { id: fed.integration, type: 'prowler' },
      isCurrent: true,
      ageDays: 0,
      exception: null,
    });
    expect(found.map(({ check }) => check.id)).toContain('prowler:a_rule_of_nobody');
  });

  it('have the commands of their repair, with the names in the id of the resource, and no other text of it', async () => {
    const trail = (name: string) => `arn:aws:cloudtrail:eu-west-1:111122223333:trail/${name}`;
    await feed(fails(trail('main')), fails(trail('a;curl evil')), fails('r-1'));
    const commandsOf = async (resourceId: string) => {
      const id = (await list({ resourceIdStartsWith: resourceId }))[0]?.id ?? '';
      const { body } = await fed.tenant.member.get(`/api/findings/${id}`);
      return (body as { data: { commands: { command: string }[] } }).data.commands.map(({ command }) => command);
    };
    const commands = await commandsOf('r-1');
    const asked = commands.filter((command) => command.includes('<TRAIL_NAME>'));
    expect(asked).not.toEqual([]);
    expect(await commandsOf(trail('main'))).toEqual(
      commands.map((command) => command.replaceAll('<TRAIL_NAME>', 'main').replaceAll('<REGION>', 'eu-west-1')),
    );
    expect(await commandsOf(trail('a;curl'))).toEqual(commands.map((text) => text.replaceAll('<REGION>', 'eu-west-1')));
  });

  it('keep their id and the time since when they hold, and are not written again, while nothing changes', async () => {
    await feed(fails('r-1'), passes('r-2'));
    const [first] = await list({ status: 'fail' });
    const before = await rows();
    await feed(fails('r-1'), passes('r-2'));
    await runScan(fed.tenant.member);
    const [later] = await list({ status: 'fail' });
    expect(await rows()).toBe(before);
    expect(later).toMatchObject({ id: first?.id, firstSeenAt: first?.firstSeenAt });
    expect(Date.parse(later?.lastSeenAt ?? '')).toBeGreaterThan(Date.parse(first?.lastSeenAt ?? ''));
  });

  it('begin again with the scan that says otherwise, under the same id', async () => {
    await feed(fails('r-1'));
    const [failed] = await list();
    await feed(passes('r-1'));
    const [repaired] = await list();
    await feed(fails('r-1'));
    const [again] = await list();
    expect([failed?.status, repaired?.status, again?.status]).toEqual(['fail', 'pass', 'fail']);
    expect(new Set([failed?.id, repaired?.id, again?.id]).size).toBe(1);
    expect(Date.parse(repaired?.firstSeenAt ?? '')).toBeGreaterThan(Date.parse(failed?.firstSeenAt ?? ''));
    expect(Date.parse(again?.firstSeenAt ?? '')).toBeGreaterThan(Date.parse(repaired?.firstSeenAt ?? ''));
    expect([failed?.isReopened, repaired?.isReopened, again?.isReopened]).toEqual([false, false, true]);
    expect(again?.history.map(({ status, from, until }) => [status, from, until])).toEqual([
      ['fail', again?.firstSeenAt, null],
      ['pass', repaired?.firstSeenAt, again?.firstSeenAt],
      ['fail', failed?.firstSeenAt, repaired?.firstSeenAt],
    ]);
  });

  it('are as new as they were in a scan before they were reopened', async () => {
    const scans = [await feed(fails('r-1')), await feed(passes('r-1')), await feed(fails('r-1'))];
    const reopened = await Promise.all(scans.map(async ({ id }) => (await list({ scanId: id }))[0]?.isReopened));
    expect(reopened).toEqual([false, false, true]);
  });

  it('have a new text and hold all the same', async () => {
    await feed({ ...fails('r-1'), text: 'It is 90 days old.' });
    const [first] = await list();
    await feed({ ...fails('r-1'), text: 'It is 91 days old.' });
    expect(await list()).toMatchObject([
      {
        summary: 'It is 91 days old.',
        firstSeenAt: first?.firstSeenAt,
        isReopened: false,
        history: [{ status: 'fail', summary: 'It is 91 days old.', from: first?.firstSeenAt, until: null }],
      },
    ]);
  });

  it('are gone with the report that does not have them, and can still be read', async () => {
    await feed(fails('r-1'), passes('r-2'));
    const [gone] = await list({ status: 'fail' });
    await feed(passes('r-2'));
    expect(briefly(await list())).toEqual(['pass r-2']);
    expect(await findingOf(fed.tenant.member, gone?.id ?? '')).toMatchObject({
      status: 'fail',
      isCurrent: false,
      lastSeenAt: gone?.lastSeenAt,
    });
    await feed(fails('r-1'), passes('r-2'));
    const [back] = await list({ status: 'fail' });
    expect(back?.id).toBe(gone?.id);
    expect(Date.parse(back?.firstSeenAt ?? '')).toBeGreaterThan(Date.parse(gone?.firstSeenAt ?? ''));
    expect(back).toMatchObject({ isReopened: true, history: [{ status: 'fail', until: null }, { status: 'fail' }] });
    const [, before] = back?.history ?? [];
    expect(Date.parse(before?.until ?? '')).toBeLessThan(Date.parse(back?.firstSeenAt ?? ''));
  });

  it('stay, with the time when they were seen last, where a report gives no verdict on their rule', async () => {
    await feed(fails('r-1'), fails('r-2'));
    const before = await list({ resourceId: 'r-1' });
    await feed(fails('r-2'), { rule: RULE, status: 'MANUAL', resource: 'r-3' });
    expect(briefly(await list()).toSorted()).toEqual(['fail r-1', 'fail r-2', 'unknown r-3']);
    expect(await list({ resourceId: 'r-1' })).toMatchObject([
      { firstSeenAt: before[0]?.firstSeenAt, lastSeenAt: before[0]?.lastSeenAt, isOnHold: true },
    ]);
    expect(before[0]?.isOnHold).toBe(false);
    expect(briefly(await list({ onHold: true }))).toEqual(['fail r-1']);
    const query = '{ findingFacets(where: { onHold: true }) { total } }';
    expect(await fed.tenant.member.data(query)).toEqual({ findingFacets: { total: 1 } });
    await feed(fails('r-1'), fails('r-2'));
    const [seen] = await list({ resourceId: 'r-1' });
    expect(seen).toMatchObject({ firstSeenAt: before[0]?.firstSeenAt, isOnHold: false });
    expect(Date.parse(seen?.lastSeenAt ?? '')).toBeGreaterThan(Date.parse(before[0]?.lastSeenAt ?? ''));
  });

  it('are each of those that a report has more than once', async () => {
    await feed({ ...fails('r-1'), text: 'One.' }, { ...fails('r-1'), text: 'Two.' }, passes('r-1'));
    const found = await list();
    expect(found.map(({ status, summary }) => `${status} ${summary}`)).toEqual([
      'fail One.',
      'fail Two.',
      `pass ${RULE} is PASS`,
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
  });

  it('of two accounts with a resource of the same id are two', async () => {
    const other = JSON.parse(prowlerReport([fails('r-1')])) as { cloud: { account: { uid: string } } }[];
    for (const finding of other) finding.cloud.account.uid = '999900001111';
    const both = [...(JSON.parse(prowlerReport([passes('r-1')])) as object[]), ...other];
    await runImport(fed.tenant.admin, fed.integration, JSON.stringify(both));
    expect(await list({ resourceId: 'r-1' })).toMatchObject([
      { status: 'pass', resource: { account: '111122223333' } },
      { status: 'fail', resource: { account: '999900001111' } },
    ]);
    expect(briefly(await list({ account: '999900001111' }))).toEqual(['fail r-1']);
    const [one] = await list({ account: '111122223333' });
    expect(briefly(await list({ resource: one?.resource?.id }))).toEqual(['pass r-1']);
  });

  it('show the exception in force that accepts them, at once and no longer than it is', async () => {
    await feed(fails('r-1'), fails('r-2'));
    const { id } = await accepted(fed.tenant, proposal(RULE));
    expect(await list({ exception: true })).toMatchObject([
      { resourceId: 'r-1', exception: { id, status: 'approved' } },
    ]);
    expect(briefly(await list({ exception: false }))).toEqual(['fail r-2']);
    await changed(fed.tenant.member, 'withdrawException', id);
    expect(await list({ exception: true })).toEqual([]);
    expect(await list({ resourceId: 'r-1' })).toMatchObject([{ exception: null }]);
  });

  it('are as a scan found them where one is named', async () => {
    const first = await feed(fails('r-1'), passes('r-2'));
    const second = await feed(passes('r-1'), passes('r-2'), fails('r-3'));
    expect(briefly(await list({ scanId: first.id })).toSorted()).toEqual(['fail r-1', 'pass r-2']);
    expect(briefly(await list({ scanId: second.id })).toSorted()).toEqual(['fail r-3', 'pass r-1', 'pass r-2']);
    expect((await pageOf(fed.tenant.member, { where: { scanId: first.id } })).totalCount).toBe(2);
    expect(briefly(await list({ scanId: first.id, status: 'fail' }))).toEqual(['fail r-1']);
  });

  it('of a scan are all that it found, or refused where they are not all stored', async () => {
    const { id } = await feed(fails('r-1'), passes('r-2'), fails('r-1'));
    expect(await list({ scanId: id })).toHaveLength(3);
    await fed.service.database.query('update finding_scans set findings = 2 where scan_id = $1', [id]);
    const { body } = await fed.tenant.member.graphql(
      'query ($where: FindingsWhere) { findings(where: $where) { totalCount } }',
      { where: { scanId: id } },
    );
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
  });

  it('name the controls that a resource fails, also for the 200th', async () => {
    await feed(...Array.from({ length: 200 }, (_, index) => fails(`r-${index + 1}`)), passes('good'));
    const { resources } = await fed.tenant.member.data<{
      resources: { nodes: { resourceId: string; failingControls: { id: string; status: string }[] }[] };
    }>(`{ resources(where: { resourceId: "r-200" }) { nodes { resourceId failingControls { id status } } } }`);
    expect(resources.nodes).toHaveLength(1);
    expect(resources.nodes[0]?.failingControls).toContainEqual({ id: AUDITED, status: 'failed' });
    const { resources: passing } = await fed.tenant.member.data<{ resources: { totalCount: number } }>(
      '{ resources(where: { status: passing }) { totalCount } }',
    );
    expect(passing.totalCount).toBe(1);
    expect(await list({ checkId: CHECK, status: 'fail' })).toHaveLength(200);
  });

  it('name the controls that they fail: none where they pass, are accepted, or their check decides none', async () => {
    await feed(fails('r-1'), fails('r-2'), passes('r-3'), fails('r-4', 'a_rule_of_nobody'));
    await accepted(fed.tenant, proposal(RULE));
    const { findings } = await fed.tenant.member.data<{
      findings: {
        nodes: {
          resourceId: string;
          check: { decides: boolean };
          controls: { id: string }[];
          failingControls: { id: string; status: string }[];
        }[];
      };
    }>('{ findings { nodes { resourceId check { decides } controls { id } failingControls { id status } } } }');
    const of = (resource: string) => findings.nodes.find(({ resourceId }) => resourceId === resource);
    expect(of('r-2')?.check.decides).toBe(true);
    expect(of('r-2')?.failingControls).toContainEqual({ id: AUDITED, status: 'failed' });
    // Accepted, passing, and of a rule that nobody knows: they lead to controls, and fail none.
    expect(of('r-1')?.controls).toContainEqual({ id: AUDITED });
    expect(of('r-1')?.failingControls).toEqual([]);
    expect(of('r-3')?.failingControls).toEqual([]);
    expect(of('r-4')).toMatchObject({ check: { decides: false }, failingControls: [] });
  });

  it('put the resources on which most fails first, page after page, also those that pass', async () => {
    const other = 'a_rule_of_nobody';
    await feed(passes('r-1'), fails('r-2'), fails('r-3'), fails('r-3', other), fails('r-4', other), passes('r-5'));
    const pageOfResources = async (after: string | null, orderBy: string) =>
      (
        await fed.tenant.member.data<{
          resources: { nodes: { resourceId: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
        }>(
          `query ($after: String, $orderBy: ResourceOrder) {
            resources(first: 2, after: $after, orderBy: $orderBy) { nodes { resourceId } pageInfo { endCursor hasNextPage } } }`,
          { after, orderBy },
        )
      ).resources;
    const inOrder = async (orderBy: string) => {
      const found: string[] = [];
      for (let after: string | null = null; ;) {
        const { nodes, pageInfo } = await pageOfResources(after, orderBy);
        found.push(...nodes.map(({ resourceId }) => resourceId));
        if (!pageInfo.hasNextPage) return found;
        after = pageInfo.endCursor;
      }
    };
    expect(await inOrder('failing')).toEqual(['r-3', 'r-2', 'r-4', 'r-1', 'r-5']);
    expect(await inOrder('first_seen')).toEqual(['r-1', 'r-2', 'r-3', 'r-4', 'r-5']);
    await feed(fails('r-1'), fails('r-1', other), fails('r-2'), passes('r-3'));
    expect(await inOrder('failing')).toEqual(['r-1', 'r-2', 'r-3']);
    await feed(fails('r-1'), fails('r-1', other), { ...fails('r-2', 'a_grave_rule'), severity: 5 }, passes('r-3'));
    expect(await inOrder('worst')).toEqual(['r-2', 'r-1', 'r-3']);
    const { body } = await fed.tenant.member.get('/api/resources?order_by=failing&limit=1');
    expect(body).toMatchObject({ data: [{ resource_id: 'r-1', verdicts: { failing: 2 } }] });
  });

  it('name every control that the checks of a resource lead to, also where these pass', async () => {
    await feed(passes('r-1'), fails('r-2'), { rule: 'a_rule_of_nobody', status: 'FAIL', resource: 'r-1' });
    const { resources, check } = await fed.tenant.member.data<{
      resources: { nodes: { controls: { id: string }[]; failingControls: { id: string }[] }[] };
      check: { controls: { id: string }[] };
    }>(
      `query ($check: String!) {
      resources(where: { resourceId: "r-1" }) { nodes { controls { id } failingControls { id } } }
      check(id: $check) { controls { id } } }`,
      { check: CHECK },
    );
    expect(check.controls).toContainEqual({ id: AUDITED });
    expect(resources.nodes).toEqual([{ controls: check.controls, failingControls: [] }]);
  });

  it('are not current of an integration that is disconnected', async () => {
    const { id } = await feed(fails('r-1'));
    const [finding] = await list();
    await fed.tenant.admin.data(
      'mutation ($input: DisconnectIntegrationInput!) { disconnectIntegration(input: $input) { integration { id } } }',
      { input: { integrationId: fed.integration } },
    );
    expect(await list()).toEqual([]);
    expect(await findingOf(fed.tenant.member, finding?.id ?? '')).toMatchObject({ isCurrent: false });
    expect(briefly(await list({ scanId: id }))).toEqual(['fail r-1']);
  });

  it('are found by every condition, by one value and by a list', async () => {
    await feed(fails('r-1'), passes('r-2'), fails('other-1', 'a_rule_of_nobody'));
    const counts = async (where: Record<string, unknown>) => (await pageOf(fed.tenant.member, { where })).totalCount;
    expect(await counts({})).toBe(3);
    expect(await counts({ status: 'fail' })).toBe(2);
    expect(await counts({ status: ['fail', 'pass'] })).toBe(3);
    expect(await counts({ checkId: CHECK })).toBe(2);
    expect(await counts({ checkId: [CHECK, 'prowler:a_rule_of_nobody'], status: 'fail' })).toBe(2);
    expect(await counts({ severity: 'high' })).toBe(3);
    expect(await counts({ severity: ['critical', 'low'] })).toBe(0);
    expect(await counts({ resourceIdContains: 'THER' })).toBe(1);
    expect(await counts({ resourceIdStartsWith: 'r-' })).toBe(2);
    expect(await counts({ resourceIdStartsWith: 'r_' })).toBe(0);
    expect(await counts({ framework: 'PCI DSS' })).toBe(2);
    expect(await counts({ framework: 'pci-dss', controlId: '10.2.1.6' })).toBe(2);
    expect(await counts({ controlId: AUDITED, status: 'fail' })).toBe(1);
    expect(await counts({ region: 'eu-west-1' })).toBe(3);
    expect(await counts({ region: 'eu-west-2' })).toBe(0);
    expect(await counts({ integrationType: 'prowler' })).toBe(3);
    expect(await counts({ integrationType: 'aws' })).toBe(0);
    expect(await counts({ integrationId: fed.integration })).toBe(3);
    expect(await counts({ firstSeenFrom: '2100-01-01T00:00:00Z' })).toBe(0);
    expect(await counts({ firstSeenTo: '2100-01-01T00:00:00Z' })).toBe(3);
    expect(await counts({ lastSeenFrom: '2100-01-01T00:00:00Z' })).toBe(0);
    expect(await counts({ lastSeenTo: '2100-01-01T00:00:00Z', lastSeenFrom: '2020-01-01T00:00:00Z' })).toBe(3);
  });

  it('are found by when a scan last saw them: what is current by the newest scan of its integration', async () => {
    const { id: earlier } = await feed(fails('r-1'), passes('r-2'));
    const between = new Date().toISOString();
    const other = await connect(fed.tenant.admin, 'prowler');
    await runImport(fed.tenant.admin, other, prowlerReport([fails('o-1')]));
    expect(briefly(await list({ lastSeenFrom: between }))).toEqual(['fail o-1']);
    expect(briefly(await list({ lastSeenTo: between })).toSorted()).toEqual(['fail r-1', 'pass r-2']);

    const { id: later } = await feed(fails('r-1'));
    expect(briefly(await list({ lastSeenFrom: between, integrationId: fed.integration }))).toEqual(['fail r-1']);
    expect(await list({ lastSeenTo: between })).toEqual([]);
    // As of a scan: what the later one did not find any more was last seen by the earlier one.
    expect(briefly(await list({ scanId: earlier, lastSeenTo: between }))).toEqual(['pass r-2']);
    expect(briefly(await list({ scanId: later, lastSeenFrom: between }))).toEqual(['fail r-1']);
    const rest = await fed.tenant.member.rest<{ resource_id: string }[]>(
      `/api/findings?last_seen_from=${between}&status=fail`,
    );
    expect(rest.map(({ resource_id: id }) => id).toSorted()).toEqual(['o-1', 'r-1']);
  });
});
