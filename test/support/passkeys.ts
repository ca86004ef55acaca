import type { Answer, Client } from './client.js';
import {
  SoftwareAuthenticator,
  type CreationOptions,
  type RequestOptions,
  type Twist,
} from './software-authenticator.js';

/** Public address of a service under test that has passkeys, whatever it listens on. */
export const PASSKEY_URL = 'https://crosswalk.example';

export const BEGIN_REGISTRATION = 'mutation { begun: beginPasskeyRegistration { options } }';
export const REGISTER =
  'mutation ($i: RegisterPasskeyInput!) { registerPasskey(input: $i) { passkey { id name isSynced lastUsedAt } } }';
export const BEGIN_LOGIN = 'mutation { begun: beginPasskeyLogin { options } }';
export const LOG_IN =
  'mutation ($i: PasskeyInput!) { opened: logInWithPasskey(input: $i) { accessToken user { email } tenant { name } } }';
export const BEGIN_STEP_UP = 'mutation { begun: beginPasskeyReauthentication { options } }';
export const STEP_UP =
  'mutation ($i: PasskeyInput!) { reauthenticateWithPasskey(input: $i) { session { id isCurrent } } }';

/** Options of a ceremony that is begun. */
export async function begin<T extends CreationOptions | RequestOptions>(client: Client, document: string): Promise<T> {
  const { begun } = await client.data<{ begun: { options: T } }>(document);
  return begun.options;
}

/** Adds a passkey to the account of a client. @returns its id, and the authenticator that has it */
export async function addPasskey(
  client: Client,
  { name = 'Telephone', counts = true }: { name?: string; counts?: boolean } = {},
): Promise<{ id: string; authenticator: SoftwareAuthenticator }> {
  const authenticator = new SoftwareAuthenticator({ origin: PASSKEY_URL, counts });
  const options = await begin<CreationOptions>(client, BEGIN_REGISTRATION);
  const { registerPasskey } = await client.data<{ registerPasskey: { passkey: { id: string } } }>(REGISTER, {
    i: { name, credential: authenticator.create(options) },
  });
  return { id: registerPasskey.passkey.id, authenticator };
}

/** Logs in with a passkey. @param client without a token */
export async function logInByPasskey(
  client: Client,
  authenticator: SoftwareAuthenticator,
  twist: Twist = {},
): Promise<Answer> {
  const options = await begin<RequestOptions>(client, BEGIN_LOGIN);
  return client.graphql(LOG_IN, { i: { credential: authenticator.get(options, twist) } });
}

/** Code of the error of an answer; null for none. */
export function codeOf({ body }: Answer): string | null {
  return (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code ?? null;
}

/** Access token of a log-in; null where it was refused. */
export function tokenOf({ body }: Answer): string | null {
  return (body as { data?: { opened?: { accessToken: string } } | null }).data?.opened?.accessToken ?? null;
}
