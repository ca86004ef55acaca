import type { Vault } from '../../platform/crypto/vault.js';
import type { MailSender } from '../../platform/mail/mail-sender.js';
import { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import { SecurityNotices } from '../notices/security-notices.js';
import { CredentialChanges } from './credential-changes.js';

export interface CredentialParts {
  vault: Vault;
  /** @default none: the mails are sent by the service */
  mailSender?: Pick<MailSender, 'wake'>;
}

const NO_SENDER = { wake: () => Promise.resolve() };

/** Wires what changed credentials cause: for the service and for the command line. */
export function createCredentials({ vault, mailSender = NO_SENDER }: CredentialParts) {
  const notices = new SecurityNotices(new OutgoingMails(vault), mailSender);
  return { notices, changes: new CredentialChanges(notices) };
}

/** What other features report changes of credentials with. */
export type CredentialServices = ReturnType<typeof createCredentials>;
