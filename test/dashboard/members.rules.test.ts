import { describe, expect, it } from 'vitest';
import { shownPeople } from '../../src/dashboard/app/pages/members/members.rules.js';

describe('the filters of members', () => {
  const ann = { name: 'Ann', email: 'a@alpha.example', mfaEnabled: true, passkeyCount: 0 };
  const bob = { name: 'Bob', email: 'b@alpha.example', mfaEnabled: false, passkeyCount: 1 };
  const eve = { name: 'Eve', email: 'e@alpha.example', mfaEnabled: false, passkeyCount: 0 };
  const people = { members: [ann, bob, eve], invitations: [{ email: 'n@alpha.example' }] };

  it('find people by a part of their name or address, whatever its case', () => {
    expect(shownPeople(people, { q: 'ANN' })).toEqual({ members: [ann], invitations: [] });
    expect(shownPeople(people, { q: ' n@' })).toEqual({ members: [], invitations: people.invitations });
    expect(shownPeople(people, {})).toEqual(people);
  });

  it('show members, those who are invited, and members with a password alone', () => {
    expect(shownPeople(people, { show: 'active' })).toEqual({ members: people.members, invitations: [] });
    expect(shownPeople(people, { show: 'invited' })).toEqual({ members: [], invitations: people.invitations });
    expect(shownPeople(people, { show: 'alone' })).toEqual({ members: [eve], invitations: [] });
  });
});
