import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countApprovers } from '../../src/modules/organizations/approval.read.js';
import {
  approvalVerdict,
  checkApproval,
  type ApprovalQuestion,
} from '../../src/modules/organizations/approval.rules.js';
import { startService, type TestService } from '../support/service.js';

const [ANNA, BO] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];

describe('the rule of approvals', () => {
  const asked = (change: Partial<ApprovalQuestion>): ApprovalQuestion => ({
    proposedBy: ANNA,
    viewer: { userId: BO, role: 'auditor' },
    approvers: 2,
    ...change,
  });

  it.each(['admin', 'auditor'] as const)('lets another %s approve', (role) => {
    expect(checkApproval(asked({ viewer: { userId: BO, role } }))).toBe('by_another');
  });

  it('refuses the proposer where somebody else may approve', () => {
    const question = asked({ viewer: { userId: ANNA, role: 'admin' } });
    expect(approvalVerdict(question)).toBe('needs_another');
    expect(() => checkApproval(question)).toThrow('another admin or auditor has to approve what you proposed');
  });

  it('lets the proposer approve where nobody else may, and says so', () => {
    expect(checkApproval(asked({ viewer: { userId: ANNA, role: 'admin' }, approvers: 1 }))).toBe('self');
  });

  it('lets the only admin approve what a member proposed', () => {
    expect(checkApproval(asked({ proposedBy: BO, viewer: { userId: ANNA, role: 'admin' }, approvers: 1 }))).toBe(
      'by_another',
    );
  });

  it.each([1, 2])('refuses a member, with %i approvers in the organization', (approvers) => {
    const question = asked({ viewer: { userId: BO, role: 'member' }, approvers });
    expect(approvalVerdict(question)).toBe('needs_role');
    expect(() => checkApproval(question)).toThrow('only admins and auditors may approve');
  });
});

describe('the number of approvers', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('counts admins and auditors of the organization that are not removed', async () => {
    const { a, app } = service;
    const count = () =>
      app.database.within({ kind: 'tenant', tenantId: a.tenantId }, () =>
        countApprovers(app.database.fork(), a.tenantId),
      );
    expect(await count()).toBe(2);
    const members = await a.admin.rest<{ id: string; role: string }[]>('/api/org/members?role=auditor');
    await a.admin.graphql('mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }', {
      input: { userId: members[0]?.id },
    });
    expect(await count()).toBe(1);
  });
});
