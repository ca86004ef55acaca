/** A short access token with its user. It is held in memory alone; the session itself is a cookie that no script reads. */
export interface Session {
  token: string;
  email: string;
  role: string;
  tenantId: string;
  organization: string;
  /** Expiry of the token. Milliseconds since the epoch. */
  expiresAt: number;
}

export interface Credentials {
  email: string;
  password: string;
  /** One-time code, for accounts that need one. */
  otp?: string;
  /** Organization to go on in, for an account in several. */
  tenantId?: string;
}

/** Result of a login; `mfa` when the password is right and a one-time code is needed. */
export type LoginOutcome = { kind: 'open'; session: Session } | { kind: 'mfa' } | { kind: 'refused'; message: string };

/** Time before the expiry of a token at which the next one is asked for. Milliseconds. */
export const EARLY_MS = 20_000;

/** The fields of a log-in from which a session is created. */
export const OPENED = '{ accessToken expiresIn user { email role } tenant { tenantId name } }';
const LOG_IN = `mutation ($input: LoginInput!) { opened: login(input: $input, session: browser) ${OPENED} }`;
const GO_ON = `mutation { refreshSession { opened: login ${OPENED} } }`;
const LOG_OUT = 'mutation { logout { session { id } } }';

/** Logs in, for a session in a cookie. Never throws; failures are part of the outcome. */
export async function logIn(credentials: Credentials): Promise<LoginOutcome> {
  const answer = await send(LOG_IN, { input: credentials });
  if (answer === null) return { kind: 'refused', message: 'The service cannot be reached.' };
  const session = sessionOf(at(answer, 'data', 'opened'));
  if (session) return { kind: 'open', session };
  const error = at(answer, 'errors', '0');
  if (at(error, 'extensions', 'code') === 'MFA_REQUIRED' && !credentials.otp) return { kind: 'mfa' };
  return { kind: 'refused', message: text(at(error, 'message')) || 'The service did not answer as expected.' };
}

/** Goes on with the session of the cookie. @returns null where there is none */
export async function goOn(): Promise<Session | null | 'unreachable'> {
  const answer = await send(GO_ON, {});
  if (answer === null || at(answer, 'data') === undefined) return 'unreachable';
  return sessionOf(at(answer, 'data', 'refreshSession', 'opened'));
}

/** Ends a session at the service; where that cannot be reached, it ends by itself. */
export async function logOut({ token }: Session): Promise<void> {
  await send(LOG_OUT, {}, { Authorization: `Bearer ${token}` });
}

/** The answer to an operation, or null where the service cannot be reached. */
export async function send(query: string, variables: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  }).catch(() => null);
  return response && parseJson(await response.text().catch(() => ''));
}

/** Session from the fields `OPENED`; null for other values. */
export function sessionOf(opened: unknown): Session | null {
  const token = text(at(opened, 'accessToken'));
  const expiresInSeconds = at(opened, 'expiresIn');
  if (!token || typeof expiresInSeconds !== 'number') return null;
  return {
    token,
    email: text(at(opened, 'user', 'email')),
    role: text(at(opened, 'user', 'role')),
    tenantId: text(at(opened, 'tenant', 'tenantId')),
    organization: text(at(opened, 'tenant', 'name')),
    expiresAt: Date.now() + expiresInSeconds * 1_000,
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Value at a path of keys, or undefined where the path ends early. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (parent, key) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined),
    value,
  );
}

/** A text, or '' for any other value. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
