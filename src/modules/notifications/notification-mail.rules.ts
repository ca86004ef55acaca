import { escaped } from '../../platform/html.js';
import type { Mail } from '../../platform/mail/mail.js';
import { withoutLinks, wordsOf, type RuleEvent } from './event-words.rules.js';

/** Events that one message describes; of more it says how many. */
export const DESCRIBED_MAX = 50;

/** What the mail of a rule says. */
export interface NotificationFacts {
  to: string;
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

/** Mail of a rule, the same as plain text and simple HTML. No address in it is a link but our own. */
export function notificationMail(facts: NotificationFacts): Mail {
  const { to, baseUrl, unsubscribeUrl, isTest } = facts;
  const organization = withoutLinks(facts.organization);
  const rule = withoutLinks(facts.rule);
  const lines = [
    isTest ? `This is a test of the notification rule “${rule}” in ${organization}. Nothing has happened.` : null,
    ...eventLines(facts),
    `You get this mail by the notification rule “${rule}” in ${organization}: ${baseUrl}/notifications`,
    `To get no more of them: ${unsubscribeUrl}`,
  ].filter((line) => line !== null);
  return {
    to,
    subject: `${isTest ? '[Test] ' : ''}${organization}: ${subjectOf(facts)}`,
    text: `${lines.join('\n\n')}\n`,
    html: `${lines.map((line) => `<p>${escaped(line).replaceAll('\n', '<br>')}</p>`).join('\n')}\n`,
    listUnsubscribe: unsubscribeUrl,
  };
}

function subjectOf({ events, isTest }: NotificationFacts): string {
  if (isTest) return 'notifications';
  const [first, ...others] = events.map(wordsOf);
  if (!first) return 'notifications';
  return others.length === 0 ? `${first.title.toLowerCase()}: ${first.text}` : `${events.length} notifications`;
}

function eventLines({ events, timezone, baseUrl }: NotificationFacts): string[] {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone });
  const lines = events.slice(0, DESCRIBED_MAX).map((event) => {
    const { title, text, path } = wordsOf(event);
    return `${title}: ${text}\n${time.format(event.at)} (${timezone})\n${baseUrl}${path}`;
  });
  const more = events.length - lines.length;
  return more > 0 ? [...lines, `And ${more} more.`] : lines;
}
