import type { Role } from '../../access/roles.js';
import { longTime } from '../../messages/dates.js';
import type { Language } from '../../messages/language.js';
import { letterOf } from '../../messages/letter.js';
import { messagesOf } from '../../messages/messages.js';
import type { Mail } from '../../platform/mail/mail.js';

export interface InvitationMail {
  to: string;
  /** That of who invites, where the address has no account. */
  language: Language;
  organization: string;
  role: Role;
  /** URL of the registration page. */
  url: string;
  expiresAt: Date;
  /** IANA time zone for the expiry. */
  timezone: string;
}

/** Mail of an invitation. */
export function invitationMail(values: InvitationMail): Mail {
  const { to, language, organization, role, url, expiresAt, timezone } = values;
  const say = messagesOf('mails', language);
  return letterOf('invitation', {
    ...{ to, language, subject: say('invitation.subject', { organization }) },
    paragraphs: [
      [say(`invitation.opening.${role}`, { organization })],
      [say('invitation.join')],
      [{ url }],
      [say('invitation.ending', { until: longTime(language, timezone, expiresAt) })],
    ],
  });
}
