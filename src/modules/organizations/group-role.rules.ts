import { ROLES, type Role } from '../../access/roles.js';

/** A group of an identity provider, and the role that it stands for. */
export interface GroupRole {
  group: string;
  role: Role;
}

/** Table of an organization: groups by name, and the role of members without one of them. */
export interface GroupRoleTable {
  defaultRole: Role;
  groups: GroupRole[];
}

/** Form in which names of groups are compared: providers do not distinguish upper from lower case. */
export function groupKey(name: string): string {
  return name.trim().toLowerCase();
}

/** The role of most power among some (admin, auditor, member, in this order), or null for none. */
export function highestRole(roles: readonly Role[]): Role | null {
  return ROLES.find((role) => roles.includes(role)) ?? null;
}

/** Role of a member whom a provider names in these groups: the highest, else the default. */
export function roleOfGroups({ defaultRole, groups }: GroupRoleTable, names: readonly string[]): Role {
  const keys = new Set(names.map(groupKey));
  return highestRole(groups.filter(({ group }) => keys.has(groupKey(group))).map(({ role }) => role)) ?? defaultRole;
}
