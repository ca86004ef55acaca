import { dayOf } from '../../messages/dates.js';
import type { Language } from '../../messages/language.js';
import { letterOf } from '../../messages/letter.js';
import { messagesOf } from '../../messages/messages.js';
import { withoutLinks } from '../../messages/without-links.rules.js';
import type { Mail } from '../../platform/mail/mail.js';

/** Characters of a comment that a mail quotes; the rest is behind its link. */
const QUOTED_MAX = 1_000;

/** Why somebody gets a mail about a work item. */
export type WorkItemOccasion = { kind: 'assigned'; dueOn: string | null } | { kind: 'mentioned'; text: string };

/** What a mail about a work item says. */
export interface WorkItemMail {
  to: string;
  language: Language;
  organization: string;
  /** Name of who assigned it or wrote the comment; null for an API key. */
  author: string | null;
  title: string;
  /** URL of its page. */
  url: string;
  occasion: WorkItemOccasion;
}

/** Mail to the person who was given a work item or mentioned in a comment on it. */
export function workItemMail(values: WorkItemMail): Mail {
  const { to, language, organization, title, url, occasion } = values;
  const say = messagesOf('mails', language);
  const author = values.author ?? say('workItem.apiKey');
  const line = occasion.kind === 'assigned' ? dueLine(language, occasion.dueOn) : quoted(occasion.text);
  return letterOf('workItem', {
    ...{ to, language, subject: say('workItem.subject', { organization, title }) },
    paragraphs: [
      [say(`workItem.${occasion.kind}`, { author, organization, title })],
      ...(line === '' ? [] : [[line]]),
      [{ url }],
    ],
  });
}

function dueLine(language: Language, dueOn: string | null): string {
  return dueOn === null ? '' : messagesOf('mails', language)('workItem.due', { day: dayOf(language, dueOn) });
}

function quoted(text: string): string {
  const cut = text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)} …` : text;
  return cut.split('\n').map(withoutLinks).join('\n');
}
