import { escaped } from '../../platform/html.js';
import type { Role } from '../../access/roles.js';
import type { Mail } from '../../platform/mail/mail.js';

export interface InvitationMail {
  to: string;
  organization: string;
  role: Role;
  /** URL of the registration page. */
  url: string;
  expiresAt: Date;
  /** IANA time zone for the expiry. */
  timezone: string;
}

/** Mail of an invitation, with the same content as plain text and simple HTML. */
export function invitationMail({ to, organization, role, url, expiresAt, timezone }: InvitationMail): Mail {
  const until = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
    timeZoneName: 'short',
  }).format(expiresAt);
  const opening = `You are invited to join ${organization} on Crosswalk as ${role === 'member' ? 'a' : 'an'} ${role}.`;
  const ending = `The link works once, until ${until}. If you did not expect it, you need not do anything.`;
  return {
    to,
    subject: `Invitation to ${organization} on Crosswalk`,
    text: `${opening}\n\nJoin here, with the account of this address or a new one:\n\n${url}\n\n${ending}\n`,
    html: [
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${escaped(url)}">Join with the account of this address or a new one</a></p>`,
      `<p>Or open this address: ${escaped(url)}</p>`,
      `<p>${escaped(ending)}</p>\n`,
    ].join('\n'),
  };
}
