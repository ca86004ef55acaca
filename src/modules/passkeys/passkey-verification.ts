import type { RelyingParty } from './relying-party.rules.js';
import { userHandleOf, type AssertionGiven, type RegistrationGiven } from './passkey-answers.rules.js';
import { CHALLENGE_MS } from './passkey-challenges.js';

/** COSE algorithms of keys: Ed25519, ES256, RS256, which every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257];
const RP_NAME = 'Crosswalk';

/** Loaded on demand: it reads certificates by some 300 modules, which every start would wait for. */
const library = () => import('@simplewebauthn/server');

/** A passkey, as far as authenticators and browsers are concerned. */
export interface StoredPasskey {
  credentialId: string;
  /** COSE_Key. */
  publicKey: Uint8Array;
  transports: readonly string[];
  isBackupEligible: boolean;
}

/** A passkey that was made now. */
export interface NewPasskey extends StoredPasskey {
  signCount: number;
  isBackedUp: boolean;
}

/** What an authenticator said when it was shown. */
export interface PasskeyUse {
  signCount: number;
  isBackedUp: boolean;
}

/** Options as pages hand them to the browser: a JSON object of Web Authentication, section 5.1. */
export type PasskeyOptions = Record<string, unknown>;

interface RegistrationRequest {
  challenge: Buffer<ArrayBuffer>;
  account: { accountId: string; email: string; name: string };
  present: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[];
}

/**
 * Request for a new passkey: discoverable, by an authenticator that verifies its user, without an attestation of its
 * make, and on none that has one of the account already.
 */
export async function registrationOptions(
  { rpId }: RelyingParty,
  { challenge, account, present }: RegistrationRequest,
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rpId,
    userID: new Uint8Array(userHandleOf(account.accountId)),
    userName: account.email,
    userDisplayName: account.name,
    challenge: new Uint8Array(challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: present.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** Request to show a passkey. @param allowed those that may be shown; none leaves the choice to the person */
export async function assertionOptions(
  { rpId }: RelyingParty,
  challenge: Buffer<ArrayBuffer>,
  allowed: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[] = [],
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(challenge),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(allowed.length > 0 ? { allowCredentials: allowed.map(described) } : {}),
  });
  return { ...options };
}

/** The passkey of an answer; null where any check of Web Authentication, section 7.1, fails. */
export async function verifiedRegistration(
  { rpId, origin }: RelyingParty,
  given: RegistrationGiven,
  expectedChallenge: string,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...browserForm(given), response: { ...given.response, transports: [] } },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified) return null;
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
  // The library reads the id from the authenticator's own data; the browser's has to be the same.
  if (credential.id !== given.id) return null;
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    signCount: credential.counter,
    transports: given.response.transports ?? [],
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  };
}

/**
 * What an authenticator said with a passkey; null where any check of Web Authentication, section 7.2, fails but that of
 * the counter, which the caller makes where it stores the next one.
 */
export async function verifiedAssertion(
  { rpId, origin }: RelyingParty,
  { credentialId, publicKey, isBackupEligible }: StoredPasskey,
  { given, expectedChallenge }: { given: AssertionGiven; expectedChallenge: string },
): Promise<PasskeyUse | null> {
  const { userHandle, ...response } = given.response;
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...browserForm(given), response: { ...response, ...(userHandle ? { userHandle } : {}) } },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }));
  if (!verified) return null;
  const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo;
  // Whether it can be copied is fixed when it is made (section 6.1.3).
  if ((credentialDeviceType === 'multiDevice') !== isBackupEligible) return null;
  return { signCount: newCounter, isBackedUp: credentialBackedUp };
}

function described({ credentialId, transports }: Pick<StoredPasskey, 'credentialId' | 'transports'>) {
  return { id: credentialId, transports: [...transports] };
}

function browserForm({ id, rawId }: AssertionGiven | RegistrationGiven) {
  return { id, rawId, type: 'public-key' as const, clientExtensionResults: {} };
}
