import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { codeAt } from '../auth/one-time-code.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { Dashboard, THEMES } from './dashboard.js';

const NEXT_PASSWORD = 'another rather long phrase';
const STEP_MS = 30_000;

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
  expect(dashboard.undocumented).toEqual([]);
  expect(dashboard.problems).toEqual([]);
  await dashboard.close();
});

describe('the page of one’s own account', () => {
  it('changes the password, says at its field what is wrong with one, and stays', async () => {
    const { page } = dashboard;
    await dashboard.goto('/account');
    await dashboard.logIn(service.a.emails.auditor);
    const current = page.getByLabel('Current password');
    const next = page.getByLabel('New password');
    await current.fill('not the password at all');
    await next.fill(NEXT_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('This is not the current password.').waitFor();
    await current.fill(PASSWORD);
    await next.fill('short');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('must have at least 12 characters').waitFor();
    expect(await current.inputValue()).toBe(PASSWORD);
    await next.fill(NEXT_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    expect(await current.inputValue()).toBe('');
    await page.reload();
    await page.getByText(service.a.emails.auditor).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    const other = await Dashboard.open(service, browser);
    await other.goto('/account');
    await other.logIn(service.a.emails.auditor, NEXT_PASSWORD);
    await other.close();
  });

  it('sets one-time codes up, shows the recovery codes once, and logs in with a code', async () => {
    const { page } = dashboard;
    const email = service.a.emails.member;
    await dashboard.goto('/account');
    await dashboard.logIn(email);
    await page.getByRole('button', { name: 'Set up one-time codes' }).click();
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    const picture = page.getByRole('img', { name: 'QR code' });
    await picture.waitFor();
    expect(await page.evaluate<number>("document.querySelector('img').naturalWidth")).toBeGreaterThan(0);
    expect(await dashboard.violations()).toEqual([]);
    await dashboard.picture('account-enrolment');
    const secret = (await page.getByLabel('Secret', { exact: true }).innerText()).trim();
    await page.getByRole('textbox', { name: 'One-time code' }).fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('This code is wrong').waitFor();
    await page.getByRole('textbox', { name: 'One-time code' }).fill(codeAt(secret, Date.now()));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const recovery = await page.getByLabel('Recovery codes', { exact: true }).innerText();
    expect(recovery.trim().split(/\s+/)).toHaveLength(10);
    expect(await page.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
    await page.getByLabel('I have kept the recovery codes').check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('You log in with a password and a one-time code.').waitFor();

    const other = await Dashboard.open(service, browser);
    await other.goto('/account');
    await other.page.getByLabel('E-mail').fill(email);
    await other.page.getByLabel('Password').first().fill(PASSWORD);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    // The code of now was taken by the enrolment.
    await other.page.getByRole('textbox', { name: 'One-time code' }).fill(codeAt(secret, Date.now() + STEP_MS));
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.locator('#content').waitFor();
    await other.page.getByRole('button', { name: 'Turn off one-time codes' }).click();
    await other.page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await other.page.getByRole('dialog').getByRole('button', { name: 'Turn off one-time codes' }).click();
    await other.page.getByRole('button', { name: 'Set up one-time codes' }).waitFor();
    await other.close();
  });

  it.each(THEMES)('is clean to axe and fits a narrow screen, %s', async (theme) => {
    const themed = await Dashboard.open(service, browser, { theme });
    await themed.goto('/account');
    await themed.logIn(service.b.emails.member);
    await themed.settled();
    expect(await themed.violations()).toEqual([]);
    await themed.picture('account');
    await themed.page.setViewportSize({ width: 320, height: 800 });
    expect(await themed.fitsWidth()).toBe(true);
    await themed.close();
  });
});
