import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { excludingDecision, type ScopeSubject } from '../../src/modules/scope/scope.rules.js';
import { newId } from '../../src/platform/crypto/uuid.js';
import { catalogueOf, controlId, frameworkId } from '../catalogue/shipped.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { exclude, select, settle, type ScopeDecisionBody } from './scoping.js';

interface Control {
  id: string;
  status: string;
  scope: { is_in_scope: boolean; reason: string | null };
}

let service: TestService;
let tenant: TestTenant;

const controlsOf = (slug: string) =>
  tenant.member.rest<Control[]>(`/api/compliance/frameworks/${frameworkId(slug)}/controls`);
const detailOf = (id: string) => tenant.member.rest<Control>(`/api/compliance/controls/${id}`);
const outOfScope = (controls: Control[]) => controls.filter(({ status }) => status === 'not_applicable').length;

beforeAll(async () => {
  service = await startService();
  tenant = service.a;
});
afterAll(() => service.stop());

describe('exclusions of single controls', () => {
  const [DESKS, CABLES, CLAUSE] = [
    controlId('iso27001', 'A.7.7'),
    controlId('iso27001', 'A.7.12'),
    controlId('iso27001', '9.2.2'),
  ];

  it('are proposed by members, several at once, each with its own answer', async () => {
    const first = await exclude(tenant.member, [DESKS]);
    expect(first.decisions).toMatchObject([{ kind: 'exclusion', control: { controlId: 'A.7.7' } }]);
    const second = await exclude(tenant.member, [DESKS, CABLES]);
    expect(second.decisions.map(({ control }) => control?.controlId)).toEqual(['A.7.12']);
    expect(second.refusals).toMatchObject([{ code: 'CONFLICT', pointer: '/controlIds/0' }]);
  });

  it('are refused item by item, and the others made', async () => {
    const named = [controlId('iso27001', 'A.7.9'), CLAUSE, 'x', newId(), controlId('iso27001', 'A.7.9')];
    const { decisions, refusals } = await exclude(tenant.member, named);
    expect(decisions).toMatchObject([{ control: { controlId: 'A.7.9' } }]);
    expect(refusals).toMatchObject([
      { code: 'VALIDATION_FAILED', pointer: '/controlIds/1' },
      { code: 'VALIDATION_FAILED', pointer: '/controlIds/2', message: 'is not a UUID' },
      { code: 'NOT_FOUND', pointer: '/controlIds/3' },
      { code: 'CONFLICT', pointer: '/controlIds/4' },
    ]);
    const ids = [newId(), ...decisions.map(({ id }) => id), 'x', ...decisions.map(({ id }) => id)];
    const withdrawn = await settle(
      tenant.member,
      'withdraw',
      ids.map((id) => ({ id })),
    );
    expect(withdrawn.decisions).toMatchObject([{ status: 'withdrawn' }]);
    expect(withdrawn.refusals).toMatchObject([
      { code: 'NOT_FOUND', pointer: '/ids/0' },
      { code: 'VALIDATION_FAILED', pointer: '/ids/2' },
      { code: 'CONFLICT', pointer: '/ids/3', message: 'the decision is withdrawn already' },
    ]);
  });

  it('are approved and rejected item by item', async () => {
    const { framework } = await tenant.admin.data<{ framework: { scope: { proposals: ScopeDecisionBody[] } } }>(
      '{ framework(name: "ISO 27001") { scope { proposals { id control { controlId } } } } }',
    );
    const [cables, desks] = framework.scope.proposals;
    if (!cables || !desks) throw new Error('two proposals are missing');
    const rejected = await settle(tenant.admin, 'reject', [cables], 'We have a data centre.');
    expect(rejected.decisions).toMatchObject([{ status: 'rejected', note: 'We have a data centre.' }]);
    const approved = await settle(tenant.admin, 'approve', [desks, cables]);
    expect(approved.decisions).toMatchObject([{ status: 'approved', control: { controlId: 'A.7.7' } }]);
    expect(approved.refusals).toMatchObject([{ pointer: '/ids/1', message: 'the decision is rejected already' }]);
    expect(outOfScope(await controlsOf('iso27001'))).toBe(1);
    expect((await detailOf(DESKS)).scope).toMatchObject({ is_in_scope: false, reason: 'Nobody works there.' });
  });

  it('may not be withdrawn by members once they are approved', async () => {
    const { control } = await tenant.member.data<{ control: { scope: { decision: { id: string } } } }>(
      'query ($id: ID!) { control(id: $id) { scope { decision { id } } } }',
      { id: DESKS },
    );
    const { refusals } = await settle(tenant.member, 'withdraw', [control.scope.decision]);
    expect(refusals).toMatchObject([{ code: 'FORBIDDEN' }]);
  });

  it.each([
    ['a clause of ISO 27001', { controlIds: [CLAUSE], reason: 'No audits.' }, 'clauses 4 to 10 cannot be left out'],
    ['an empty reason', { controlIds: [CABLES], reason: '  ' }, 'must say why'],
    [
      'an outcome on what is not addressable',
      { controlIds: [CABLES], reason: 'x', outcome: 'implemented' },
      'is not addressable',
    ],
    [
      'a review that has passed',
      { controlIds: [CABLES], reason: 'x', reviewAt: '2020-01-01T00:00:00Z' },
      'must be in the future',
    ],
    [
      'a review in ten years',
      { controlIds: [CABLES], reason: 'x', reviewAt: '2099-01-01T00:00:00Z' },
      'within three years',
    ],
  ])('are refused with %s', async (_, { controlIds, ...more }, message) => {
    const answer = exclude(tenant.admin, controlIds, more).then(({ refusals }) => JSON.stringify(refusals), String);
    expect(await answer).toContain(message);
  });
});

describe('an addressable specification of HIPAA', () => {
  const ADDRESSABLE = controlId('hipaa', '164.312(a)(2)(iii)');

  it('needs an outcome', async () => {
    const { decisions, refusals } = await exclude(tenant.admin, [ADDRESSABLE]);
    expect(decisions).toEqual([]);
    expect(refusals).toMatchObject([{ code: 'VALIDATION_FAILED', pointer: '/controlIds/0' }]);
    expect(refusals[0]?.message).toContain('is addressable: say whether it is implemented');
  });

  it.each([
    ['implemented', true],
    ['alternative', true],
    ['not_reasonable', false],
  ])('that is %s is in scope: %s', async (outcome, isInScope) => {
    const { decisions } = await exclude(tenant.auditor, [ADDRESSABLE], { outcome, reason: `It is ${outcome}.` });
    await settle(tenant.admin, 'approve', decisions);
    const { status, scope } = await detailOf(ADDRESSABLE);
    expect(scope).toMatchObject({ is_in_scope: isInScope, reason: isInScope ? null : 'It is not_reasonable.' });
    expect(status === 'not_applicable').toBe(!isInScope);
  });
});

describe('an organization with one person who may approve', () => {
  it('lets that person approve alone, and says so', async () => {
    const alone = await service.addTenant('Alone', 'ENTERPRISE', ['pci-dss']);
    const members = await alone.admin.rest<{ id: string }[]>('/api/org/members?role=auditor');
    await alone.admin.data('mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }', {
      input: { userId: members[0]?.id },
    });
    const proposal = await select(alone.admin, 'PCI DSS', ['any']);
    expect(proposal.approval).toBe('self');
    const { decisions } = await settle(alone.admin, 'approve', [proposal]);
    expect(decisions).toMatchObject([{ status: 'approved', isSelfApproved: true }]);
    const controls = await alone.member.rest<Control[]>(
      `/api/compliance/frameworks/${frameworkId('pci-dss')}/controls`,
    );
    // Requirements of service providers alone, by the catalogue.
    const providers = catalogueOf().controls.filter(
      ({ attributes }) => attributes.entity === 'service-provider',
    ).length;
    expect(outOfScope(controls)).toBe(providers);
  });
});

describe('the level of CMMC', () => {
  it('brings the levels below into scope, and shows the score of level 2', async () => {
    const proposal = await select(tenant.admin, 'CMMC', ['2']);
    expect(proposal.selected).toEqual(['1', '2']);
    await settle(tenant.auditor, 'approve', [proposal]);
    expect(outOfScope(await controlsOf('cmmc'))).toBe(24);
    const { framework } = await tenant.member.data<{
      framework: { scope: { sprs: { score: number | null; assuredScore: number | null; max: number } } };
    }>(
      '{ framework(name: "CMMC") { scope { sprs { score assuredScore max lostToFailed lostToNotAssessed lostToPartial hasSecurityPlan } } } }',
    );
    expect(framework.scope.sprs).toMatchObject({ score: null, assuredScore: null, max: 110, hasSecurityPlan: false });
  });
});

describe('the rule and the statement that decides', () => {
  it('agree on every control of the catalogue', async () => {
    const decisions = await service.database.query<ScopeSubject>(
      `select framework, kind, control_no as "controlNo", selected, outcome from scope_decisions
       where tenant_id = $1 and status = 'approved'`,
      [tenant.tenantId],
    );
    expect(decisions.length).toBeGreaterThanOrEqual(3);
    const numbers = await service.database.query<{ no: number; framework: string; code: string }>(
      'select no, framework, control_id as code from catalogue_controls',
    );
    const noOf = new Map(numbers.map(({ no, framework, code }) => [`${framework} ${code}`, no]));
    for (const framework of catalogueOf().frameworks) {
      const stored = new Map((await controlsOf(framework.slug)).map(({ id, status }) => [id, status]));
      for (const control of framework.controls) {
        const no = noOf.get(`${framework.slug} ${control.controlId}`) ?? -1;
        const isOut = excludingDecision({ ...control, no }, decisions) !== null;
        expect([control.controlId, stored.get(control.id) === 'not_applicable']).toEqual([control.controlId, isOut]);
      }
    }
  });
});
