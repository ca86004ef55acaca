import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, ALL, NOBODYS } from './verdict.js';

const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const CLIENT_DATA = { clientDataJSON: 'AAAA' };
const ASSERTION = { ...CREDENTIAL, response: { ...CLIENT_DATA, authenticatorData: 'AAAA', signature: 'AAAA' } };
const REGISTRATION = { ...CREDENTIAL, response: { ...CLIENT_DATA, attestationObject: 'AAAA' } };
/** The service of this world has no domain, and so no passkeys. */
const OFF = 'CONFLICT';

/** Operations on passkeys. */
export const PASSKEYS: Readonly<Record<string, GraphqlCase>> = {
  'Query.passkeySupport': { may: 'anyone', document: '{ passkeySupport { isAvailable reason } }' },
  'Query.passkeys': { may: ALL, document: '{ passkeys { id } }' },
  'Mutation.beginPasskeyLogin': { may: 'anyone', document: 'mutation { beginPasskeyLogin { options } }', code: OFF },
  'Mutation.logInWithPasskey': {
    may: 'anyone',
    document: 'mutation ($input: PasskeyInput!) { logInWithPasskey(input: $input) { accessToken } }',
    variables: () => ({ input: { credential: ASSERTION } }),
    code: OFF,
  },
  'Mutation.beginPasskeyReauthentication': {
    may: ALL,
    document: 'mutation { beginPasskeyReauthentication { options } }',
    code: OFF,
  },
  'Mutation.reauthenticateWithPasskey': {
    may: ALL,
    document: 'mutation ($input: PasskeyInput!) { reauthenticateWithPasskey(input: $input) { session { id } } }',
    variables: () => ({ input: { credential: ASSERTION } }),
    code: OFF,
  },
  'Mutation.beginPasskeyRegistration': {
    may: ALL,
    document: 'mutation { beginPasskeyRegistration { options } }',
    code: OFF,
  },
  'Mutation.registerPasskey': {
    may: ALL,
    document: 'mutation ($input: RegisterPasskeyInput!) { registerPasskey(input: $input) { passkey { id } } }',
    variables: () => ({ input: { name: 'Key', credential: REGISTRATION } }),
    code: OFF,
  },
  'Mutation.renamePasskey': {
    may: ALL,
    document: 'mutation ($input: RenamePasskeyInput!) { renamePasskey(input: $input) { passkey { id } } }',
    variables: () => ({ input: { passkeyId: NOBODYS, name: 'Laptop' } }),
    code: 'NOT_FOUND',
  },
  'Mutation.removePasskey': {
    may: ALL,
    document: 'mutation ($input: RemovePasskeyInput!) { removePasskey(input: $input) { removedId } }',
    variables: () => ({ input: { passkeyId: NOBODYS } }),
    code: 'NOT_FOUND',
  },
  'Mutation.resetMemberPasskeys': {
    may: ADMIN,
    document: 'mutation ($input: ResetMemberPasskeysInput!) { resetMemberPasskeys(input: $input) { member { id } } }',
    variables: ({ memberId }) => ({ input: { userId: memberId } }),
    code: 'CONFLICT',
  },
};
