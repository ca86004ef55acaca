import { describe, expect, it } from 'vitest';
import { highestRole, roleOfGroups } from '../../src/modules/organizations/group-role.rules.js';

describe('the role of groups', () => {
  const table = {
    defaultRole: 'member',
    groups: [
      { group: 'Compliance', role: 'auditor' },
      { group: 'Owners', role: 'admin' },
    ],
  } as const;
  const roles = { defaultRole: table.defaultRole, groups: [...table.groups] };

  it('is the highest of several, and the default without one', () => {
    expect(roleOfGroups(roles, ['Compliance', 'Owners', 'Cooks'])).toBe('admin');
    expect(roleOfGroups(roles, ['compliance '])).toBe('auditor');
    expect(roleOfGroups(roles, ['Cooks'])).toBe('member');
    expect(roleOfGroups(roles, [])).toBe('member');
    expect(highestRole(['member', 'auditor'])).toBe('auditor');
    expect(highestRole([])).toBeNull();
  });
});
