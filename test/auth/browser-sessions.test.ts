import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import { sentMails } from '../notices/mails.js';
import { eventually } from '../support/eventually.js';
import { baseUrlOf, PASSWORD, startService, type TestService } from '../support/service.js';
import { Socket } from '../http/socket.js';
import { ShiftedClock } from './shifted-clock.js';
import { TestBrowser } from './test-browser.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const IDLE_MS = 8 * HOUR_MS;
const CHANGE = 'mutation ($i: ChangePasswordInput!) { opened: changePassword(input: $i) { accessToken expiresIn } }';

describe('a session of a browser', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  /** The same service under an address of HTTPS. */
  let https: App;
  let members = 0;

  beforeAll(async () => {
    service = await startService({ clock });
    const config = { ...service.config, role: 'web', port: 0, publicUrl: 'https://crosswalk.example' } as const;
    https = await createApp({ config, log: createLog('silent'), clock });
    await https.start();
  });
  afterAll(async () => {
    await https.stop();
    await service.stop();
  });

  /** A browser that is logged in, in an organization of its own. */
  async function loggedIn() {
    const tenant = await service.addTenant(`Org${(members += 1)}`, 'STARTER');
    const browser = new TestBrowser(service.baseUrl);
    const opened = await browser.logIn(tenant.emails.member, PASSWORD);
    expect(opened.code).toBeNull();
    return { tenant, browser, opened };
  }
  const statusOf = async (token: string | null) =>
    (await new TestBrowser(service.baseUrl).client({ token } as never).get('/api/org/profile')).status;
  const reasonOf = async (email: string) => {
    const rows = await service.database.query<{ reason: string | null }>(
      `select end_reason as reason from sessions where kind = 'browser' and user_id = (select id from users where email = $1)`,
      [email],
    );
    return rows.map(({ reason }) => reason);
  };

  it('gives an access token of 10 minutes, and a cookie that no script reads and no other site sends', async () => {
    const { opened, browser } = await loggedIn();
    expect(opened.expiresIn).toBe(600);
    const { port } = new URL(service.baseUrl);
    expect(opened.setCookie).toMatch(
      new RegExp(`^crosswalk-${port}=[\\w.-]{87}; path=/; expires=[^;]+; samesite=strict; httponly$`),
    );
    expect(await statusOf(opened.token)).toBe(200);
    await clock.at(10 * MINUTE_MS + SECOND_MS, async () => expect(await statusOf(opened.token)).toBe(401));
    const [row] = await service.database.query<{ text: string }>(
      `select to_jsonb(s)::text as text from sessions s where kind = 'browser' order by created_at desc limit 1`,
    );
    for (const part of (browser.cookie ?? '').split('=')[1]?.split('.') ?? ['x']) expect(row?.text).not.toContain(part);
  });

  it('has a Secure cookie with the prefix __Host- over HTTPS', async () => {
    const browser = new TestBrowser(baseUrlOf(https), { origin: 'https://crosswalk.example' });
    const { setCookie } = await browser.logIn(service.a.emails.member, PASSWORD);
    expect(setCookie).toMatch(
      /^__Host-crosswalk=[\w.-]{87}; path=\/; expires=[^;]+; samesite=strict; secure; httponly$/,
    );
    expect((await browser.refresh()).token).not.toBeNull();
  });

  it('goes on with another token and another cookie, as the same session', async () => {
    const { browser, opened } = await loggedIn();
    const before = browser.cookie;
    const next = await clock.at(9 * MINUTE_MS, () => browser.refresh());
    expect(next.token).not.toBeNull();
    expect(next.token).not.toBe(opened.token);
    expect(browser.cookie).not.toBe(before);
    await clock.at(12 * MINUTE_MS, async () => {
      expect(await statusOf(next.token)).toBe(200);
      expect((await browser.refresh()).token).not.toBeNull();
    });
  });

  it('takes two tabs that refresh at once for no theft: both get the same cookie', async () => {
    const { browser } = await loggedIn();
    const { cookie } = browser;
    const both = await Promise.all([browser.refresh(cookie), browser.refresh(cookie)]);
    expect(both.map(({ token }) => typeof token)).toEqual(['string', 'string']);
    const pairs = both.map(({ setCookie }) => setCookie?.split(';', 1)[0]);
    expect(pairs[0]).toBe(pairs[1]);
    const lost = await clock.at(8 * SECOND_MS, () => browser.refresh(cookie));
    expect(lost.setCookie?.split(';', 1)[0]).toBe(pairs[0]);
    expect((await browser.refresh()).token).not.toBeNull();
  });

  it.each([
    ['the predecessor of its cookie, after 10 seconds', 1, 11 * SECOND_MS],
    ['an older cookie, at once', 2, 0],
  ])('ends when %s is used again, and says so', async (_what, refreshes, afterMs) => {
    const { browser, tenant, opened } = await loggedIn();
    const stolen = browser.cookie;
    let latest = opened;
    for (let time = 0; time < refreshes; time += 1) latest = await browser.refresh();
    const current = browser.cookie;
    const reused = await clock.at(afterMs, () => browser.refresh(stolen));
    expect([reused.token, reused.code]).toEqual([null, null]);
    expect(reused.setCookie).toContain('expires=Thu, 01 Jan 1970');
    expect(await statusOf(latest.token)).toBe(401);
    expect((await browser.refresh(current)).token).toBeNull();
    expect(await reasonOf(tenant.emails.member)).toEqual(['token_reused']);
    const events = await tenant.admin.rest<{ kind: string }[]>('/api/security-events?kind=session.token_reused');
    expect(events).toHaveLength(1);
    const mail = await eventually(async () => {
      const mails = (await sentMails(service)).filter((each) => each.includes('used twice'));
      return mails.find((each) => each.includes(`To: ${tenant.emails.member}`)) ?? null;
    });
    expect(mail).toContain(tenant.emails.member);
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another port of this host, in a browser that says no more', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed page', { origin: 'null' }],
    ['another host of the same domain', { 'sec-fetch-site': 'same-site' }],
    ['a client that does not say who asks', {}],
  ])('is neither opened nor continued for %s', async (_what, site) => {
    const { browser, tenant } = await loggedIn();
    const other = new TestBrowser(service.baseUrl, site);
    const refused = await other.refresh(browser.cookie);
    expect([refused.code, refused.token, refused.setCookie]).toEqual(['FORBIDDEN', null, null]);
    const opened = await other.logIn(tenant.emails.member, PASSWORD);
    expect([opened.code, opened.setCookie]).toEqual(['FORBIDDEN', null]);
    expect((await browser.refresh()).token).not.toBeNull();
  });

  it('authorizes nothing by its cookie alone', async () => {
    const { browser } = await loggedIn();
    expect((await browser.send('{ me { id } }', {})).code).toBe('UNAUTHENTICATED');
  });

  it('ends with a log-out, which removes the cookie', async () => {
    const { browser, opened, tenant } = await loggedIn();
    const { cookie } = browser;
    const out = await browser.send('mutation { logout { session { id } } }', {}, { token: opened.token });
    expect(out.setCookie).toContain('expires=Thu, 01 Jan 1970');
    expect(browser.cookie).toBeNull();
    expect((await browser.refresh(cookie)).token).toBeNull();
    expect(await statusOf(opened.token)).toBe(401);
    expect(await reasonOf(tenant.emails.member)).toEqual(['logged_out']);
  });

  it('is not continued after it was ended, its member removed, or the password changed in the database', async () => {
    const ends = [
      (email: string) =>
        service.database.query(
          `update sessions set ended_at = now(), end_reason = 'ended' where kind = 'browser' and user_id = (select id from users where email = $1)`,
          [email],
        ),
      (email: string) =>
        service.database.query('update users set removed_at = now(), account_id = null where email = $1', [email]),
      (email: string) =>
        service.database.query('update users set credentials_changed_at = now() where email = $1', [email]),
    ];
    for (const end of ends) {
      const { browser, tenant } = await loggedIn();
      await end(tenant.emails.member);
      expect((await browser.refresh()).token).toBeNull();
      expect(browser.cookie).toBeNull();
    }
  });

  it('ends after 8 hours without a request, and after 24 however it is used', async () => {
    const idle = await loggedIn();
    await clock.at(IDLE_MS + SECOND_MS, async () => expect((await idle.browser.refresh()).token).toBeNull());
    const { browser } = await loggedIn();
    for (const hours of [7, 14, 21, 23.9]) {
      const { token } = await clock.at(hours * HOUR_MS, () => browser.refresh());
      expect(token).not.toBeNull();
    }
    await clock.at(24 * HOUR_MS + SECOND_MS, async () => expect((await browser.refresh()).token).toBeNull());
  });

  it('goes on after its password is changed with an access token of 10 minutes, and not with the cookie of before', async () => {
    const { browser, opened } = await loggedIn();
    const { cookie } = browser;
    const input = { currentPassword: PASSWORD, newPassword: 'another horse, another battery' };
    const changed = await browser.send(CHANGE, { i: input }, { token: opened.token });
    expect(changed.expiresIn).toBe(600);
    expect((await browser.refresh(cookie)).token).toBeNull();
  });

  it('opens a socket with its token, which is closed when the token ends', async () => {
    const { browser, opened } = await loggedIn();
    const socket = await Socket.connect(service.baseUrl, opened.token);
    clock.shiftMs = 11 * MINUTE_MS;
    try {
      expect((await socket.closed).code).toBe(4403);
      const next = await browser.refresh();
      const again = await Socket.connect(service.baseUrl, next.token);
      await again.close();
    } finally {
      clock.shiftMs = 0;
    }
  });
});
