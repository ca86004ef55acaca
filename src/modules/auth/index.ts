import type { Feature } from '../../feature/feature.js';
import { AuthResolver } from './auth.resolver.js';
import { authRoutes } from './auth.rest.js';
import type { LoginService } from './login.service.js';
import { MfaResolver } from './mfa.resolver.js';
import type { MfaService } from './mfa.service.js';
import type { PasswordService } from './password.service.js';

export interface AuthServices {
  logins: LoginService;
  passwords: PasswordService;
  mfa: MfaService;
}

export function authFeature({ logins, passwords, mfa }: AuthServices): Feature {
  return { resolvers: [new AuthResolver(logins, passwords), new MfaResolver(mfa)], routes: authRoutes };
}
