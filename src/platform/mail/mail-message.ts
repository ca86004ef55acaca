import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.js';

/** The host part of message ids. RFC 5322 asks that an id be unique, not that its host exist. */
const ID_HOST = 'mail.crosswalk.invalid';

/**
 * A mail in the form of nodemailer. The address is an object, so that no part of it is parsed as a list or a name; the
 * library encodes and folds header lines, and fetches nothing: the content is our own text and HTML.
 */
export function messageOf(
  id: string,
  { to, language, subject, text, html, listUnsubscribe }: Mail,
  from: string,
): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
    text,
    html,
    messageId: `<${id}@${ID_HOST}>`,
    headers: {
      // Suppresses out-of-office answers (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      // RFC 3282. A mail that waits since a former release has none.
      'Content-Language': language,
      ...(listUnsubscribe && unsubscribeHeaders(listUnsubscribe)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Source: RFC 2369, section 3.2; RFC 8058, section 3.1. Signing them by DKIM is the mail server's. */
function unsubscribeHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
