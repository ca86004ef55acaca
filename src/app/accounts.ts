import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { Worker } from '../feature/feature.js';
import { Credentials } from '../modules/auth/credentials.js';
import { LoginFailures } from '../modules/auth/login-failures.js';
import { LoginService } from '../modules/auth/login.service.js';
import { MfaService } from '../modules/auth/mfa.service.js';
import { PasswordPolicy } from '../modules/auth/password.rules.js';
import { PasswordService } from '../modules/auth/password.service.js';
import { Sessions } from '../modules/auth/sessions.js';
import { InvitationIssuer } from '../modules/organizations/invitation-issuer.js';
import { InvitationService } from '../modules/organizations/invitation.service.js';
import { MemberService } from '../modules/organizations/member.service.js';
import { OrganizationService } from '../modules/organizations/organization.service.js';
import { TenantService } from '../modules/organizations/tenant.service.js';
import type { ScheduleService } from '../modules/schedules/schedule.service.js';
import type { Clock } from '../platform/clock.js';
import { PasswordHasher } from '../platform/crypto/password.js';
import type { Tokens } from '../platform/crypto/tokens.js';
import type { Vault } from '../platform/crypto/vault.js';
import type { Database } from '../platform/database/database.js';
import type { Jobs } from '../platform/jobs/jobs.js';
import type { Log } from '../platform/log.js';
import type { PublicUrl } from '../platform/public-url.js';
import { CaptureTransport } from '../platform/mail/capture-transport.js';
import type { MailTransport } from '../platform/mail/mail.js';
import { MailSender } from '../platform/mail/mail-sender.js';
import { OutgoingMails } from '../platform/mail/outgoing-mails.js';
import { SmtpTransport } from '../platform/mail/smtp-transport.js';

export interface AccountParts {
  config: Config;
  database: Database;
  clock: Clock;
  vault: Vault;
  tokens: Tokens;
  jobs: Jobs;
  schedules: ScheduleService;
  publicUrl: PublicUrl;
  log: Log;
}

/** Wires who may come in and who belongs to which organization, with the mail that asks them in. */
export function createAccounts(parts: AccountParts) {
  const { config, database, clock, vault, tokens, jobs, schedules, log } = parts;
  const hasher = new PasswordHasher();
  const failures = new LoginFailures(database, clock);
  const credentials = new Credentials(database, hasher, failures);
  const mfa = new MfaService({ database, credentials, vault, clock });
  const sessions = new Sessions(database, tokens);
  const sender = new MailSender({ database, vault, transport: mailTransport(config, clock), jobs, log });
  const { tenants, issuer, policy } = createTenants({ ...parts, hasher });
  return {
    mfa,
    tenants,
    logins: new LoginService(credentials, mfa, sessions),
    passwords: new PasswordService({ credentials, policy, hasher, sessions }),
    organizations: new OrganizationService(schedules),
    members: new MemberService(),
    invitations: new InvitationService({ database, issuer, sender, policy, hasher, sessions }),
    sendsMail: config.smtpUrl !== null,
    accountWorkers: [sender, failures.worker(jobs)] as Worker[],
  };
}

/** Wires what makes organizations: all that the command line needs of accounts. Their mail is sent by the service. */
export function createTenants({
  database,
  clock,
  vault,
  publicUrl,
  hasher,
}: Pick<AccountParts, 'database' | 'clock' | 'vault' | 'publicUrl'> & { hasher: PasswordHasher }) {
  const policy = new PasswordPolicy();
  const issuer = new InvitationIssuer(new OutgoingMails(vault), publicUrl);
  return { policy, issuer, tenants: new TenantService({ database, hasher, policy, issuer, clock }) };
}

function mailTransport({ smtpUrl, mailFrom, dataDir }: Config, clock: Clock): MailTransport {
  if (smtpUrl !== null) return new SmtpTransport(smtpUrl, mailFrom);
  return new CaptureTransport(join(dataDir, 'mail'), mailFrom, clock);
}
