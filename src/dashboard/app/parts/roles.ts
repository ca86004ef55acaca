import type { Role } from '../api/shell.gql';

/** Roles in the order of their permissions. */
export const ROLES = ['member', 'auditor', 'admin'] as const satisfies readonly Role[];
