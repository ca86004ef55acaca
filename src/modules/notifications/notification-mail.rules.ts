import { shortTime } from '../../messages/dates.js';
import type { Language } from '../../messages/language.js';
import { letterOf, type Line } from '../../messages/letter.js';
import { messagesOf } from '../../messages/messages.js';
import { shortWithoutLinks } from '../../messages/without-links.rules.js';
import type { Mail } from '../../platform/mail/mail.js';
import { wordsOf, type RuleEvent } from './event-words.rules.js';

/** Events that one message describes; of more it says how many. */
export const DESCRIBED_MAX = 50;

/** What the mail of a rule says. */
export interface NotificationFacts {
  to: string;
  language: Language;
  organization: string;
  /** Name of the rule. */
  rule: string;
  /** In the order of the message: the oldest first. */
  events: readonly RuleEvent[];
  isTest: boolean;
  /** IANA time zone of the times. */
  timezone: string;
  /** Address of the service, without a trailing slash. */
  baseUrl: string;
  /** Address that unsubscribes with one click. */
  unsubscribeUrl: string;
}

/** Mail of a rule. No address in it is a link but our own. */
export function notificationMail(facts: NotificationFacts): Mail {
  const { to, language, baseUrl, unsubscribeUrl, isTest } = facts;
  const say = messagesOf('mails', language);
  const organization = shortWithoutLinks(facts.organization);
  const of = { organization, rule: shortWithoutLinks(facts.rule) };
  return letterOf('notification', {
    ...{ to, language, listUnsubscribe: unsubscribeUrl },
    subject: isTest
      ? say('notification.testSubject', { organization })
      : say('notification.subject', { organization, what: subjectOf(facts) }),
    paragraphs: [
      ...(isTest ? [[say('notification.test', of)]] : []),
      ...eventLines(facts),
      [{ before: say('notification.why', of), url: `${baseUrl}/notifications` }],
      [{ before: say('notification.stop'), url: unsubscribeUrl }],
    ],
  });
}

function subjectOf({ events, language }: NotificationFacts): string {
  const say = messagesOf('mails', language);
  const [first, ...others] = events;
  if (!first || others.length > 0) return say('notification.several', { total: events.length });
  const title = say(`notification.titleWithin.${first.event}`);
  return say('notification.one', { title, text: wordsOf(first, language).text });
}

function eventLines({ events, language, timezone, baseUrl }: NotificationFacts): Line[][] {
  const say = messagesOf('mails', language);
  const lines: Line[][] = events.slice(0, DESCRIBED_MAX).map((event) => {
    const { title, text, path } = wordsOf(event, language);
    return [
      say('notification.one', { title, text }),
      `${shortTime(language, timezone, event.at)} (${timezone})`,
      { url: `${baseUrl}${path}` },
    ];
  });
  const rest = events.length - lines.length;
  return rest > 0 ? [...lines, [say('notification.more', { rest })]] : lines;
}
