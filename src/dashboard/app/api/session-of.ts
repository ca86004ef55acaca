import type { Session } from '../../session/session';

/** What of a `LoginPayload` a session is made of. */
interface LoginAnswer {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  user: { email: string; role: string };
  tenant: { name: string };
}

/** The session that an answer like a login's opens: of a registration, and of a new password. */
export function sessionOf({ accessToken, expiresIn, user, tenant }: LoginAnswer): Session {
  return {
    token: accessToken,
    email: user.email,
    role: user.role,
    organization: tenant.name,
    expiresAt: Date.now() + expiresIn * 1_000,
  };
}
