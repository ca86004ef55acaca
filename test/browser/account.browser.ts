import { describe, it } from 'vitest';
import { codeAt } from '../auth/one-time-code.js';
import { Client } from '../support/client.js';
import { PASSWORD } from '../support/service.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

const NEXT_PASSWORD = 'another rather long phrase';
const STEP_MS = 30_000;

describe('the account page', () => {
  const stage = Stage.set();

  it('changes the password, shows an error at its field, and does not log out', async () => {
    const { page } = stage;
    await stage.openAs('auditor', '/account');
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const current = dialog.getByLabel('Current password');
    const next = dialog.getByLabel('New password');
    await page.getByRole('button', { name: 'Change password…' }).click();
    await current.fill('not the password at all');
    await next.fill(NEXT_PASSWORD);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('This is not the current password.').waitFor();
    await current.fill(PASSWORD);
    await next.fill('short');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('must have at least 12 characters').waitFor();
    await expect(current).toHaveValue(PASSWORD);
    await next.fill(NEXT_PASSWORD);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await page.getByText(stage.service.a.emails.auditor).first().waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const other = await stage.guest();
    await other.goto('/account');
    await other.logIn(stage.service.a.emails.auditor, NEXT_PASSWORD);
  });

  it('changes the name, which the others then see', async () => {
    const { page } = stage;
    await stage.openAs('member', '/account');
    await page.getByRole('button', { name: 'Change name' }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('Grace Hopper');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Name changed.').waitFor();
    await expect(page.locator('dd').first()).toContainText('Grace Hopper');
    const members = await stage.service.a.admin.rest<{ name: string }[]>('/api/org/members');
    expect(members.map(({ name }) => name)).toContain('Grace Hopper');
  });

  it('keeps the language that is chosen in the menu, in which another browser begins', async () => {
    const { page, service } = stage;
    await stage.openAs('member', '/account');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
    await expect
      .poll(async () => (await service.a.member.data<{ me: { language: string } }>('{ me { language } }')).me.language)
      .toBe('de');
    const other = await stage.guest();
    await other.goto('/account');
    await other.logIn(service.a.emails.member);
    await other.page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
    await expect(other.page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('button', { name: /^Ihr Konto/ }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  });

  it('sets up one-time codes, shows the recovery codes once, and logs in with a code', async () => {
    const { page } = stage;
    const email = stage.service.a.emails.member;
    await stage.dashboard.goto('/account');
    await stage.dashboard.logIn(email);
    await page.getByRole('button', { name: 'Set up one-time codes' }).click();
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    const picture = page.getByRole('img', { name: 'QR code' });
    await picture.waitFor();
    expect(await page.evaluate<number>("document.querySelector('img').naturalWidth")).toBeGreaterThan(0);
    expect(await stage.dashboard.violations()).toEqual([]);
    await stage.dashboard.picture('account-enrolment');
    const secret = (await page.getByLabel('Secret', { exact: true }).innerText()).trim();
    await page.getByRole('textbox', { name: 'One-time code' }).fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('This code is wrong').waitFor();
    await page.getByRole('textbox', { name: 'One-time code' }).fill(codeAt(secret, Date.now()));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const recovery = await page.getByLabel('Recovery codes', { exact: true }).innerText();
    expect(recovery.trim().split(/\s+/)).toHaveLength(10);
    await expect(page.getByRole('button', { name: 'Close' })).toBeDisabled();
    await page.getByLabel('I have kept the recovery codes').check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('You log in with a password and a one-time code.').waitFor();

    const other = await stage.guest();
    other.foresee(401);
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
  });

  it('is accessible and fits every viewport', async () => {
    await stage.openAs('member', '/account', stage.service.b);
    await stage.page.getByRole('heading', { name: 'Appearance' }).waitFor();
    // They need a domain name, and this site has an address.
    await expect(stage.page.getByRole('heading', { name: 'Passkeys' })).toHaveCount(0);
    await expectSound(stage.dashboard, 'account');
    await stage.page.getByRole('button', { name: 'Change password…' }).click();
    await expectSound(stage.dashboard, 'account-password');
  });

  it('changes the theme and the language, and leads to the own notification rules', async () => {
    await stage.openAs('member', '/account', stage.service.b);
    const { page } = stage;
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
    await page.getByRole('link', { name: 'Your notification rules' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  });

  it('groups the sessions of a device, and ends them together', async () => {
    const { page, service } = stage;
    const email = service.b.emails.member;
    const visitor = new Client(service.baseUrl, null);
    for (let opened = 0; opened < 2; opened += 1) await visitor.post('/api/auth/login', { email, password: PASSWORD });
    await stage.openAs('member', '/account', service.b);
    const group = page.getByRole('row').filter({ hasText: /node.*\d sessions/ });
    await group.getByRole('button', { name: /^End all: node, \d sessions$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End all' }).click();
    await page.getByText(/^\d sessions ended$/).waitFor();
    await expect(group).toHaveCount(0);
    await page.getByText('This session').waitFor();
  });
});
