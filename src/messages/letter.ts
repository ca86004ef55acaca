import { escaped } from '../platform/html.js';
import type { Mail } from '../platform/mail/mail.js';
import type { Language } from './language.js';
import { MESSAGES } from './messages.js';

/** Kinds of mails. Each has its texts under its name, in every language, or it does not compile. */
export type MailKind = keyof (typeof MESSAGES)['en']['mails'];

/** A line of a mail: text, or an address of the service after some words, which is a link in HTML. */
export type Line = string | { before?: string; url: string };

/** A mail in words. */
export interface Letter {
  to: string;
  language: Language;
  subject: string;
  paragraphs: readonly (readonly Line[])[];
  /** Address by which one click unsubscribes from such mails. @default none */
  listUnsubscribe?: string;
}

/** A mail with the same content as plain text and simple HTML. */
export function letterOf(kind: MailKind, { paragraphs, language, ...letter }: Letter): Mail {
  const html = paragraphs.map((lines) => `<p>${lines.map(htmlOf).join('<br>\n')}</p>`).join('\n');
  return {
    ...letter,
    kind,
    language,
    text: `${paragraphs.map((lines) => lines.map(textOf).join('\n')).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}"><body>\n${html}\n</body></html>\n`,
  };
}

function textOf(line: Line): string {
  return typeof line === 'string' ? line : words(line.before, line.url);
}

function htmlOf(line: Line): string {
  if (typeof line === 'string') return escaped(line).replaceAll('\n', '<br>\n');
  const url = escaped(line.url);
  return words(line.before === undefined ? undefined : escaped(line.before), `<a href="${url}">${url}</a>`);
}

function words(before: string | undefined, rest: string): string {
  return before === undefined ? rest : `${before} ${rest}`;
}
