import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '../../src/messages/messages.js';
import type { Mail } from '../../src/platform/mail/mail.js';
import { SmtpTransport } from '../../src/platform/mail/smtp-transport.js';
import { BASE_URL, MAIL_KINDS, mailsOf } from './all-mails.js';
import { MailServer, type Received } from './mail-server.js';

/** Lines that are equal in both languages: addresses of the service, titles of the content, what people wrote. */
const SAME = /^(https:\/\/\S+|UCF-[A-Z]+-\d+ .*|Zeile( \S+)?|.* \(Europe\/Berlin\))$/;
/** Words of English that no German line has. Titles of the content stand in quotes, or on their own line. */
const ENGLISH = /\b(the|you|your|and|with|were|is|are|on|until|by|ends?|soon|address)\b/i;

describe('mails in German', () => {
  const server = new MailServer();
  let transport: SmtpTransport;

  beforeAll(async () => {
    transport = new SmtpTransport(await server.listen(), 'Crosswalk <no-reply@crosswalk.example>');
  });
  afterAll(async () => {
    transport.close();
    await server.close();
  });

  const send = async (mails: readonly Mail[]): Promise<Received[]> => {
    server.received.length = 0;
    for (const [index, mail] of mails.entries()) await transport.send(`mail-${index}`, mail);
    return [...server.received];
  };
  const linesOf = ({ mail }: Received) =>
    [mail.subject ?? '', ...(mail.text ?? '').split('\n')].map((line) => line.trim());

  it('are there for every kind that there are texts for', () => {
    expect(MAIL_KINDS.toSorted()).toEqual(Object.keys(MESSAGES.de.mails).toSorted());
  });

  describe.each(MAIL_KINDS)('of %s', (kind) => {
    it('say their language, and nothing in English', async () => {
      const [german, english] = [await send(mailsOf(kind, 'de')), await send(mailsOf(kind, 'en'))];
      expect([german.length, english.length]).toEqual([mailsOf(kind, 'de').length, german.length]);
      for (const [index, received] of german.entries()) {
        const other = english[index];
        if (!other) throw new Error('there is no such mail in English');
        expect(received.mail.headers.get('content-language')).toBe('de');
        expect(other.mail.headers.get('content-language')).toBe('en');
        expect(received.mail.html).toContain('<html lang="de">');
        const [lines, inEnglish] = [linesOf(received), linesOf(other)];
        expect(lines).toHaveLength(inEnglish.length);
        for (const [at, line] of lines.entries()) {
          expect(line).not.toMatch(/\{\{|\}\}|undefined|\bmails[.:]/);
          if (line === '' || SAME.test(line)) continue;
          expect(line).not.toBe(inEnglish[at]);
          expect(line.replaceAll(/„[^“]*“/g, '')).not.toMatch(ENGLISH);
        }
      }
    });

    it('have the same text and addresses in HTML', () => {
      for (const { text, html } of [...mailsOf(kind, 'de'), ...mailsOf(kind, 'en')]) {
        const shown = html
          .replace(/^<!doctype html>/, '')
          .replaceAll(/<\/p>/g, '\n\n')
          .replaceAll(/<br>\n/g, '\n')
          .replaceAll(/<[^>]*>/g, '')
          .replaceAll('&#39;', "'");
        const words = (of: string) => of.split(/\s+/).filter((word) => word !== '');
        expect(words(shown)).toEqual(words(text));
        const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
        expect(links.every((url) => url?.startsWith(BASE_URL))).toBe(true);
        expect(links).toEqual([...text.matchAll(/https:\/\/\S+/g)].map(([url]) => url));
      }
    });
  });

  it('write days, times and numbers as German does', async () => {
    const lines = (await send(MAIL_KINDS.flatMap((kind) => mailsOf(kind, 'de')))).flatMap(linesOf);
    expect(lines).toContain('Zu erledigen bis 24.12.2026.');
    expect(lines).toContain('01.12.2026, 10:30 (Europe/Berlin)');
    expect(lines).toContain('Punktzahl gefallen: SOC 2: von 61,5 auf 58 %');
    expect(lines).toContain(
      'Der Link funktioniert einmal, bis 1. Dezember 2026 um 10:30:00 MEZ. Wenn Sie ihn nicht erwartet haben, brauchen Sie nichts zu tun.',
    );
  });

  it('take their texts from `src/messages` in every file that creates a mail', () => {
    const sources = ['messages', 'modules', 'cli', 'http'].flatMap((folder) =>
      readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' }).map((name) => join('src', folder, name)),
    );
    const makers = sources.filter(
      (path) => path.endsWith('.ts') && readFileSync(path, 'utf8').includes("platform/mail/mail.js'"),
    );
    expect(makers.length).toBeGreaterThan(MAIL_KINDS.length);
    expect(makers.filter((path) => !/\bletterOf\(/.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});
