import { escaped } from '../../platform/html.js';
import type { Mail } from '../../platform/mail/mail.js';

export interface PasswordResetMail {
  to: string;
  organization: string;
  /** URL of the page on which a new password is set. */
  url: string;
  /** Network address from which the link was asked for, or null where none is known. */
  address: string | null;
  expiresAt: Date;
  /** IANA time zone for the expiry. */
  timezone: string;
}

/** Mail with the link to set a new password, with the same content as plain text and simple HTML. */
export function passwordResetMail(values: PasswordResetMail): Mail {
  const { to, organization, url, address, expiresAt, timezone } = values;
  const until = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: timezone,
  }).format(expiresAt);
  const from = address === null ? '' : `, from the address ${address}`;
  const opening = `Somebody asked to set a new password of your account in ${organization} on Crosswalk${from}.`;
  const ending = `The link works once, until ${until}. If you did not ask for it, you need not do anything: your password stays.`;
  return {
    to,
    subject: `A new password for ${organization} on Crosswalk`,
    text: `${opening}\n\nSet a new password here:\n\n${url}\n\n${ending}\n`,
    html: [
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${escaped(url)}">Set a new password</a></p>`,
      `<p>Or open this address: ${escaped(url)}</p>`,
      `<p>${escaped(ending)}</p>\n`,
    ].join('\n'),
  };
}
