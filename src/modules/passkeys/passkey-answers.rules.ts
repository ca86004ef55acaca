import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Bytes in base64url, as browsers give them. @param bytesMax length of the text */
const bytes = (lengthMax: number) =>
  z
    .string()
    .regex(/^[\w-]*$/, 'is not base64url')
    .min(1)
    .max(lengthMax);

/** A credential id has at most 1,023 bytes (Web Authentication, section 4). */
const CredentialId = bytes(1_364);
const ClientData = bytes(4_000);
const AuthenticatorData = bytes(4_000);

const Credential = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
});

/** What a browser made of a request for a passkey: `RegistrationResponseJSON`. Source: Web Authentication, section 5.1. */
export const RegistrationGiven = Credential.extend({
  response: z.object({
    clientDataJSON: ClientData,
    // With a statement and its certificates, where an authenticator sends one unasked.
    attestationObject: bytes(100_000),
    transports: z.array(z.string().max(32)).max(16).nullish(),
  }),
});
export type RegistrationGiven = z.infer<typeof RegistrationGiven>;

/** What a browser made of a request to show a passkey: `AuthenticationResponseJSON`. Source: as above. */
export const AssertionGiven = Credential.extend({
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: AuthenticatorData,
    signature: bytes(10_000),
    userHandle: bytes(100).nullish(),
  }),
});
export type AssertionGiven = z.infer<typeof AssertionGiven>;

/** The members of `CollectedClientData` that are read before verification. */
const CollectedClientData = z.object({ challenge: z.string().min(1).max(200), crossOrigin: z.boolean().optional() });

/**
 * Challenge that an answer claims to answer, in base64url; null for what is no client data, and for an answer from
 * within a frame of another site.
 */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string | null {
  const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8');
  const parsed = CollectedClientData.safeParse(parseJson(text));
  return parsed.success && parsed.data.crossOrigin !== true ? parsed.data.challenge : null;
}

/** Hash by which a passkey is found, by the id that its authenticator has given it. */
export function credentialHash(credentialId: string): string {
  return createHash('sha256').update(`passkey ${credentialId}`, 'utf8').digest('hex');
}

/** Hash by which a challenge is stored. */
export function challengeHash(challenge: string): string {
  return createHash('sha256').update(`passkey challenge ${challenge}`, 'utf8').digest('hex');
}

/** Name of an account towards authenticators, which has nothing of the person: the bytes of its id. */
export function userHandleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
