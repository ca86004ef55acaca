import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, ADMIN_AUDITOR, NOBODYS } from './verdict.js';

/** An operation on a connection that nobody has. */
const ofConnection = (name: string, type = 'IdentityConnectionInput', more: object = {}): GraphqlCase => ({
  may: ADMIN,
  document: `mutation ($input: ${type}!) { ${name}(input: $input) { identityConnection { id } } }`,
  variables: () => ({ input: { connectionId: NOBODYS, ...more } }),
  code: 'NOT_FOUND',
});

const ofDomain = (name: string, result: string): GraphqlCase => ({
  may: ADMIN,
  document: `mutation ($input: EmailDomainInput!) { ${name}(input: $input) { ${result} } }`,
  variables: () => ({ input: { domainId: NOBODYS } }),
  code: 'NOT_FOUND',
});

/** Every operation on domains and connections of single sign-on. */
export const SIGN_ON: Readonly<Record<string, GraphqlCase>> = {
  'Query.identityConnections': { may: ADMIN_AUDITOR, document: '{ identityConnections { id } }' },
  'Query.emailDomains': { may: ADMIN_AUDITOR, document: '{ emailDomains { id } }' },
  'Mutation.createIdentityConnection': {
    may: ADMIN,
    document: `mutation ($input: CreateIdentityConnectionInput!) {
      createIdentityConnection(input: $input) { identityConnection { id } } }`,
    variables: () => ({ input: { kind: 'oidc', name: 'Directory', issuer: 'ftp://issuer.example', clientId: 'x' } }),
    code: 'VALIDATION_FAILED',
  },
  'Mutation.updateIdentityConnection': ofConnection('updateIdentityConnection', 'UpdateIdentityConnectionInput'),
  'Mutation.deleteIdentityConnection': {
    ...ofConnection('deleteIdentityConnection'),
    document: 'mutation ($input: IdentityConnectionInput!) { deleteIdentityConnection(input: $input) { deletedId } }',
  },
  'Mutation.activateIdentityConnection': ofConnection('activateIdentityConnection'),
  'Mutation.deactivateIdentityConnection': ofConnection('deactivateIdentityConnection'),
  'Mutation.enforceSingleSignOn': ofConnection('enforceSingleSignOn', 'EnforceSingleSignOnInput', {
    breakGlassUserId: NOBODYS,
  }),
  'Mutation.relaxSingleSignOn': ofConnection('relaxSingleSignOn'),
  'Mutation.claimEmailDomain': {
    may: ADMIN,
    document: 'mutation ($input: ClaimEmailDomainInput!) { claimEmailDomain(input: $input) { emailDomain { id } } }',
    variables: () => ({ input: { domain: 'localhost' } }),
    code: 'VALIDATION_FAILED',
  },
  'Mutation.verifyEmailDomain': ofDomain('verifyEmailDomain', 'emailDomain { id }'),
  'Mutation.releaseEmailDomain': ofDomain('releaseEmailDomain', 'releasedId'),
};
