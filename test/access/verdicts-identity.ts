import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, ADMIN_AUDITOR, NOBODYS } from './verdict.js';

/** Operations on what identity providers do with members. */
export const IDENTITY: Readonly<Record<string, GraphqlCase>> = {
  'Query.groupRoles': { may: ADMIN_AUDITOR, document: '{ groupRoles { defaultRole groups { group role } } }' },
  'Mutation.setGroupRoles': {
    may: ADMIN,
    document: 'mutation ($input: SetGroupRolesInput!) { setGroupRoles(input: $input) { groupRoles { defaultRole } } }',
    variables: () => ({ input: { defaultRole: 'member', groups: [{ group: 'Auditors', role: 'auditor' }] } }),
  },
  'Query.scimTokens': { may: ADMIN, document: '{ scimTokens { id name } }' },
  'Mutation.createScimToken': {
    may: ADMIN,
    document: 'mutation ($input: CreateScimTokenInput!) { createScimToken(input: $input) { scimToken { id } } }',
    variables: () => ({ input: { name: 'Another' } }),
  },
  'Mutation.revokeScimToken': {
    may: ADMIN,
    document: 'mutation ($input: RevokeScimTokenInput!) { revokeScimToken(input: $input) { scimToken { id } } }',
    variables: () => ({ input: { scimTokenId: NOBODYS } }),
    code: 'NOT_FOUND',
  },
};
