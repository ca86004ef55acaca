import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { MailServer } from '../mail/mail-server.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { Dashboard, THEMES } from './dashboard.js';

const PASSWORD = 'a rather long phrase of mine';

let service: TestService;
let browser: Browser;
let dashboard: Dashboard;
let tenant: TestTenant;

beforeAll(async () => {
  service = await startService();
  browser = await openBrowser();
  tenant = service.a;
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

/** Opens the page of members for an administrator. */
async function openMembers(): Promise<void> {
  await dashboard.goto('/members');
  await dashboard.logIn(tenant.emails.admin);
  await dashboard.page.getByRole('button', { name: 'Invite member' }).waitFor();
}

/** Invites through the dialog. @returns the link that it shows */
async function inviteByHand(email: string, role: string): Promise<string> {
  const { page } = dashboard;
  await page.getByRole('button', { name: 'Invite member' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('radio', { name: role }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await page.getByRole('dialog').getByLabel('Invitation link', { exact: true }).innerText();
  await page.getByRole('button', { name: 'Close' }).last().click();
  return link.trim();
}

describe('the page of members', () => {
  it('lists who belongs to the organization, and tells how many seats are used', async () => {
    await openMembers();
    const table = dashboard.page.getByRole('region', { name: 'Members' });
    for (const email of Object.values(tenant.emails)) expect(await table.getByText(email).count()).toBe(1);
    await dashboard.page.getByText('3 of 1,000 seats are used; 1 administrator').waitFor();
  });

  it('takes an invitation from its dialog to a member who is logged in', async () => {
    await openMembers();
    const link = await inviteByHand('nora@alpha.example', 'Auditor');
    const row = dashboard.page.getByRole('row').filter({ hasText: 'nora@alpha.example' });
    await row.getByText('Pending').waitFor();
    await row.getByRole('button', { name: 'Copy link' }).click();
    expect(await dashboard.page.evaluate<string>('navigator.clipboard.readText()')).toBe(link);

    const nora = await Dashboard.open(service, browser);
    await nora.goto(new URL(link).pathname + new URL(link).search);
    await nora.page.getByRole('heading', { name: 'Join Alpha' }).waitFor();
    await nora.page.getByText('with the role: Auditor').waitFor();
    expect(await nora.violations()).toEqual([]);
    await nora.picture('register');
    await nora.page.getByLabel('Your name').fill('Nora');
    await nora.page.getByLabel('Password').first().fill('password1234');
    await nora.page.getByRole('button', { name: 'Join' }).click();
    await nora.page.getByText('is one of those that are guessed first').waitFor();
    expect(await nora.page.getByLabel('Your name').inputValue()).toBe('Nora');
    await nora.page.getByLabel('Password').first().fill(PASSWORD);
    await nora.page.getByRole('button', { name: 'Join' }).click();
    await nora.page.waitForURL(/\/posture$/);
    await nora.page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
    await nora.page.reload();
    await nora.page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
    expect([nora.problems, nora.undocumented]).toEqual([[], []]);
    await nora.close();

    const late = await Dashboard.open(service, browser);
    await late.goto(new URL(link).pathname + new URL(link).search);
    await late.page.getByText('This link does not work any more').waitFor();
    await late.goto('/register?token=nobodys');
    await late.page.getByText('This is no link of an invitation').waitFor();
    expect(await late.violations()).toEqual([]);
    await late.close();

    await dashboard.page.reload();
    const member = dashboard.page.getByRole('row').filter({ hasText: 'Nora' });
    await member.getByText('Auditor').waitFor();
    await member.getByRole('button', { name: 'Change role' }).click();
    await dashboard.page.getByRole('radio', { name: 'Member' }).check();
    expect(await dashboard.violations()).toEqual([]);
    await dashboard.page.getByRole('button', { name: 'Save' }).click();
    await member.getByRole('cell', { name: 'Member', exact: true }).waitFor();
    await member.getByRole('button', { name: 'Remove' }).click();
    await dashboard.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await member.waitFor({ state: 'detached' });
  });

  it('gives a new link with a resend, and takes one back', async () => {
    await openMembers();
    const first = await inviteByHand('otto@alpha.example', 'Member');
    const row = dashboard.page.getByRole('row').filter({ hasText: 'otto@alpha.example' });
    await row.getByRole('button', { name: 'Resend' }).click();
    const second = await dashboard.page.getByRole('dialog').getByLabel('Invitation link', { exact: true }).innerText();
    expect(second.trim()).not.toBe(first);
    await dashboard.page.getByRole('button', { name: 'Close' }).last().click();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await dashboard.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('shows why the last administrator stays one, and keeps the dialog', async () => {
    await openMembers();
    const row = dashboard.page.getByRole('row').filter({ hasText: tenant.emails.admin });
    await row.getByRole('button', { name: 'Change role' }).click();
    await dashboard.page.getByRole('radio', { name: 'Auditor' }).check();
    await dashboard.page.getByRole('button', { name: 'Save' }).click();
    await dashboard.page.getByText('the last admin can be neither removed nor demoted').waitFor();
    expect(await dashboard.page.getByRole('radio', { name: 'Auditor' }).isChecked()).toBe(true);
    await dashboard.page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Remove' }).click();
    await dashboard.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await dashboard.page.getByText('the last admin can be neither removed nor demoted').waitFor();
  });

  it('shows an auditor who belongs to it, and nothing that they may not do', async () => {
    await dashboard.goto('/members');
    await dashboard.logIn(tenant.emails.auditor);
    await dashboard.page.getByText(tenant.emails.member).waitFor();
    for (const name of ['Invite member', 'Change role', 'Remove']) {
      expect(await dashboard.page.getByRole('button', { name }).count()).toBe(0);
    }
    expect(await dashboard.page.getByRole('heading', { name: 'Invitations' }).count()).toBe(0);
  });

  it.each(THEMES)('is clean to axe and fits a narrow screen, %s', async (theme) => {
    const themed = await Dashboard.open(service, browser, { theme });
    await themed.goto('/members');
    await themed.logIn(tenant.emails.admin);
    await themed.settled();
    expect(await themed.violations()).toEqual([]);
    await themed.picture('members');
    await themed.page.setViewportSize({ width: 320, height: 800 });
    expect(await themed.fitsWidth()).toBe(true);
    await themed.page.getByRole('button', { name: 'Invite member' }).click();
    expect(await themed.violations()).toEqual([]);
    expect(await themed.fitsWidth()).toBe(true);
    await themed.close();
  });
});

describe('an invitation where mail goes out', () => {
  it('arrives as a link in a mail, and on the page as word of that mail alone', async () => {
    const mails = new MailServer();
    const sending = await startService({ settings: { smtpUrl: await mails.listen() } });
    const admin = await Dashboard.open(sending, browser);
    await admin.goto('/members');
    await admin.logIn(sending.a.emails.admin);
    await admin.page.getByRole('button', { name: 'Invite member' }).click();
    await admin.page.getByLabel('E-mail').fill('mia@alpha.example');
    await admin.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await admin.page.getByText('A mail with the link is on its way').waitFor();
    expect(await admin.page.getByLabel('Invitation link').count()).toBe(0);
    const mail = await eventually(() => Promise.resolve(mails.received[0]?.mail ?? null));
    const [link = ''] = /http\S+\/register\?token=[\w-]+/.exec(mail.text ?? '') ?? [];
    await admin.page.goto(link);
    await admin.page.getByRole('heading', { name: 'Join Alpha' }).waitFor();
    await admin.page.getByText(`You are signed in as ${sending.a.emails.admin}`).waitFor();
    await admin.close();
    await sending.stop();
    await mails.close();
  });
});
