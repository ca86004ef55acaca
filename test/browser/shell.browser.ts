import { describe, it } from 'vitest';
import { resetTokenOf } from '../auth/reset-token.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

/** Beginning of what the field of the search asks for. */
const SEARCH = /^Search pages, actions/;

describe('the dashboard', () => {
  const stage = Stage.set();

  it('asks for a login, and then opens the requested page', async () => {
    await stage.openAs('admin', '/scans');
    await stage.page.getByRole('heading', { level: 1, name: 'Scans' }).waitFor();
  });

  it('retains the session over a reload and in other tabs, in no storage that scripts read, until one logs out', async () => {
    await stage.openAs('admin', '/posture');
    await stage.page.reload();
    await stage.page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
    const other = await stage.page.context().newPage();
    await other.goto(`${stage.service.baseUrl}/posture`);
    await other.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
    const stored = await other.evaluate<string>(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
    );
    expect(stored).not.toMatch(/eyJ|crosswalk-(\d|device)/);
    const cookies = (await stage.page.context().cookies()).filter(({ name }) => name.startsWith('crosswalk-'));
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies)
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', secure: false, path: '/' });
    // Both at once present the same cookie: that is no theft.
    await Promise.all([stage.page.reload(), other.reload()]);
    for (const page of [stage.page, other]) await page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
    stage.dashboard.foresee(401);
    await stage.page.getByRole('button', { name: /^Your account/ }).click();
    await stage.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await stage.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await other.getByRole('link', { name: 'Scans' }).first().click();
    await other.getByRole('dialog', { name: 'Sign in' }).waitFor();
    await other.reload();
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    await expect(other.getByRole('dialog')).toHaveCount(0);
  });

  it('sets a forgotten password by the link in a mail', async () => {
    const { page, service, dashboard } = stage;
    const email = service.b.emails.auditor;
    await dashboard.goto('/posture');
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    // The page of the login has a field of this name too.
    await page.getByRole('button', { name: 'Send the link' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    expect(await dashboard.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('a mail is on its way').waitFor();
    const token = await resetTokenOf(service, email);
    await dashboard.goto(`/reset-password?token=${token}`);
    await page.getByLabel(/^New password/).fill('short');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('must have at least 12 characters').waitFor();
    expect(await dashboard.violations()).toEqual([]);
    await page.getByLabel(/^New password/).fill('another horse, another battery');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('The new password is set.').waitFor();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await dashboard.logIn(email, 'another horse, another battery');
  });

  it('opens the menu of the account when its button was pressed before the menu is there', async () => {
    const { page } = stage;
    await stage.openAs('member', '/scans');
    const button = page.getByRole('button', { name: /^Your account/ });
    const signOut = page.getByRole('menuitem', { name: 'Sign out' });
    const held = Promise.withResolvers<undefined>();
    await page.route('**/account-menu-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await button.hover();
    await page.mouse.down();
    held.resolve(undefined);
    await signOut.waitFor();
    await page.mouse.up();
    await signOut.waitFor();
    await page.unroute('**/account-menu-*.js');
    await page.keyboard.press('Escape');
    await expect(signOut).toHaveCount(0);
  });

  it('masks the password, lets password managers fill it in, and shows why a login failed', async () => {
    stage.dashboard.foresee(401);
    await stage.dashboard.goto('/');
    await stage.page.getByLabel('E-mail').fill(stage.service.a.emails.admin);
    const password = stage.page.getByLabel('Password').first();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await password.fill('not the password');
    await stage.page.getByRole('button', { name: 'Sign in' }).click();
    await expect(stage.page.getByRole('alert')).toContainText(/\w/);
  });

  it('finds a control by Ctrl K, with the keyboard only', async () => {
    await stage.openAs('admin', '/posture');
    await stage.page.keyboard.press('Control+k');
    await stage.page.getByPlaceholder(SEARCH).fill('CC6.1');
    await stage.page
      .getByRole('button', { name: /CC6\.1/ })
      .first()
      .waitFor();
    await stage.page.keyboard.press('Enter');
    await stage.page.waitForURL(/\/controls\/[\w-]+\/[\w-]+$/);
  });

  it('finds a universal control by its code', async () => {
    await stage.openAs('admin', '/posture');
    await stage.page.keyboard.press('Control+k');
    await stage.page.getByPlaceholder(SEARCH).fill('ucf-phy-01');
    const found = stage.page.getByRole('dialog').getByRole('button', { name: /^UCF-PHY-01 / });
    // Without an assessment nothing is said: its controls may fail all the same.
    await expect(found).toHaveText(/^UCF-PHY-01 [^·]+ plan$/);
    expect(await stage.dashboard.violations()).toEqual([]);
    await found.click();
    await stage.page.getByRole('heading', { level: 1, name: /^UCF-PHY-01 / }).waitFor();
  });

  it('finds pages and actions by Ctrl K, by their titles before all else and by other words, and begins the action', async () => {
    const { page } = stage;
    await stage.openAs('admin', '/posture');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    const field = page.getByPlaceholder(SEARCH);
    await field.fill('members');
    const results = dialog.locator('[data-action]');
    await expect(results.first()).toHaveText('Members');
    const top = (await dialog.boundingBox())?.y;
    await field.fill('invite');
    await expect(dialog.getByRole('button', { name: 'Invite member' })).toHaveCount(1);
    // By other words it is found too, below what has the word itself.
    await field.fill('team');
    await expect(dialog.getByRole('button', { name: 'Members', exact: true })).toHaveCount(1);
    await field.fill('run scan');
    await expect(results.first()).toHaveText('Run scan');
    expect((await dialog.boundingBox())?.y).toBe(top);
    await field.fill('invite member');
    await expect(results.first()).toHaveText('Invite member');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/members\?create=true$/);
    await page.getByRole('dialog', { name: 'Invite a member' }).getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/\/members$/);
    await page.keyboard.press('Control+k');
    await field.fill('access');
    await dialog
      .getByRole('button', { name: /^Show all \d+$/ })
      .first()
      .waitFor();
    expect(await stage.dashboard.violations()).toEqual([]);
  });

  it('finds in German what the page says in German, and nothing that the user may not do', async () => {
    const german = await stage.guest({ locale: 'de-DE' });
    await german.goto('/posture');
    await german.logIn(stage.service.a.emails.member);
    await german.settled();
    await german.page.keyboard.press('Control+k');
    const field = german.page.getByPlaceholder(/^Seiten, Aktionen/);
    const results = german.page.getByRole('dialog').locator('[data-action]');
    await field.fill('aufgaben');
    await expect(results.first()).toHaveText('Aufgaben');
    await field.fill('einladen');
    await expect(results.filter({ hasText: 'Mitglied einladen' })).toHaveCount(0);
  });

  it('is in German where the browser prefers it, and in English when that is chosen', async () => {
    const german = await stage.guest({ locale: 'de-DE' });
    await german.goto('/posture');
    await german.page.getByLabel('E-Mail').fill(stage.service.a.emails.admin);
    await german.page.getByLabel('Passwort').first().fill('x');
    await german.page.getByRole('button', { name: 'Anmelden' }).waitFor();
    await expect(german.page.locator('html')).toHaveAttribute('lang', 'de');
  });

  it('does not show a page to a user without the permission', async () => {
    await stage.openAs('member', '/posture');
    const pages = stage.page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Scans' }).waitFor();
    for (const name of ['Webhooks', 'Audit log']) await expect(pages.getByRole('link', { name })).toHaveCount(0);
  });

  it('waits and goes on by itself where the service has too many requests, and shows no error', async () => {
    const { page } = stage;
    await stage.openAs('admin', '/posture');
    stage.dashboard.foresee(429);
    let refusals = 0;
    await page.route('**/graphql', async (route) => {
      if (refusals >= 2) return route.fallback();
      refusals += 1;
      const errors = [{ message: 'too many requests', extensions: { code: 'RATE_LIMITED' } }];
      return route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: { errors } });
    });
    await page.getByRole('link', { name: 'Scans', exact: true }).click();
    await page.getByText('Too many requests').waitFor();
    await page
      .getByText(/^No scan has run yet/)
      .first()
      .waitFor();
    await expect(page.getByText('Too many requests')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(refusals).toBe(2);
  });

  it('has the operations of a page at its end, and its actions alone beside its title', async () => {
    const { page } = stage;
    await stage.openAs('admin', '/settings');
    await expect(page.locator('.page-header').getByRole('button')).toHaveCount(0);
    await page.getByRole('button', { name: 'API of this page' }).click();
    await page.getByRole('menuitem', { name: 'Copy as cURL' }).click();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('/graphql');
  });

  it('says in its frame that an address is no page, with a way on', async () => {
    await stage.openAs('member', '/no/such/page');
    await stage.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await expectSound(stage.dashboard, 'not-found');
    await stage.page.getByRole('main').getByRole('link', { name: 'Go to posture' }).click();
    await stage.page.waitForURL('**/posture');
    await stage.page.getByRole('navigation').getByRole('link', { name: 'Scans' }).waitFor();
  });

  it('shows that the history is being written, and loads it when it is complete', async () => {
    const { database, a } = stage.service;
    const key = `hashtextextended('history ' || $1::uuid, 0)`;
    // The lock that is held while it is written.
    await database.query(`select pg_advisory_lock(${key})`, [a.tenantId]);
    await stage.openAs('admin', '/members');
    const notice = stage.page.getByText(/history, the 30 days before today, is still being written/);
    await notice.waitFor();
    await database.query(`update users set name = 'Written meanwhile' where tenant_id = $1 and role = 'auditor'`, [
      a.tenantId,
    ]);
    await database.query(`select pg_advisory_unlock(${key})`, [a.tenantId]);
    await notice.waitFor({ state: 'detached' });
    await stage.page.getByText('Written meanwhile').first().waitFor();
  });

  it('asks for a login when the session ends, and returns to the page', async () => {
    await stage.openAs('member', '/scans');
    stage.dashboard.foresee(401);
    // A password change elsewhere makes every token worthless.
    await stage.service.database.query('update users set credentials_changed_at = now() where email = $1', [
      stage.service.a.emails.member,
    ]);
    await stage.page.getByRole('dialog', { name: 'Sign in' }).waitFor({ timeout: 120_000 });
  });
});
