import {
  ADMIN,
  ALL,
  inReserve,
  interactive,
  PUBLIC,
  reachingOut,
  read,
  stepUp,
  whileEnrolling,
} from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import { AccountStore } from './account-store.js';
import { AuthResolver } from './auth.resolver.js';
import { authRoutes } from './auth.rest.js';
import { isBreached } from './breached-passwords.js';
import { BrowserSessions } from './browser-sessions.js';
import { createCredentials } from './create-credentials.js';
import { Credentials } from './credentials.js';
import { KnownDevices } from './known-devices.js';
import { LoginFailures } from './login-failures.js';
import { LoginService } from './login.service.js';
import { MembershipResolver } from './membership.resolver.js';
import { MfaResolver } from './mfa.resolver.js';
import { MfaService, placeOfSeed } from './mfa.service.js';
import { OrganizationSwitch } from './organization-switch.js';
import { PasswordPolicy } from './password.rules.js';
import { PasswordResetResolver } from './password-reset.resolver.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordService } from './password.service.js';
import { RefreshTokens } from './refresh-tokens.js';
import { ReauthenticationService } from './reauthentication.service.js';
import { SessionResolver } from './session.resolver.js';
import { SessionService } from './session.service.js';
import { SessionSweeper } from './session.jobs.js';
import { Sessions } from './sessions.js';

/** Logins, sessions, passwords and one-time codes. */
export const authFeature = feature({
  // A password or a secret is hashed beside this thread.
  costlyFields: {
    'Mutation.login': 1,
    'Mutation.refreshSession': 1,
    'Mutation.requestPasswordReset': 1,
    'Mutation.resetPassword': 1,
    'Mutation.changePassword': 1,
    'Mutation.enrolMfa': 1,
    'Mutation.disableMfa': 1,
    'Mutation.reauthenticate': 1,
  },
  access: {
    'Query.me': whileEnrolling(read(ALL)),
    'Query.permissions': whileEnrolling(read(ALL)),
    'Mutation.login': PUBLIC,
    'Mutation.refreshSession': PUBLIC,
    'Mutation.requestPasswordReset': reachingOut(
      {
        boundBy: 'requests by account, address and service, which are counted like failed logins: nobody is logged in',
      },
      PUBLIC,
    ),
    'Mutation.resetPassword': PUBLIC,
    'Mutation.changePassword': interactive(ALL),
    'Mutation.enrolMfa': whileEnrolling(interactive(ALL)),
    'Mutation.confirmMfa': whileEnrolling(interactive(ALL)),
    'Mutation.disableMfa': interactive(ALL),
    'Query.memberships': whileEnrolling(interactive(ALL)),
    'Mutation.switchOrganization': whileEnrolling(interactive(ALL)),
    'Query.sessions': interactive(ALL),
    'Mutation.reauthenticate': inReserve(whileEnrolling(interactive(ALL))),
    'Mutation.logout': inReserve(whileEnrolling(interactive(ALL))),
    'Mutation.endSession': inReserve(interactive(ALL)),
    'Mutation.endOtherSessions': inReserve(interactive(ALL)),
    'Mutation.endMemberSessions': inReserve(stepUp(ADMIN)),
  },
  listSizes: () => ({ 'Query.sessions': 50, 'Query.memberships': 10 }),
  tags: {
    auth: { name: 'Authentication', description: 'An e-mail address and a password for an access token, and its end.' },
  },
  sealedColumns: [{ table: 'accounts', column: 'mfa_secret', place: placeOfSeed }],
  create(platform: Platform) {
    const { config, database, clock, vault, hasher, tokens, jobs } = platform;
    const shared = createCredentials(platform);
    const { changes, notices } = shared;
    const policy = new PasswordPolicy(isBreached);
    const failures = new LoginFailures(database, clock);
    const devices = new KnownDevices(config.secretKey, config.previousSecretKeys, clock);
    const accounts = new AccountStore(database);
    const credentials = new Credentials(database, accounts, hasher, failures, devices);
    const mfa = new MfaService({ database, credentials, changes, vault, clock });
    const refreshTokens = new RefreshTokens(config.secretKey);
    const sessions = new Sessions({ database, tokens, refreshTokens, lifetime: config.browserSessions });
    const browsers = new BrowserSessions({ database, sessions, tokens: refreshTokens, notices });
    const mails = new OutgoingMails(vault);
    const resets = new PasswordResetService({
      ...{ database, credentials, failures, mfa, changes, policy, hasher, mails },
      ...{ sender: platform.mailSender, publicUrl: platform.publicUrl },
    });
    const passwords = new PasswordService({ credentials, policy, hasher, sessions, changes });
    return {
      services: { ...shared, accounts, credentials, failures, mfa, policy, sessions },
      resolvers: [
        new AuthResolver(new LoginService(database, credentials, mfa, sessions), passwords, browsers),
        new PasswordResetResolver(resets),
        new MfaResolver(mfa),
        new MembershipResolver(new OrganizationSwitch({ database, credentials, sessions })),
        new SessionResolver(new SessionService(), new ReauthenticationService(credentials, mfa), browsers),
      ],
      routes: authRoutes,
      workers: [resets, failures.worker(jobs), new SessionSweeper(jobs, database, clock)],
    };
  },
});
