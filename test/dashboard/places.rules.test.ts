import { describe, expect, it } from 'vitest';
import { areActionsFirst, matching } from '../../src/dashboard/app/shell/places.rules.js';

const MEMBERS = { title: 'Members', words: 'users people invite' };
const INVITE = { title: 'Invite member', words: 'add users' };
const KEYS = { title: 'API-Schlüssel', words: 'token' };
const ALL = [MEMBERS, INVITE, KEYS];

describe('the search of pages and actions', () => {
  it('finds them by the beginnings of words, those of titles before other words', () => {
    expect(matching(ALL, 'invite')).toEqual([INVITE, MEMBERS]);
    expect(matching(ALL, 'Member inv')).toEqual([INVITE, MEMBERS]);
    expect(matching(ALL, 'users')).toEqual([MEMBERS, INVITE]);
    expect(matching(ALL, 'schlüssel')).toEqual([KEYS]);
  });

  it('has actions before pages where only the title of an action has what is typed', () => {
    expect(areActionsFirst([MEMBERS], [INVITE], 'invite member')).toBe(true);
    expect(areActionsFirst([MEMBERS], [INVITE], 'member')).toBe(false);
    expect(areActionsFirst([MEMBERS], [INVITE], 'users')).toBe(false);
  });

  it('finds nothing within a word, and all while nothing is typed', () => {
    expect(matching(ALL, 'ember')).toEqual([]);
    expect(matching(ALL, ' ')).toEqual(ALL);
  });
});
