/** An access token with its user. */
export interface Session {
  token: string;
  email: string;
  role: string;
  organization: string;
  /** Expiry of the token. Milliseconds since the epoch. */
  expiresAt: number;
}

export interface Credentials {
  email: string;
  password: string;
  /** One-time code, for accounts that need one. */
  otp?: string;
}

/** Result of a login; `mfa` when the password is right and a one-time code is needed. */
export type LoginOutcome = { kind: 'open'; session: Session } | { kind: 'mfa' } | { kind: 'refused'; message: string };

/**
 * Storage key of the session in sessionStorage, which survives a reload, ends with the tab, and is never shared with
 * another one.
 */
const STORAGE_KEY = 'crosswalk.session';

/** Stored session of this tab, or null when there is none or it has expired. */
export function readSession(): Session | null {
  const kept = parseJson(sessionStorage.getItem(STORAGE_KEY) ?? '');
  const expiresAt = at(kept, 'expiresAt');
  if (typeof expiresAt !== 'number' || expiresAt <= Date.now()) return null;
  const token = text(at(kept, 'token'));
  if (!token) return null;
  return {
    token,
    email: text(at(kept, 'email')),
    role: text(at(kept, 'role')),
    organization: text(at(kept, 'organization')),
    expiresAt,
  };
}

/** Stores the session for a reload; null removes it. */
export function keepSession(session: Session | null): void {
  if (session) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  else sessionStorage.removeItem(STORAGE_KEY);
}

/** Logs in by `POST /api/auth/login`. Never throws; failures are part of the outcome. */
export async function logIn(credentials: Credentials): Promise<LoginOutcome> {
  const response = await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  }).catch(() => null);
  if (!response) return { kind: 'refused', message: 'The service cannot be reached.' };

  const body = parseJson(await response.text().catch(() => ''));
  const token = text(at(body, 'data', 'access_token'));
  const expiresInSeconds = at(body, 'data', 'expires_in');
  if (response.ok && token && typeof expiresInSeconds === 'number') {
    const session = {
      token,
      email: text(at(body, 'data', 'user', 'email')),
      role: text(at(body, 'data', 'user', 'role')),
      organization: text(at(body, 'data', 'tenant', 'name')),
      expiresAt: Date.now() + expiresInSeconds * 1_000,
    };
    return { kind: 'open', session };
  }
  if (at(body, 'error', 'code') === 'MFA_REQUIRED' && !credentials.otp) return { kind: 'mfa' };
  const message = text(at(body, 'error', 'message')) || `The service answered with status ${response.status}.`;
  return { kind: 'refused', message };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Value at a path of keys, or undefined where the path ends early. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (parent, key) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined),
    value,
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
