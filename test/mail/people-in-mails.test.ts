import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/messages/language.js';
import { LINK, MAIL_KINDS, mailsOf } from './all-mails.js';

const HARMLESS = 'https[:]//evil[.]example/login';

describe.each(MAIL_KINDS)('a mail of the kind %s', (kind) => {
  it.each(LANGUAGES)('has what people have written without the addresses in it, in %s', (language) => {
    const texts = mailsOf(kind, language).map(({ subject, text, html }) => `${subject}\n${text}\n${html}`);
    for (const text of texts) expect(text).not.toContain('evil.example');
    expect(texts.some((text) => text.includes(HARMLESS))).toBe(true);
    expect(texts.some((text) => text.includes(LINK))).toBe(false);
  });
});
