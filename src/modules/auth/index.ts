import { ALL, notByApiKey, PUBLIC } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { AuthResolver } from './auth.resolver.js';
import { authRoutes } from './auth.rest.js';
import { Credentials } from './credentials.js';
import { LoginFailures } from './login-failures.js';
import { LoginService } from './login.service.js';
import { MfaResolver } from './mfa.resolver.js';
import { MfaService } from './mfa.service.js';
import { PasswordPolicy } from './password.rules.js';
import { PasswordService } from './password.service.js';
import { Sessions } from './sessions.js';

/** Logins, passwords and one-time codes. */
export const authFeature = feature({
  access: {
    'Query.me': ALL,
    'Query.permissions': ALL,
    'Mutation.login': PUBLIC,
    'Mutation.changePassword': notByApiKey(ALL),
    'Mutation.enrolMfa': notByApiKey(ALL),
    'Mutation.confirmMfa': notByApiKey(ALL),
    'Mutation.disableMfa': notByApiKey(ALL),
  },
  tags: {
    auth: { name: 'Authentication', description: 'An e-mail address and a password for an access token.' },
  },
  sealedColumns: [{ table: 'users', column: 'mfa_secret' }],
  create({ database, clock, vault, hasher, tokens, jobs }: Platform) {
    const policy = new PasswordPolicy();
    const failures = new LoginFailures(database, clock);
    const credentials = new Credentials(database, hasher, failures);
    const mfa = new MfaService({ database, credentials, vault, clock });
    const sessions = new Sessions(database, tokens);
    const passwords = new PasswordService({ credentials, policy, hasher, sessions });
    return {
      services: { policy, sessions },
      resolvers: [new AuthResolver(new LoginService(credentials, mfa, sessions), passwords), new MfaResolver(mfa)],
      routes: authRoutes,
      workers: [failures.worker(jobs)],
    };
  },
});
