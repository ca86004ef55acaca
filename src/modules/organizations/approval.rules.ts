import type { Role } from '../../access/roles.js';
import { AppError } from '../../platform/errors.js';

/** Roles that may approve what somebody proposed. Source: our choice, schema/contract/roles.md, "Approvals". */
export const APPROVER_ROLES: readonly Role[] = ['admin', 'auditor'];

/** `self`: the proposer approves alone, because nobody else could. `needs_another`: somebody else has to. */
export type ApprovalVerdict = 'by_another' | 'self' | 'needs_another' | 'needs_role';

/** A proposal as one person sees it who might approve it. */
export interface ApprovalQuestion {
  /** Id of the person; null where no person proposed it. */
  proposedBy: string | null;
  viewer: { userId: string; role: Role };
  /** Members of the organization who may approve; see `countApprovers`. */
  approvers: number;
}

/** Whether that person may approve: another one than the proposer, wherever the organization has two who may. */
export function approvalVerdict({ proposedBy, viewer, approvers }: ApprovalQuestion): ApprovalVerdict {
  if (!APPROVER_ROLES.includes(viewer.role)) return 'needs_role';
  if (proposedBy !== viewer.userId) return 'by_another';
  return approvers < 2 ? 'self' : 'needs_another';
}

/**
 * The verdict where it permits the approval. Call it with the tenant locked (`lockTenant`): nobody joins or leaves meanwhile.
 * @throws {AppError} FORBIDDEN for another role, and for the proposer where somebody else may approve
 */
export function checkApproval(question: ApprovalQuestion): 'by_another' | 'self' {
  const verdict = approvalVerdict(question);
  if (verdict === 'needs_role' || verdict === 'needs_another') {
    throw new AppError('FORBIDDEN', APPROVAL_REFUSALS[verdict]);
  }
  return verdict;
}

/** What is said to somebody who may not approve. */
export const APPROVAL_REFUSALS = {
  needs_role: 'only admins and auditors may approve',
  needs_another: 'another admin or auditor has to approve what you proposed',
} as const;
