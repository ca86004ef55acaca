import { registerEnumType } from 'type-graphql';

export const ApprovalVerdictEnum = {
  by_another: 'by_another',
  self: 'self',
  needs_another: 'needs_another',
  needs_role: 'needs_role',
} as const;
registerEnumType(ApprovalVerdictEnum, {
  name: 'ApprovalVerdict',
  description: 'Whether the caller may approve a proposal.',
  valuesConfig: {
    by_another: { description: 'Yes: somebody else proposed it.' },
    self: { description: 'Yes, alone, because nobody else could.' },
    needs_another: { description: 'No: another admin or auditor has to.' },
    needs_role: { description: 'No: only admins and auditors may.' },
  },
});
