import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { controlId } from '../catalogue/shipped.js';
import { fails, passes, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { accept, accepted, change, changed, codeOf, dayAhead, outcomes, propose, proposal } from './exceptions.js';

const RULE = AUDIT_TRAIL.prowler;
const NOBODYS = '00000000-0000-4000-8000-000000000000';

describe('an exception', () => {
  let service: TestService;
  let tenant: TestTenant;
  let integration: string;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  beforeEach(async () => {
    tenant = await service.addTenant(`Proposer${(tenants += 1)}`, 'ENTERPRISE');
    integration = await connect(tenant.admin, 'prowler');
    await runImport(tenant.admin, integration, prowlerReport([fails('r-1'), fails('r-2'), passes('r-3')]));
  });

  const removeAllBut = (...roles: string[]) =>
    service.database.query(
      `update users set removed_at = now(), account_id = null where tenant_id = $1 and not role = any($2)`,
      [tenant.tenantId, roles],
    );
  const list = async (where: object) => {
    const { exceptions } = await tenant.member.data<{ exceptions: { totalCount: number; nodes: { id: string }[] } }>(
      'query ($where: ExceptionsWhere) { exceptions(where: $where) { totalCount nodes { id } } }',
      { where },
    );
    return exceptions.nodes.map(({ id }) => id);
  };

  it('is proposed by anybody and approved by another one who may', async () => {
    const exception = await propose(tenant.member, proposal(RULE));
    expect(exception).toMatchObject({
      status: 'proposed',
      title: `About ${RULE}`,
      resource: 'r-1',
      resourceCount: 1,
      newMatchCount: 0,
      canApprove: false,
      decidedBy: null,
      resources: [{ id: 'r-1', coveredAt: null }],
    });
    expect(codeOf(await change(tenant.member, 'approveException', exception.id))).toBe('FORBIDDEN');
    const approved = await changed(tenant.auditor, 'approveException', exception.id);
    expect(approved).toMatchObject({ status: 'approved', canApprove: true });
    expect(approved.resources).toEqual([{ id: 'r-1', coveredAt: expect.any(String) as string }]);
  });

  it('is approved by its proposer only where nobody else may', async () => {
    const { id, canApprove } = await propose(tenant.admin, proposal(RULE));
    expect(canApprove).toBe(false);
    expect(codeOf(await change(tenant.admin, 'approveException', id))).toBe('FORBIDDEN');
    await removeAllBut('admin');
    expect(await changed(tenant.admin, 'approveException', id)).toMatchObject({ status: 'approved' });
  });

  it('includes new matches by the same rule', async () => {
    const { id } = await propose(tenant.admin, proposal(RULE));
    await changed(tenant.auditor, 'approveException', id);
    expect(codeOf(await change(tenant.admin, 'includeNewMatches', id))).toBe('FORBIDDEN');
    expect(codeOf(await change(tenant.auditor, 'includeNewMatches', id))).toBe('CONFLICT');
  });

  it('is rejected with a note, and stays so', async () => {
    const { id } = await propose(tenant.member, proposal(RULE));
    const rejected = await changed(tenant.admin, 'rejectException', id, { note: 'Close the account first.' });
    expect(rejected).toMatchObject({ status: 'rejected', note: 'Close the account first.' });
    for (const name of ['approveException', 'rejectException', 'withdrawException', 'includeNewMatches'] as const) {
      expect(codeOf(await change(tenant.auditor, name, id))).toBe('CONFLICT');
    }
  });

  it('is withdrawn by its proposer, its owner and whoever may approve, and by no other member', async () => {
    const { id } = await accepted({ member: tenant.admin, auditor: tenant.auditor }, proposal(RULE));
    expect(codeOf(await change(tenant.member, 'withdrawException', id))).toBe('FORBIDDEN');
    expect(await changed(tenant.auditor, 'withdrawException', id)).toMatchObject({ status: 'withdrawn' });
    const { me } = await tenant.member.data<{ me: { id: string } }>('{ me { id } }');
    const owned = await propose(tenant.admin, proposal(RULE, { ownerId: me.id }));
    expect(await changed(tenant.member, 'withdrawException', owned.id)).toMatchObject({ status: 'withdrawn' });
  });

  it('is made item by item: one that is refused does not keep back the others', async () => {
    const findings = [
      { scanner: 'prowler', ruleId: RULE, resourceId: 'r-1' },
      { scanner: 'prowler', ruleId: RULE, resourceId: 'r-3' },
      { scanner: 'prowler', ruleId: 'no_such_rule', resourceId: 'r-1' },
      { scanner: 'prowler', ruleId: RULE, resourceId: 'r-1' },
      { scanner: 'prowler', ruleId: RULE, resourceId: 'r-2' },
    ];
    const results = await outcomes(tenant.member, { ...proposal(RULE), findings });
    expect(results.map(({ exception, error }) => exception?.resource ?? error?.code)).toEqual([
      'r-1',
      'NOT_FOUND',
      'NOT_FOUND',
      'CONFLICT',
      'r-2',
    ]);
    expect(await list({})).toHaveLength(2);
  });

  it.each([
    ['no reason', { reason: '  ' }, '/reason'],
    ['no findings', { findings: [] }, '/findings'],
    ['a day more than a year ahead', { expiresOn: dayAhead(367) }, '/expiresOn'],
    ['a day that has passed', { expiresOn: dayAhead(-2) }, '/expiresOn'],
    ['no day', { expiresOn: 'soon' }, '/expiresOn'],
    ['a malformed owner', { ownerId: 'me' }, '/ownerId'],
    ['more than 100 findings', { findings: new Array(101).fill({ scanner: 'prowler', ruleId: RULE }) }, '/findings'],
  ])('returns VALIDATION_FAILED for %s', async (_, input, field) => {
    const { body } = await accept(tenant.member, proposal(RULE, input));
    const [error] = (body as { errors: { extensions: { code: string; details: { field: string }[] } }[] }).errors;
    expect(error?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field }] });
  });

  it('returns NOT_FOUND for an owner or evidence that the organization does not have', async () => {
    for (const input of [{ ownerId: NOBODYS }, { evidenceIds: [NOBODYS] }]) {
      expect(codeOf(await accept(tenant.member, proposal(RULE, input)))).toBe('NOT_FOUND');
    }
    expect(codeOf(await change(service.b.admin, 'approveException', NOBODYS))).toBe('NOT_FOUND');
  });

  it('is found by state, control, integration and end', async () => {
    const audited = controlId('pci-dss', '10.2.1.6');
    const { id: one } = await accepted(tenant, proposal(RULE, { expiresOn: dayAhead(10) }));
    const { id: two } = await propose(tenant.member, proposal(RULE, {}, { resourceId: 'r-2' }));
    expect(await list({})).toEqual([two, one]);
    expect(await list({ statuses: ['approved'] })).toEqual([one]);
    expect(await list({ controlId: audited })).toEqual([two, one]);
    expect(await list({ controlId: controlId('soc2', 'CC1.1') })).toEqual([]);
    expect(await list({ endsWithinDays: 15 })).toEqual([one]);
    expect(await list({ integrationId: integration })).toEqual([two, one]);
    expect(await list({ integrationId: await connect(tenant.admin, 'prowler') })).toEqual([]);
  });

  it('stands in the audit trail with who proposed, approved and withdrew it', async () => {
    const { id } = await accepted(tenant, proposal(RULE));
    await changed(tenant.admin, 'withdrawException', id);
    const rows = await service.database.query<{ action: string; after: object }>(
      `select action, after from audit_log where tenant_id = $1 and resource_id = $2 order by sequence`,
      [tenant.tenantId, id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'exception.proposed',
      'exception.approved',
      'exception.withdrawn',
    ]);
    expect(rows[0]?.after).toMatchObject({
      ruleId: RULE,
      resource: 'r-1',
      reason: 'The account is closed next month.',
    });
  });
});
