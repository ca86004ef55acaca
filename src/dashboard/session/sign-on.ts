import type { Session } from './session';

/** Result of the beginning of a sign-on; `none` where nobody holds the domain of the address. */
export type SignOnStart =
  | { kind: 'redirect'; url: string }
  | { kind: 'none' }
  /** `code` is null where the service was not reached. */
  | { kind: 'refused'; message: string; code: string | null };

/** Result of a sign-on in the browser that began it. */
export type SignOnEnd =
  { kind: 'login'; session: Session } | { kind: 'test' } | { kind: 'step_up' } | { kind: 'refused'; message: string };

/** Begins a log-in of whoever has this address. Never throws. */
export function beginSignOn(email: string): Promise<SignOnStart> {
  return begin('/api/auth/sso', { email }, null);
}

/** Begins a new proof in the session of a token. Never throws. */
export function beginProof(token: string): Promise<SignOnStart> {
  return begin('/api/auth/sso/step-up', {}, token);
}

/** Begins a test of a connection, in the session of a token. Never throws. */
export function beginTest(token: string, connectionId: string): Promise<SignOnStart> {
  return begin('/api/auth/sso/test', { connection_id: connectionId }, token);
}

/** Fetches the result of a sign-on, once. Never throws. */
export async function endSignOn(state: string): Promise<SignOnEnd> {
  const { data, message } = await post('/api/auth/sso/session', { state }, null);
  if (data === null) return { kind: 'refused', message };
  if (data.purpose === 'test' || data.purpose === 'step_up') return { kind: data.purpose };
  const { access_token: token, expires_in: seconds, user, tenant } = data as unknown as LoginAnswer;
  const expiresAt = Date.now() + seconds * 1_000;
  return {
    kind: 'login',
    session: {
      token,
      email: user.email,
      role: user.role,
      tenantId: tenant.tenant_id,
      organization: tenant.name,
      expiresAt,
    },
  };
}

/** Members of a log-in that the page needs. Source: schema/contract/accounts.md, "Login". */
interface LoginAnswer {
  access_token: string;
  expires_in: number;
  user: { email: string; role: string };
  tenant: { tenant_id: string; name: string };
}

async function begin(path: string, body: object, token: string | null): Promise<SignOnStart> {
  const { data, message, code } = await post(path, body, token);
  if (data === null) return { kind: 'refused', message, code };
  return typeof data.redirect_url === 'string' ? { kind: 'redirect', url: data.redirect_url } : { kind: 'none' };
}

interface Posted {
  data: Record<string, unknown> | null;
  /** Why there is no data. */
  message: string;
  code: string | null;
}

async function post(path: string, body: object, token: string | null): Promise<Posted> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-service-envelope': 'standard',
  };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as {
      data?: Record<string, unknown>;
      error?: { message: string; code: string };
    };
    return { data: answer.data ?? null, message: answer.error?.message ?? '', code: answer.error?.code ?? null };
  } catch {
    return { data: null, message: 'The service cannot be reached.', code: null };
  }
}
