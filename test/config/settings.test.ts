import { join } from 'node:path';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';

describe('settings', () => {
  const DATA_DIR = join(mkdtempSync(join(process.env.TEST_DIRECTORY ?? tmpdir(), 'settings-')), 'data');

  it.each([
    [{}, true],
    [{ HOST: 'localhost', PUBLIC_URL: 'http://compliance.example' }, true],
    [{ HOST: '::1' }, true],
    [{ PUBLIC_URL: 'https://compliance.example' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.0.2.7' }, false],
    [{ HOST: '0.0.0.0', DEMO: 'on' }, true],
    [{ PUBLIC_URL: 'https://compliance.example', DEMO: 'without-history' }, true],
    [{ DEMO: 'off' }, false],
  ])('%j have a demo organization: %s', (settings, isDemo) => {
    expect(readConfig({ ...settings, DATA_DIR }).isDemo).toBe(isDemo);
  });

  it.each([
    [{}, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '0.0.0.0', INVITE_URL_IN_ANSWER: 'on' }, true],
    [{ PUBLIC_URL: 'https://compliance.example' }, false],
    [{ INVITE_URL_IN_ANSWER: 'off' }, false],
    [{ SMTP_URL: 'smtp://localhost' }, false],
    [{ SMTP_URL: 'smtp://localhost', INVITE_URL_IN_ANSWER: 'on' }, false],
  ])('%j show the links of invitations: %s', (settings, showsInviteUrls) => {
    expect(readConfig({ ...settings, DATA_DIR }).showsInviteUrls).toBe(showsInviteUrls);
  });

  it('create DATA_DIR for its owner alone', () => {
    readConfig({ DATA_DIR });
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
  });

  it.each([['ftp://x.example'], ['security@example.com'], ['javascript:alert(1)']])(
    'refuse %s as a contact',
    (contact) => {
      expect(() => readConfig({ DATA_DIR, SECURITY_CONTACT: contact })).toThrow('SECURITY_CONTACT');
    },
  );

  it.each([
    [{ DATABASE_POOLER_URL: 'postgres://localhost:6432' }, 'DATABASE_POOLER_URL: needs DATABASE_URL'],
    [
      { DATABASE_URL: 'postgres://localhost/db', DATABASE_POOLER_URL: 'postgres://someone:secret@localhost:6432' },
      'DATABASE_POOLER_URL: must not have a user',
    ],
    [{ DATABASE_POOLER_URL: 'https://localhost:6432' }, 'DATABASE_POOLER_URL'],
  ])('%j are refused: %s', (settings, message) => {
    expect(() => readConfig({ ...settings, DATA_DIR })).toThrow(message);
  });
});
