import { describe, expect, it } from 'vitest';
import type { Control } from '../../src/modules/catalogue/catalogue.js';
import { catalogueOfOneSystem, contentOfOneSystem } from '../catalogue/content-of-one-system.js';
import { AUDIT_TRAIL, failedBy } from '../catalogue/decided.js';
import { controlId, universalControlId } from '../catalogue/shipped.js';
import { accepted, proposal } from '../exceptions/exceptions.js';
import { FedTenants } from '../integrations/fed-tenants.js';
import { fails, passes, prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { assess } from '../ucf/assessments.js';

/** Asks for UCF-LOG-03, element 5 alone. */
const AUDITED = controlId('pci-dss', '10.2.1.6');
const RULE = AUDIT_TRAIL.prowler;

interface Check {
  ruleId: string;
  integrationName: string;
  resourcesFailed: number;
  failing: { resourceId: string; summary: string; exception: { id: string } | null }[];
}
interface Derived {
  status: string;
  decidedBy: string | null;
  since: string | null;
  reason: string | null;
  assessment: { id: string } | null;
  missing: object[];
  mappings: {
    oldestVoteAt: string | null;
    newestVoteAt: string | null;
    supporting: Check[];
    assessment: { id: string } | null;
    elements: {
      state: string;
      votes: { result: string; scanJobId: string; laterScanAt: string | null; checks: Check[] }[];
    }[];
  }[];
}

const FIELDS = `status decidedBy since reason assessment { id } missing { action } mappings {
  oldestVoteAt newestVoteAt supporting { ruleId integrationName resourcesFailed resourcesPassed failing { resourceId } }
  assessment { id }
  elements { state votes { result scanJobId laterScanAt checks {
    ruleId resourcesFailed failing(first: 2) { resourceId summary exception { id } } } } } }`;

describe('the details of a derivation', () => {
  const fed = FedTenants.set({ content: contentOfOneSystem() });

  const feed = (...findings: ProwlerFinding[]) => fed.feed(...findings);
  const derived = async (id = AUDITED, asOf: string | null = null): Promise<Derived> => {
    const { control } = await fed.tenant.member.data<{ control: { derivation: Derived } }>(
      `query ($id: ID!, $asOf: DateTimeISO) { control(id: $id) { derivation(asOf: $asOf) { ${FIELDS} } } }`,
      { id, asOf },
    );
    return control.derivation;
  };
  const checksOf = ({ mappings }: Derived) =>
    mappings.flatMap(({ elements }) => elements.flatMap(({ votes }) => votes.flatMap(({ checks }) => checks)));

  it('name the first failing resources, those that count first, and the exception that accepts the others', async () => {
    await feed(fails('r-1'), fails('r-2'), fails('r-3'), passes('r-4'));
    const { id } = await accepted(fed.tenant, proposal(RULE));
    expect(checksOf(await derived())).toEqual([
      {
        ruleId: RULE,
        resourcesFailed: 3,
        failing: ['r-2', 'r-3'].map((resourceId) => ({ resourceId, summary: `${RULE} is FAIL`, exception: null })),
      },
    ]);
    const all = await fed.tenant.member.data<{ control: { derivation: Derived } }>(
      `query ($id: ID!) { control(id: $id) { derivation { mappings { elements { votes { checks {
        failing(first: 100) { resourceId exception { id } } } } } } } } }`,
      { id: AUDITED },
    );
    expect(checksOf(all.control.derivation)[0]?.failing.at(-1)).toEqual({ resourceId: 'r-1', exception: { id } });
  });

  it('page through all failing resources in the same order, each once, with a cursor', async () => {
    await feed(fails('r-1'), fails('r-2'), fails('r-3'), fails('r-4'), passes('r-5'));
    const { id } = await accepted(fed.tenant, proposal(RULE));
    interface Listed {
      nodes: { resourceId: string; exception: { id: string } | null }[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
      totalCount: number;
    }
    const pageAfter = async (after: string | null, first = 3): Promise<Listed | undefined> => {
      const { control } = await fed.tenant.member.data<{
        control: {
          derivation: { mappings: { elements: { votes: { checks: { failingResources: Listed }[] }[] }[] }[] };
        };
      }>(
        `query ($id: ID!, $after: String, $first: Int) { control(id: $id) { derivation { mappings { elements { votes { checks {
          failingResources(first: $first, after: $after) {
            nodes { resourceId exception { id } } totalCount pageInfo { hasNextPage endCursor } } } } } } } } }`,
        { id: AUDITED, after, first },
      );
      const votes = control.derivation.mappings.flatMap(({ elements }) => elements.flatMap((each) => each.votes));
      return votes.flatMap(({ checks }) => checks.map(({ failingResources }) => failingResources))[0];
    };
    const first = await pageAfter(null);
    expect(first).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: true } });
    expect(first?.nodes.map(({ resourceId }) => resourceId)).toEqual(['r-2', 'r-3', 'r-4']);
    const second = await pageAfter(first?.pageInfo.endCursor ?? '');
    expect(second).toMatchObject({
      nodes: [{ resourceId: 'r-1', exception: { id } }],
      totalCount: 4,
      pageInfo: { hasNextPage: false },
    });
    expect((await pageAfter(second?.pageInfo.endCursor ?? ''))?.nodes).toEqual([]);
    const cursor = pageAfter('x').then(String, String);
    expect(await cursor).toContain('is not a cursor of this list');
  });

  it('refuse more than 100 of them, and none', async () => {
    await feed(fails('r-1'));
    for (const first of [0, 101]) {
      const { body } = await fed.tenant.member.graphql(
        `query ($id: ID!) { control(id: $id) { derivation { mappings { elements { votes { checks {
          failing(first: ${first}) { resourceId } } } } } } } }`,
        { id: AUDITED },
      );
      expect(body).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED' } }] });
    }
  });

  it('list the checks that support a universal control beside those that decide it', async () => {
    const scan = await feed(fails('key-1', 'kms_cmk_rotation_enabled'), passes('key-2', 'kms_cmk_rotation_enabled'));
    const { status, mappings } = await derived(controlId('pci-dss', '3.7.4'));
    expect(status).toBe('not_assessed');
    expect(mappings.map(({ supporting }) => supporting)).toEqual([
      [
        {
          ruleId: 'kms_cmk_rotation_enabled',
          integrationName: 'Test prowler',
          resourcesFailed: 1,
          resourcesPassed: 1,
          failing: [{ resourceId: 'key-1' }],
        },
      ],
    ]);
    expect(scan.status).toBe('completed');
    // What decides an element that the control asks for does not support it.
    await feed(fails('r-1'));
    expect((await derived()).mappings.map(({ supporting }) => supporting)).toEqual([[]]);
  });

  it('say when the oldest and the newest of the votes were cast', async () => {
    const first = await feed(passes('r-1'));
    const other = await connect(fed.tenant.admin, 'prowler');
    const second = await runImport(fed.tenant.admin, other, prowlerReport([passes('r-1')]));
    expect((await derived()).mappings).toMatchObject([
      { oldestVoteAt: first.completed_at, newestVoteAt: second.completed_at },
    ]);
    expect((await derived(controlId('soc2', 'P8.1'))).mappings[0]).toMatchObject({
      oldestVoteAt: null,
      newestVoteAt: null,
    });
  });

  it('are those of a moment, by the ledger and what scans and assessments left', async () => {
    const before = new Date().toISOString();
    const failing = await feed(fails('r-1'));
    const failed = new Date().toISOString();
    await feed(passes('r-1'));
    const passed = new Date().toISOString();
    const { id: assessmentId } = await assess(fed.tenant.admin, universalControlId('UCF-LOG-03'), 'non_compliant');

    expect(await derived(AUDITED, before)).toMatchObject({
      status: 'not_assessed',
      decidedBy: null,
      since: null,
      reason: null,
      mappings: [{ elements: [{ state: 'unknown', votes: [] }], assessment: null }],
    });
    expect(await derived(AUDITED, failed)).toMatchObject({
      status: 'failed',
      decidedBy: 'tests',
      since: failing.completed_at,
      reason: 'decided by scan results',
      missing: [],
      mappings: [
        {
          assessment: null,
          supporting: [],
          elements: [{ state: 'failed', votes: [{ result: 'fail', scanJobId: failing.id }] }],
        },
      ],
    });
    expect(await derived(AUDITED, passed)).toMatchObject({
      status: 'passed',
      decidedBy: 'tests',
      mappings: [{ assessment: null, elements: [{ state: 'passed', votes: [{ result: 'pass' }] }] }],
    });
    expect(await derived()).toMatchObject({
      status: 'failed',
      decidedBy: 'assessment',
      reason: 'assessed as non-compliant',
      assessment: { id: assessmentId },
    });
    expect(await derived(AUDITED, new Date().toISOString())).toMatchObject({
      status: 'failed',
      decidedBy: 'assessment',
      assessment: { id: assessmentId },
      mappings: [{ elements: [{ state: 'passed' }] }],
    });
  });

  it('have of a moment the vote of the last scan that could look, as the ledger counted it', async () => {
    const failing = await feed(fails('r-1'));
    await feed({ rule: RULE, status: 'MANUAL', resource: 'r-1' });
    const held = new Date().toISOString();
    await feed(passes('r-1'));
    expect(await derived(AUDITED, held)).toMatchObject({
      status: 'failed',
      mappings: [{ elements: [{ state: 'failed', votes: [{ result: 'fail', scanJobId: failing.id }] }] }],
    });
  });

  it('say of a vote that later scans could not look, now and of a moment, until one can', async () => {
    const failing = await feed(fails('r-1'));
    const vote = { result: 'fail', scanJobId: failing.id, laterScanAt: null };
    const withVote = (votes: object[]) => ({ mappings: [{ elements: [{ votes }] }] });
    const alone = new Date().toISOString();
    expect(await derived()).toMatchObject(withVote([vote]));
    await feed({ rule: RULE, status: 'MANUAL', resource: 'r-1' });
    const held = await feed({ rule: RULE, status: 'MANUAL', resource: 'r-1' });
    const late = { ...vote, laterScanAt: held.completed_at };
    expect(await derived()).toMatchObject(withVote([late]));
    expect(await derived(AUDITED, new Date().toISOString())).toMatchObject(withVote([late]));
    expect(await derived(AUDITED, alone)).toMatchObject(withVote([vote]));
    const { id: scanJobId } = await feed(passes('r-1'));
    expect(await derived()).toMatchObject(withVote([{ result: 'pass', scanJobId, laterScanAt: null }]));
  });

  it('are refused of a moment to come, with the argument', async () => {
    const { body } = await fed.tenant.member.graphql(
      `query ($id: ID!) { control(id: $id) { derivation(asOf: "2999-01-01T00:00:00Z") { status } } }`,
      { id: AUDITED },
    );
    const extensions = {
      code: 'VALIDATION_FAILED',
      details: [{ field: '/asOf', message: 'must not be in the future' }],
    };
    expect(body).toMatchObject({ errors: [{ extensions }] });
  });

  it.each([
    ['now', ''],
    ['of a moment', '(asOf: "2026-01-01T00:00:00Z")'],
  ])('of many controls cost as many statements as those of one: %s', async (_when, moment) => {
    await feed(fails('r-1'), fails('r-1', 'rds_snapshots_public_access'), passes('k-1', 'kms_cmk_rotation_enabled'));
    const costOf = async (controls: Control[]) => {
      const before = fed.service.statements.length;
      const fields = `derivation${moment} { reason mappings { supporting { ruleId } elements { votes { checks {
        failing(first: 1) { resourceId } } } } } }`;
      await fed.tenant.member.data(
        `{ ${controls.map(({ id }, index) => `c${index}: control(id: "${id}") { ${fields} }`).join('\n')} }`,
      );
      return fed.service.statements.length - before;
    };
    const { controls } = catalogueOfOneSystem();
    const failing = failedBy('aws.rds.snapshots-public-access');
    const one = await costOf(failing.slice(0, 1));
    expect(failing.length).toBeGreaterThan(1);
    expect(await costOf([...failing, ...controls.slice(0, 10)])).toBe(one);
  });
});
