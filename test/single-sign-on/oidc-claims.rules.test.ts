import { describe, expect, it } from 'vitest';
import { identityOf } from '../../src/modules/single-sign-on/oidc-claims.rules.js';
import { SignOnRefusal } from '../../src/modules/single-sign-on/sign-on-refusal.js';

const CLAIMS = { iss: 'https://idp.example', sub: 'ada', email: 'ada@alpha.example', name: 'Ada' };

describe('claims of a provider', () => {
  it.each([
    ['a number', 7],
    ['none', undefined],
    ['256 characters', 'x'.repeat(256)],
    ['a NUL byte', 'a\0da'],
    ['half of a surrogate pair', 'a\ud800'],
  ])('with a sub of %s name nobody', (_what, sub) => {
    expect(() => identityOf({ ...CLAIMS, sub }, null)).toThrow(SignOnRefusal);
  });

  it('with a sub of 255 characters name a person', () => {
    expect(identityOf({ ...CLAIMS, sub: 'x'.repeat(255) }, null).subject).toHaveLength(255);
  });

  it('that cannot be stored are as none', () => {
    const claims = { ...CLAIMS, name: 'A\ud800', email: 'a\0@alpha.example', groups: ['a\0', 'admins', '\ud800'] };
    expect(identityOf(claims, 'groups')).toMatchObject({ name: null, email: null, groups: ['admins'] });
  });
});
