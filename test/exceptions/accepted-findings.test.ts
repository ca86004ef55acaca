import { describe, expect, it } from 'vitest';
import { ADMIN_MFA, AUDIT_TRAIL } from '../catalogue/decided.js';
import { controlId } from '../catalogue/shipped.js';
import { FedTenants } from '../integrations/fed-tenants.js';
import { fails, passes, prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { connect, resultsOf, runImport } from '../support/scans.js';
import { accepted, changed, exceptionOf, propose, proposal } from './exceptions.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

/** Decided by one rule of Prowler, and by two: see `AUDIT_TRAIL` and `ADMIN_MFA`. */
const AUDITED = controlId('pci-dss', '10.2.1.6');
const MFA = controlId('pci-dss', '8.4.1');
const RULE = AUDIT_TRAIL.prowler;

describe('accepted findings', () => {
  const fed = FedTenants.set({ content: contentOfOneSystem() });

  const feed = (...findings: ProwlerFinding[]) => fed.feed(...findings);
  const statusOf = async (id = AUDITED) => {
    const { control } = await fed.tenant.member.data<{ control: { status: string } }>(
      'query ($id: ID!) { control(id: $id) { status } }',
      { id },
    );
    return control.status;
  };
  const resultOf = async (scanId: string, code = '10.2.1.6') =>
    (await resultsOf(fed.tenant.member, scanId)).find((each) => each.control_id === code);

  it('count like no result: the control passes on the resources that are left', async () => {
    await feed(fails('r-1'), passes('r-2'));
    expect(await statusOf()).toBe('failed');
    const { id } = await propose(fed.tenant.member, proposal(RULE));
    expect(await statusOf()).toBe('failed');
    await changed(fed.tenant.auditor, 'approveException', id);
    expect(await statusOf()).toBe('passed');
  });

  it('show nothing: where they are all there is, tests no longer decide the control', async () => {
    await feed(fails('r-1'));
    await accepted(fed.tenant, proposal(RULE));
    expect(await statusOf()).toBe('not_assessed');
  });

  it('do not lift a control on which another finding fails', async () => {
    await feed(fails('r-1'), fails('r-2'), passes('r-3'));
    await accepted(fed.tenant, proposal(RULE));
    expect(await statusOf()).toBe('failed');
  });

  it('do not lift a control that another check fails', async () => {
    const rules = ADMIN_MFA.map(({ prowler }) => prowler);
    await feed(...rules.flatMap((rule) => [fails('r-1', rule), passes('r-2', rule)]));
    for (const rule of rules) {
      expect(await statusOf(MFA)).toBe('failed');
      await accepted(fed.tenant, proposal(rule));
    }
    expect(await statusOf(MFA)).toBe('passed');
  });

  it('count again at once when the exception is withdrawn', async () => {
    await feed(fails('r-1'), passes('r-2'));
    const { id } = await accepted(fed.tenant, proposal(RULE));
    expect(await changed(fed.tenant.member, 'withdrawException', id)).toMatchObject({ status: 'withdrawn' });
    expect(await statusOf()).toBe('failed');
    const { control } = await fed.tenant.member.data<{ control: { history: { status: string; reason: string }[] } }>(
      'query ($id: ID!) { control(id: $id) { history { status reason } } }',
      { id: AUDITED },
    );
    expect(control.history).toEqual([
      { status: 'failed', reason: 'accepted findings count again' },
      { status: 'passed', reason: 'findings were accepted' },
      { status: 'failed', reason: 'decided by scan results' },
    ]);
  });

  it('stay accepted in later scans, whose results say so and neither count nor rank them', async () => {
    await feed(fails('r-1'), passes('r-2'));
    await accepted(fed.tenant, proposal(RULE));
    const { id } = await feed(fails('r-1'), passes('r-2'));
    expect(await resultOf(id)).toMatchObject({
      status: 'pass',
      resources_passed: 1,
      resources_failed: 0,
      resources_accepted: 1,
      finding: '1 check passed on 1 resource. Findings on 1 resource are accepted.',
    });
    expect(await statusOf()).toBe('passed');
  });

  it('leave the checks that fail a control with the resources that are not accepted, and none where all are', async () => {
    const { id } = await feed(fails('r-1'), fails('r-2'), passes('r-3'));
    const failing = async () => {
      const { scanResults } = await fed.tenant.member.data<{
        scanResults: { nodes: { control: { id: string }; failingChecks: { resourcesFailed: number }[] }[] };
      }>(
        `query ($id: ID!) { scanResults(scanId: $id, status: fail, first: 100) {
          nodes { control { id } failingChecks { resourcesFailed } } } }`,
        { id },
      );
      return scanResults.nodes.find(({ control }) => control.id === AUDITED)?.failingChecks;
    };
    expect(await failing()).toEqual([{ resourcesFailed: 2 }]);
    await accepted(fed.tenant, proposal(RULE));
    expect(await failing()).toEqual([{ resourcesFailed: 1 }]);
    await accepted(fed.tenant, proposal(RULE, {}, { resourceId: 'r-2' }));
    expect(await failing()).toEqual([]);
  });

  it('are the same resource of the same integration and check, and no other', async () => {
    const other = await connect(fed.tenant.admin, 'prowler');
    await feed(fails('r-1'), passes('r-2'));
    await accepted(fed.tenant, proposal(RULE));
    await runImport(fed.tenant.admin, other, prowlerReport([fails('r-1')]));
    expect(await statusOf()).toBe('failed');
  });

  it('of an exception for one integration leave those of another as they are', async () => {
    const other = await connect(fed.tenant.admin, 'prowler');
    await feed(fails('r-1'), passes('r-2'));
    await runImport(fed.tenant.admin, other, prowlerReport([fails('r-1'), passes('r-2')]));
    await accepted(fed.tenant, proposal(RULE, {}, { integrationId: fed.integration }));
    expect(await statusOf()).toBe('failed');
    await accepted(fed.tenant, proposal(RULE, {}, { integrationId: other }));
    expect(await statusOf()).toBe('passed');
  });

  it('are those that a pattern matched when it was approved; a later match fails and is listed until it is included', async () => {
    await feed(fails('log-1'), fails('log-2'), passes('r-2'));
    const pattern = proposal(RULE, {}, { resourcePattern: 'log-*' });
    const { id, resourceCount } = await accepted(fed.tenant, pattern);
    expect(resourceCount).toBe(2);
    expect(await statusOf()).toBe('passed');

    const { id: scanId } = await feed(fails('log-1'), fails('log-2'), fails('log-3'), passes('r-2'));
    expect(await statusOf()).toBe('failed');
    expect(await resultOf(scanId)).toMatchObject({ status: 'fail', resources_failed: 1, resources_accepted: 2 });
    expect(await exceptionOf(fed.tenant.member, id)).toMatchObject({
      resourceCount: 2,
      newMatchCount: 1,
      resources: [
        { id: 'log-3', coveredAt: null },
        { id: 'log-1', coveredAt: expect.any(String) as string },
        { id: 'log-2', coveredAt: expect.any(String) as string },
      ],
    });
    const sent = await fed.service.database.query(
      `select data from outbox where tenant_id = $1 and event = 'exception.new_matches'`,
      [fed.tenant.tenantId],
    );
    expect(sent).toEqual([{ data: { exception_id: id, scan_job_id: scanId, new_matches: 1 } }]);

    await changed(fed.tenant.auditor, 'includeNewMatches', id);
    expect(await statusOf()).toBe('passed');
    expect(await exceptionOf(fed.tenant.member, id)).toMatchObject({ resourceCount: 3, newMatchCount: 0 });
  });

  it('are shown at the control: its exception, its failing resources, its derivation', async () => {
    await feed(fails('r-1'), fails('r-3'), passes('r-2'));
    const { id } = await accepted(fed.tenant, proposal(RULE));
    const { control } = await fed.tenant.member.data<{
      control: { derivation: { status: string; mappings: { elements: { votes: object[] }[] }[] } };
    }>(
      `query ($id: ID!) { control(id: $id) {
        exceptions { id }
        latestFinding { status resources { id exceptionId } }
        derivation { status mappings { elements { votes { result isAccepted checks { resourcesFailed resourcesAccepted } } } } }
      } }`,
      { id: AUDITED },
    );
    expect(control).toMatchObject({
      exceptions: [{ id }],
      latestFinding: {
        status: 'fail',
        resources: [
          { id: 'r-3', exceptionId: null },
          { id: 'r-1', exceptionId: id },
        ],
      },
      derivation: { status: 'failed' },
    });
    const votes = control.derivation.mappings.flatMap(({ elements }) => elements.flatMap((element) => element.votes));
    const vote = { result: 'fail', isAccepted: false, checks: [{ resourcesFailed: 2, resourcesAccepted: 1 }] };
    expect(votes.length).toBeGreaterThan(0);
    expect(votes).toEqual(votes.map(() => vote));
  });

  it('are not in the remediation queue', async () => {
    const queue = async () => {
      const { remediationQueue } = await fed.tenant.member.data<{ remediationQueue: { failingResources: number }[] }>(
        '{ remediationQueue { failingResources } }',
      );
      return remediationQueue.map(({ failingResources }) => failingResources);
    };
    await feed(fails('r-1'), fails('r-2'), passes('r-3'));
    expect(await queue()).toEqual([2]);
    await accepted(fed.tenant, proposal(RULE));
    expect(await queue()).toEqual([1]);
    await accepted(fed.tenant, proposal(RULE, {}, { resourceId: 'r-2' }));
    expect(await queue()).toEqual([]);
  });
});
