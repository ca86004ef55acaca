import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startService, type TestService } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { Dashboard } from './dashboard.js';

describe('the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  let dashboard: Dashboard;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  beforeEach(async () => {
    dashboard = await Dashboard.open(service, browser);
  });
  afterEach(async () => {
    await dashboard.close();
  });

  it('asks for a login, and then shows the page that was asked for', async () => {
    await dashboard.goto('/scans');
    await dashboard.logIn(service.a.emails.admin);
    await dashboard.page.getByRole('heading', { level: 1, name: 'Scans' }).waitFor();
  });

  it('keeps the session over a reload, and not in another tab', async () => {
    await dashboard.goto('/posture');
    await dashboard.logIn(service.a.emails.admin);
    await dashboard.page.reload();
    await dashboard.page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
    const other = await dashboard.page.context().newPage();
    await other.goto(`${service.baseUrl}/posture`);
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('says what is wrong with a login', async () => {
    await dashboard.goto('/');
    await dashboard.page.getByLabel('E-mail').fill(service.a.emails.admin);
    await dashboard.page.getByLabel('Password').first().fill('not the password');
    await dashboard.page.getByRole('button', { name: 'Sign in' }).click();
    expect(await dashboard.page.getByRole('alert').innerText()).not.toBe('');
  });

  it('finds a control by Ctrl K, from the keyboard alone', async () => {
    await dashboard.goto('/posture');
    await dashboard.logIn(service.a.emails.admin);
    await dashboard.page.keyboard.press('Control+k');
    await dashboard.page.getByPlaceholder('Identifier or words of a control').fill('CC6.1');
    await dashboard.page
      .getByRole('button', { name: /CC6\.1/ })
      .first()
      .waitFor();
    await dashboard.page.keyboard.press('ArrowDown');
    await dashboard.page.keyboard.press('Enter');
    await dashboard.page.waitForURL(/\/controls\/[\w-]+\/[\w-]+$/);
  });

  it('speaks German where the browser does, and English when that is chosen', async () => {
    const german = await Dashboard.open(service, browser, { locale: 'de-DE' });
    await german.goto('/posture');
    await german.page.getByLabel('E-Mail').fill(service.a.emails.admin);
    await german.page.getByLabel('Passwort').first().fill('x');
    await german.page.getByRole('button', { name: 'Anmelden' }).waitFor();
    expect(await german.page.locator('html').getAttribute('lang')).toBe('de');
    await german.close();
  });

  it('shows nobody a page for which they lack the right', async () => {
    await dashboard.goto('/posture');
    await dashboard.logIn(service.a.emails.member);
    const pages = await dashboard.page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
    expect(pages).toContain('Scans');
    expect(pages).not.toContain('Webhooks');
    expect(pages).not.toContain('Audit log');
  });

  it('asks again when the session ends, and keeps the page', async () => {
    await dashboard.goto('/scans');
    await dashboard.logIn(service.a.emails.member);
    // A password change elsewhere makes every token worthless.
    await service.database.query('update users set credentials_changed_at = now() where email = $1', [
      service.a.emails.member,
    ]);
    await dashboard.page.getByRole('dialog', { name: 'Sign in' }).waitFor({ timeout: 30_000 });
  });

  afterEach(() => {
    expect(dashboard.undocumented).toEqual([]);
  });
});
