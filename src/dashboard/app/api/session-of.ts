import type { Session } from '../../session/session';

/** The fields of `LoginPayload` from which a session is created. */
interface LoginAnswer {
  accessToken: string;
  /** Lifetime of the token. Seconds. */
  expiresIn: number;
  user: { email: string; role: string };
  tenant: { tenantId: string; name: string };
}

/** Session from a login, a registration or a change of the password. */
export function sessionOf({ accessToken, expiresIn, user, tenant }: LoginAnswer): Session {
  return {
    token: accessToken,
    email: user.email,
    role: user.role,
    tenantId: tenant.tenantId,
    organization: tenant.name,
    expiresAt: Date.now() + expiresIn * 1_000,
  };
}
