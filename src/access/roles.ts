/** Roles of an organization's users. Source: specification, section 4. */
export const ROLES = ['admin', 'auditor', 'member'] as const;
export type Role = (typeof ROLES)[number];
