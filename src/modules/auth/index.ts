import type { Feature } from '../../feature.js';
import { AuthResolver } from './auth.resolver.js';
import { authRoutes } from './auth.rest.js';
import type { LoginService } from './login.service.js';

export function authFeature(logins: LoginService): Feature {
  return { resolvers: [new AuthResolver(logins)], routes: authRoutes };
}
