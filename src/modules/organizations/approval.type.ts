import { registerEnumType } from 'type-graphql';

export const ApprovalVerdictEnum = {
  by_another: 'by_another',
  self: 'self',
  needs_another: 'needs_another',
  needs_role: 'needs_role',
} as const;
registerEnumType(ApprovalVerdictEnum, {
  name: 'ApprovalVerdict',
  description:
    'Whether the caller may approve a proposal. `by_another`: yes. `self`: yes, alone, because nobody else could. `needs_another`: another admin or auditor has to. `needs_role`: only admins and auditors may.',
});
