import { describe, expect, it } from 'vitest';
import { inputOf, NEW_CONNECTION } from '../../src/dashboard/app/pages/single-sign-on/connection-form.rules.js';

const PEM = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`;
const OIDC = { ...NEW_CONNECTION, name: ' Okta ', issuer: 'https://a.example ', clientId: 'one', groupClaim: 'groups' };
const SAML = {
  ...NEW_CONNECTION,
  kind: 'saml' as const,
  name: 'Portal',
  issuer: 'urn:a',
  signOnUrl: 'https://a.example/sso',
};
const MEMBERS = { createsMembers: false, requiresGroup: false };

describe('the input of a connection', () => {
  it('has the trimmed settings of OpenID Connect and none of SAML', () => {
    expect(inputOf({ ...OIDC, clientSecret: 's' }, null)).toEqual({
      ...MEMBERS,
      ...{ name: 'Okta', issuer: 'https://a.example', clientId: 'one', clientSecret: 's', trustsEmail: false },
      groupClaim: 'groups',
    });
  });

  it('leaves out a client secret that was not typed, and takes away a claim that was emptied', () => {
    expect(inputOf({ ...OIDC, groupClaim: ' ' }, OIDC)).toEqual({
      ...MEMBERS,
      ...{ name: 'Okta', issuer: 'https://a.example', clientId: 'one', trustsEmail: false },
      groupClaim: null,
    });
  });

  it.each([
    ['two certificates, with text around them', `first\n${PEM('AAAA')}\n\n${PEM('BBBB')}`, [PEM('AAAA'), PEM('BBBB')]],
    ['one without its frame, as metadata has it', ' AAAA\nBBBB ', ['AAAA\nBBBB']],
    ['none', ' ', []],
  ])('has of SAML %s', (_what, certificates, expected) => {
    expect(inputOf({ ...SAML, certificates }, null)).toEqual({
      ...MEMBERS,
      ...{ name: 'Portal', issuer: 'urn:a', signOnUrl: 'https://a.example/sso', allowsUnsolicited: false },
      certificates: expected,
    });
  });
});
