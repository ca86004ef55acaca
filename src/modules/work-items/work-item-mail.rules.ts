import { escaped } from '../../platform/html.js';
import type { Mail } from '../../platform/mail/mail.js';

/** Characters of a comment that a mail quotes; the rest is behind its link. */
const QUOTED_MAX = 1_000;

/** Why somebody gets a mail about a work item. */
export type WorkItemOccasion = { kind: 'assigned'; dueOn: string | null } | { kind: 'mentioned'; text: string };

/** What a mail about a work item says. */
export interface WorkItemMail {
  to: string;
  organization: string;
  /** Name of who assigned it or wrote the comment. */
  author: string;
  title: string;
  /** URL of its page. */
  url: string;
  occasion: WorkItemOccasion;
}

/** Mail to the person who was given a work item or mentioned in a comment on it, as plain text and simple HTML. */
export function workItemMail({ to, organization, author, title, url, occasion }: WorkItemMail): Mail {
  const [what, line] = described(occasion);
  const opening = `${author} ${what} in ${organization}: ${title}`;
  return {
    to,
    subject: `${organization} on Crosswalk: ${title}`,
    text: `${[opening, line, url].filter((each) => each !== '').join('\n\n')}\n`,
    html: [
      `<p>${escaped(opening)}</p>`,
      ...(line === '' ? [] : [`<p style="white-space: pre-line">${escaped(line)}</p>`]),
      `<p><a href="${escaped(url)}">${escaped(url)}</a></p>\n`,
    ].join('\n'),
  };
}

function described(occasion: WorkItemOccasion): [what: string, line: string] {
  if (occasion.kind === 'assigned') {
    return ['assigned a work item to you', occasion.dueOn === null ? '' : `To be done until ${occasion.dueOn}.`];
  }
  const { text } = occasion;
  const quoted = text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)} …` : text;
  return ['mentioned you in a comment on a work item', quoted];
}
