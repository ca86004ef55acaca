import { longTime } from '../../messages/dates.js';
import type { Language } from '../../messages/language.js';
import { letterOf } from '../../messages/letter.js';
import { messagesOf } from '../../messages/messages.js';
import type { Mail } from '../../platform/mail/mail.js';
import { happened, NOTICES, type NoticeFacts, type NoticeKind } from './notice-kinds.js';

/** Who did it: the account that it concerns, somebody by name, or who has no name that the receiver knows. */
export type NoticeAuthor = { name: string } | 'self' | 'identityProvider' | 'operator' | 'service' | 'somebody';

/** A notice with everything that its mail says. */
export interface NoticeContent<K extends NoticeKind> {
  kind: K;
  facts: NoticeFacts<K>;
  /** Name and address of the account that it concerns. */
  name: string;
  email: string;
  author: NoticeAuthor;
  organization: string;
  /** Address from which it was done, or null where none is known. */
  address: string | null;
  at: Date;
  /** IANA time zone for the time. */
  timezone: string;
}

/** Mail of a notice. */
export function noticeMail<K extends NoticeKind>(
  { to, language }: { to: string; language: Language },
  notice: NoticeContent<K>,
): Mail {
  const { kind, facts, name, email, author, organization, address, at, timezone } = notice;
  const { details, advice } = NOTICES[kind];
  const say = messagesOf('mails', language);
  const what = happened(kind, language);
  const by = typeof author === 'string' ? say(`securityNotice.author.${author}`) : author.name;
  const timeOf = (moment: Date) => longTime(language, timezone, moment);
  const time = timeOf(at);
  const lines = [
    say('securityNotice.opening', { name, email, organization, what, author: by }),
    address === null ? say('securityNotice.time', { time }) : say('securityNotice.timeAndAddress', { time, address }),
    ...(details as (words: typeof say, of: NoticeFacts<K>, format: typeof timeOf) => readonly string[])(
      say,
      facts,
      timeOf,
    ),
    say(`securityNotice.advice.${advice}`),
  ];
  return letterOf('securityNotice', {
    ...{ to, language, subject: say('securityNotice.subject', { organization, what }) },
    paragraphs: lines.map((line) => [line]),
  });
}
