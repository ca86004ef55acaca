import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlId, universalControlId } from '../catalogue/shipped.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { exclude, include, select, settle } from './scoping.js';

interface Sprs {
  score: number | null;
  lostToNotAssessed: number;
  partlyImplemented: { controlId: string }[];
  lostToPartlyImplemented: number;
}

let service: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  service = await startService();
  tenant = service.a;
});
afterAll(() => service.stop());

const [DESKS, CABLES, CLAUSE] = [
  controlId('iso27001', 'A.7.7'),
  controlId('iso27001', 'A.7.12'),
  controlId('iso27001', '9.2.2'),
];
const [MFA, FIPS, LIMITS] = [
  controlId('cmmc', 'IA.L2-3.5.3'),
  controlId('cmmc', 'SC.L2-3.13.11'),
  controlId('cmmc', 'AC.L2-3.1.1'),
];

const statusOf = async (id: string) =>
  (await tenant.member.rest<{ status: string }>(`/api/compliance/controls/${id}`)).status;

describe('a reason for which a control is in scope', () => {
  it('is proposed by a member, approved by an admin, and changes no status', async () => {
    const { decisions } = await include(tenant.member, [DESKS, CABLES], { reason: 'Our offices hold paper files.' });
    expect(decisions).toMatchObject([
      { kind: 'inclusion', status: 'proposed', control: { controlId: 'A.7.7' } },
      { kind: 'inclusion', status: 'proposed', control: { controlId: 'A.7.12' } },
    ]);
    await settle(tenant.admin, 'approve', decisions);
    expect(await statusOf(DESKS)).toBe('not_assessed');
    const { control } = await tenant.member.data<{ control: object }>(
      'query ($id: ID!) { control(id: $id) { scope { isInScope reason own { kind reason } } } }',
      { id: DESKS },
    );
    expect(control).toEqual({
      scope: { isInScope: true, reason: null, own: { kind: 'inclusion', reason: 'Our offices hold paper files.' } },
    });
  });

  it('ends where an exclusion of the control is approved, and comes back by no withdrawal of that', async () => {
    const { decisions } = await exclude(tenant.auditor, [CABLES]);
    await settle(tenant.admin, 'approve', decisions);
    expect(await statusOf(CABLES)).toBe('not_applicable');
    await settle(tenant.admin, 'withdraw', decisions);
    const { scopeDecisions } = await tenant.member.data<{ scopeDecisions: { nodes: object[] } }>(
      'query ($id: ID!) { scopeDecisions(controlId: $id, first: 10) { nodes { kind status } } }',
      { id: CABLES },
    );
    expect(scopeDecisions.nodes).toEqual([
      { kind: 'exclusion', status: 'withdrawn' },
      { kind: 'inclusion', status: 'withdrawn' },
    ]);
  });

  it('is in the audit trail, step by step', async () => {
    const entries = await service.database.query<{ action: string }>(
      `select action from audit_log where tenant_id = $1 and after ->> 'kind' = 'inclusion' order by at, action`,
      [tenant.tenantId],
    );
    expect(entries.map(({ action }) => action).toSorted()).toEqual(
      ['approved', 'approved', 'proposed', 'proposed', 'withdrawn'].map((step) => `scope.${step}`),
    );
  });

  it.each([
    ['a clause of ISO 27001', CLAUSE, 'apply to everybody'],
    ['an addressable specification', controlId('hipaa', '164.312(a)(2)(iii)'), 'is addressable'],
  ])('is refused of %s', async (_, id, message) => {
    const { decisions, refusals } = await include(tenant.admin, [id]);
    expect(decisions).toEqual([]);
    expect(refusals).toMatchObject([{ code: 'VALIDATION_FAILED', message: expect.stringContaining(message) }]);
  });
});

describe('a requirement of CMMC that is implemented in part', () => {
  const sprs = async () => {
    const { framework } = await tenant.member.data<{ framework: { scope: { sprs: Sprs } } }>(
      `{ framework(name: "CMMC") { scope { sprs {
        score lostToNotAssessed partlyImplemented { controlId } lostToPartlyImplemented } } } }`,
    );
    return framework.scope.sprs;
  };

  beforeAll(async () => {
    await settle(tenant.auditor, 'approve', [await select(tenant.admin, 'CMMC', ['2'])]);
  });

  it('costs three points, not five, from its approval to its withdrawal, and stays as it is', async () => {
    const before = await sprs();
    const declared = { isPartlyImplemented: true, reason: 'Administrators and remote users have tokens.' };
    const { decisions } = await include(tenant.member, [MFA, FIPS], declared);
    expect(decisions.map(({ kind }) => kind)).toEqual(['partly_implemented', 'partly_implemented']);
    expect(await sprs()).toEqual(before);
    await settle(tenant.admin, 'approve', decisions);
    expect(await sprs()).toMatchObject({
      lostToNotAssessed: before.lostToNotAssessed - 10,
      lostToPartlyImplemented: 6,
      partlyImplemented: [{ controlId: 'IA.L2-3.5.3' }, { controlId: 'SC.L2-3.13.11' }],
    });
    expect(await statusOf(MFA)).toBe('not_assessed');
    await settle(tenant.admin, 'withdraw', decisions.slice(1));
    expect(await sprs()).toMatchObject({ lostToNotAssessed: before.lostToNotAssessed - 5, lostToPartlyImplemented: 3 });
  });

  it('costs nothing once it is passed', async () => {
    const { lostToNotAssessed } = await sprs();
    await assess(tenant.auditor, universalControlId('UCF-AUT-02'), 'compliant', { details: 'Tokens seen.' });
    expect(await statusOf(MFA)).toBe('passed');
    expect(await sprs()).toMatchObject({ lostToNotAssessed, lostToPartlyImplemented: 0, partlyImplemented: [] });
  });

  it('is refused of requirements that have no such points', async () => {
    const { refusals } = await include(tenant.admin, [LIMITS], { isPartlyImplemented: true });
    expect(refusals).toMatchObject([{ code: 'VALIDATION_FAILED', pointer: '/controlIds/0' }]);
    expect(refusals[0]?.message).toBe('AC.L2-3.1.1 has no points for being implemented in part');
  });
});
