import { describe, expect, it } from 'vitest';
import { comparisonsOf } from '../../src/modules/scim/scim-filter.rules.js';
import { patchedGroup } from '../../src/modules/scim/scim-group.rules.js';
import { assignmentsOf, operationsOf } from '../../src/modules/scim/scim-operation.rules.js';
import { accountOf, NO_VALUES, patchedUser } from '../../src/modules/scim/scim-user.rules.js';

const ADA = {
  ...NO_VALUES,
  userName: 'ada@x.example',
  givenName: 'Ada',
  familyName: 'Byron',
  emails: [{ value: 'ada@x.example', type: 'work', primary: true }],
};
const patched = (...Operations: object[]) => patchedUser(ADA, operationsOf({ Operations }));
const codeOf = (work: () => unknown): unknown => {
  try {
    work();
    return null;
  } catch (err) {
    return (err as { scimType?: string }).scimType ?? err;
  }
};

describe('a PATCH of a user', () => {
  it.each([
    ['False', false],
    ['false', false],
    [false, false],
    ['True', true],
  ])('takes active %j as Entra and Okta write it', (value, active) => {
    expect(patched({ op: 'Replace', path: 'active', value }).active).toBe(active);
    expect(patched({ op: 'replace', value: { active: value } }).active).toBe(active);
  });

  it('changes an address by a value filter, and adds one that is not there', () => {
    const work = { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@x.example' };
    expect(patched(work).emails).toEqual([{ value: 'new@x.example', type: 'work', primary: true }]);
    const other = { op: 'Add', path: 'emails[type eq "other"].value', value: 'o@x.example' };
    expect(patched(other).emails).toEqual([...ADA.emails, { value: 'o@x.example', type: 'other', primary: false }]);
    expect(patched({ op: 'remove', path: 'emails[type eq "work"]' }).emails).toEqual([]);
    expect(patched({ op: 'Add', path: 'emails', value: [{ value: 'z@x.example', type: 'home' }] }).emails).toHaveLength(
      2,
    );
    expect(patched({ op: 'replace', path: 'emails', value: [] }).emails).toEqual([]);
  });

  it('has names in any case, with the name of their schema, and as members of a value without a path', () => {
    const value = { 'name.familyName': 'Lovelace', DisplayName: 'Ada L.', name: { givenName: 'A.' } };
    expect(patched({ op: 'Add', value })).toMatchObject({
      familyName: 'Lovelace',
      displayName: 'Ada L.',
      givenName: 'A.',
    });
    const path = 'urn:ietf:params:scim:schemas:core:2.0:User:name.givenName';
    expect(patched({ op: 'REPLACE', path, value: 'Augusta' }).givenName).toBe('Augusta');
    expect(patched({ op: 'remove', path: 'name.givenName' }).givenName).toBeNull();
    expect(patched({ op: 'remove', path: 'name' })).toMatchObject({ givenName: null, familyName: null });
  });

  it('ignores attributes that are not stored', () => {
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const ignored = [
      { op: 'Add', path: 'title', value: 'Countess' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Engines' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'London' },
      { op: 'Replace', value: { [enterprise]: { department: 'Engines' }, 'roles[primary eq "True"].value': 'x' } },
      { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
    ];
    expect(patched(...ignored)).toEqual(ADA);
  });

  it('leaves every other object alone, whatever its paths are called', () => {
    for (const path of ['__proto__.polluted', 'constructor.prototype.polluted', '__proto__[a eq "b"].polluted']) {
      codeOf(() => patched({ op: 'add', path, value: 1 }));
      codeOf(() =>
        patched({
          op: 'add',
          value: JSON.parse(`{ ${JSON.stringify(path)}: 1, "name": { "__proto__": 1 } }`) as object,
        }),
      );
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    ['invalidSyntax', {}],
    ['invalidSyntax', { Operations: [] }],
    ['invalidSyntax', { Operations: [null] }],
    ['invalidSyntax', { Operations: [{ op: 'move', path: 'active', value: true }] }],
    ['invalidSyntax', { Operations: [{ op: 'replace', value: 'x' }] }],
    ['invalidPath', { Operations: [{ op: 'replace', path: 'emails[type eq ].value', value: 'x' }] }],
    ['invalidPath', { Operations: [{ op: 'replace', path: 'a b', value: 'x' }] }],
    ['noTarget', { Operations: [{ op: 'remove' }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'active', value: 'perhaps' }] }],
    ['invalidValue', { Operations: [{ op: 'remove', path: 'userName' }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'displayName', value: { a: 1 } }] }],
    ['invalidValue', { Operations: [{ op: 'replace', path: 'emails', value: ['x'] }] }],
  ])('is refused as %s: %j', (scimType, body) => {
    expect(codeOf(() => patchedUser(ADA, operationsOf(body)))).toBe(scimType);
  });
});

describe('the account of a user', () => {
  it('has the primary address, else that for work, else userName, and the best name there is', () => {
    const email = (value: string, type: string, primary = false) => ({ value, type, primary });
    const both = [email('home@x.example', 'home'), email('work@x.example', 'work')];
    expect(accountOf(ADA)).toEqual({ email: 'ada@x.example', name: 'Ada Byron' });
    expect(accountOf({ ...ADA, emails: both }).email).toBe('work@x.example');
    expect(accountOf({ ...ADA, emails: [...both, email('first@x.example', 'other', true)] }).email).toBe(
      'first@x.example',
    );
    expect(accountOf({ ...NO_VALUES, userName: 'u@x.example' })).toEqual({ email: 'u@x.example', name: 'u@x.example' });
    expect(accountOf({ ...ADA, displayName: 'Countess' }).name).toBe('Countess');
  });
});

describe('a PATCH of a group', () => {
  const [one, two, three] = [1, 2, 3].map((no) => `00000000-0000-4000-8000-00000000000${no}`);
  const before = { displayName: 'Cooks', externalId: null, members: new Set([one ?? '', two ?? '']) };
  const members = (...Operations: object[]) => [...patchedGroup(before, operationsOf({ Operations })).members];

  it('adds, replaces and removes members in the forms of Okta and Entra', () => {
    expect(members({ op: 'Add', path: 'members', value: [{ $ref: null, value: three }] })).toEqual([one, two, three]);
    expect(members({ op: 'add', value: { members: [{ value: three, display: 'x' }] } })).toEqual([one, two, three]);
    expect(members({ op: 'remove', path: `members[value eq "${one}"]` })).toEqual([two]);
    expect(members({ op: 'Remove', path: 'members', value: [{ $ref: null, value: one }, { value: three }] })).toEqual([
      two,
    ]);
    expect(members({ op: 'remove', path: 'members' })).toEqual([]);
    expect(members({ op: 'replace', path: 'members', value: [{ value: three }] })).toEqual([three]);
  });

  it('renames, also with an id beside the name, as Okta does', () => {
    const value = { id: 'x', displayName: ' Chefs ' };
    expect(patchedGroup(before, operationsOf({ Operations: [{ op: 'replace', value }] })).displayName).toBe('Chefs');
    expect(codeOf(() => patchedGroup(before, assignmentsOf('replace', { displayName: '' })))).toBe('invalidValue');
  });

  it('is refused with what cannot be a member', () => {
    expect(codeOf(() => members({ op: 'add', path: 'members', value: [{ value: 'x' }] }))).toBe('invalidValue');
    expect(codeOf(() => members({ op: 'add', path: 'members', value: 'x' }))).toBe('invalidValue');
    expect(codeOf(() => members({ op: 'remove', path: 'members[display co "x"]' }))).toBe('invalidPath');
  });
});

describe('a filter', () => {
  const paths = ['username', 'externalid', 'emails.value', 'emails.type'];

  it('compares by eq, joined by and, with names in any case', () => {
    expect(comparisonsOf('userName Eq "a\\"b" and externalId eq "7"', paths)).toEqual([
      { path: 'username', value: 'a"b' },
      { path: 'externalid', value: '7' },
    ]);
    expect(comparisonsOf('emails[type eq "work"].value eq "a"', paths)).toEqual([
      { path: 'emails.type', value: 'work' },
      { path: 'emails.value', value: 'a' },
    ]);
  });

  it.each([
    'userName eq',
    'userName co "a"',
    'a eq "b"',
    'not (userName eq "a")',
    'userName eq "a" or userName eq "b"',
    '('.repeat(900),
    'x'.repeat(2_000),
  ])('is refused: %s', (filter) => {
    expect(codeOf(() => comparisonsOf(filter, paths))).toBe('invalidFilter');
  });
});
