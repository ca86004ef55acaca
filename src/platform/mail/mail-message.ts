import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.js';

/** The host part of message ids. RFC 5322 asks that an id be unique, not that its host exist. */
const ID_HOST = 'mail.crosswalk.invalid';

/**
 * A mail as nodemailer takes it. The address goes as an object, so that no part of it is read as a list or a name; header
 * lines are encoded and folded by the library, and what is not text or HTML of ours is never fetched.
 */
export function messageOf(id: string, { to, subject, text, html }: Mail, from: string): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
    text,
    html,
    messageId: `<${id}@${ID_HOST}>`,
    // No out-of-office answers, please (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
