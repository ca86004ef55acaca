import { escaped } from '../../platform/html.js';
import type { Mail } from '../../platform/mail/mail.js';
import { NOTICES, type NoticeFacts, type NoticeKind } from './notice-kinds.js';

/** A notice with everything that its mail says. */
export interface NoticeContent<K extends NoticeKind> {
  kind: K;
  facts: NoticeFacts<K>;
  /** Name and address of the account that it concerns. */
  name: string;
  email: string;
  /** Name of who did it; null for the account itself. */
  author: string | null;
  organization: string;
  /** Address from which it was done, or null where none is known. */
  address: string | null;
  at: Date;
  /** IANA time zone for the time. */
  timezone: string;
}

/** Mail of a notice, with the same content as plain text and simple HTML. */
export function noticeMail<K extends NoticeKind>(to: string, notice: NoticeContent<K>): Mail {
  const { kind, facts, name, email, author, organization, address, at, timezone } = notice;
  const { what, details, advice } = NOTICES[kind];
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: timezone,
  }).format(at);
  const lines = [
    `${name} (${email}) in ${organization}: ${what}, by ${author ?? 'the account itself'}.`,
    `Time: ${time}${address === null ? '' : `. Address: ${address}`}.`,
    ...(details as (facts: NoticeFacts<K>) => readonly string[])(facts),
    advice,
  ];
  return {
    to,
    subject: `${organization} on Crosswalk: ${what}`,
    text: `${lines.join('\n\n')}\n`,
    html: `${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}\n`,
  };
}
