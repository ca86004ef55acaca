import { longTime } from '../../messages/dates.js';
import type { Language } from '../../messages/language.js';
import { letterOf } from '../../messages/letter.js';
import { messagesOf } from '../../messages/messages.js';
import type { Mail } from '../../platform/mail/mail.js';

export interface PasswordResetMail {
  to: string;
  language: Language;
  organization: string;
  /** URL of the page on which a new password is set. */
  url: string;
  /** Network address from which the link was asked for, or null where none is known. */
  address: string | null;
  expiresAt: Date;
  /** IANA time zone for the expiry. */
  timezone: string;
}

/** Mail with the link to set a new password. */
export function passwordResetMail(values: PasswordResetMail): Mail {
  const { to, language, organization, url, address, expiresAt, timezone } = values;
  const say = messagesOf('mails', language);
  const opening =
    address === null
      ? say('passwordReset.opening', { organization })
      : say('passwordReset.openingFrom', { organization, address });
  return letterOf('passwordReset', {
    ...{ to, language, subject: say('passwordReset.subject', { organization }) },
    paragraphs: [
      [opening],
      [say('passwordReset.set')],
      [{ url }],
      [say('passwordReset.ending', { until: longTime(language, timezone, expiresAt) })],
    ],
  });
}
