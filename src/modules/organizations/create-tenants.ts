import type { Clock } from '../../platform/clock.js';
import { PasswordHasher } from '../../platform/crypto/password.js';
import type { Vault } from '../../platform/crypto/vault.js';
import type { Database } from '../../platform/database/database.js';
import { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { AccountStore } from '../auth/account-store.js';
import type { CredentialChanges } from '../auth/credential-changes.js';
import { createCredentials } from '../auth/create-credentials.js';
import { LoginFailures } from '../auth/login-failures.js';
import type { SecurityEventRecorder } from '../security-events/security-event-recorder.js';
import { SecurityEventWriter } from '../security-events/security-event-writer.js';
import { isBreached } from '../auth/breached-passwords.js';
import { PasswordPolicy } from '../auth/password.rules.js';
import { InvitationIssuer } from './invitation-issuer.js';
import { TenantService } from './tenant.service.js';

export interface TenantParts {
  database: Database;
  clock: Clock;
  vault: Vault;
  publicUrl: PublicUrl;
  /** Hasher of passwords. @default a new one */
  hasher?: PasswordHasher;
  /** Password policy. @default a new one */
  policy?: PasswordPolicy;
  /** Consequences of changed credentials. @default those of the command line */
  changes?: CredentialChanges;
  /** Recorder of security events. @default one without lines: the command line prints its own results */
  events?: SecurityEventRecorder;
}

/** Wires the creation of organizations for the command line. Their mail is sent by the service. */
export function createTenants(parts: TenantParts): { tenants: TenantService; issuer: InvitationIssuer } {
  const { database, clock, vault, publicUrl, hasher = new PasswordHasher() } = parts;
  const { policy = new PasswordPolicy(isBreached) } = parts;
  const mails = new OutgoingMails(vault);
  const { changes = createCredentials({ vault }).changes, events = new SecurityEventWriter(() => undefined) } = parts;
  const failures = new LoginFailures(database, clock);
  const issuer = new InvitationIssuer(mails, publicUrl);
  const accounts = new AccountStore(database);
  const credentials = { accounts, hasher, policy, failures };
  return { issuer, tenants: new TenantService({ database, ...credentials, issuer, changes, events, clock }) };
}
