import type { Locator } from 'playwright-core';
import { describe, it } from 'vitest';
import { MailServer } from '../mail/mail-server.js';
import { eventually } from '../support/eventually.js';
import { startService } from '../support/service.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

const PASSWORD = 'a rather long phrase of mine';

const stage = Stage.set();
const openMembers = () => stage.openAs('admin', '/members');

/** Invites a user through the dialog. @returns the link that it shows */
async function inviteByHand(email: string, role: string): Promise<string> {
  const { page } = stage;
  await page.getByRole('button', { name: 'Invite member' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('radio', { name: role }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await page.getByRole('dialog').getByLabel('Invitation link', { exact: true }).innerText();
  await page.getByRole('button', { name: 'Close' }).last().click();
  return link.trim();
}

/** Chooses what is done with somebody in the menu of their row. */
async function choose(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^More for / }).click();
  await stage.page.getByRole('menuitem', { name: action, exact: true }).click();
}

describe('the page of members', () => {
  it('lists the members of the organization, and how many licenses are used', async () => {
    await openMembers();
    const table = stage.page.getByRole('region', { name: 'Members' });
    for (const email of Object.values(stage.service.a.emails)) await expect(table.getByText(email)).toHaveCount(1);
    await stage.page.getByText('3 of 1,000 seats used, 1 administrator').waitFor();
  });

  it('requires a second factor right where it counts who has none, and lists those alone', async () => {
    await openMembers();
    const { page } = stage;
    await page.getByText('Nobody has a second factor').waitFor();
    await page.getByText('Whoever learns one password can do everything that this member can').waitFor();
    await page.getByRole('button', { name: 'Require a second factor' }).click();
    await page.getByRole('dialog').getByText('You need one of both of your own first').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    // Three members are read at a glance; what the address filters can be seen and taken off.
    await expect(page.getByRole('search')).toHaveCount(0);
    await stage.dashboard.goto('/members?show=alone');
    await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('alone');
    await page.getByRole('textbox', { name: 'Find a member' }).fill('alpha aud');
    const rows = page.getByRole('region', { name: 'Members' }).getByRole('row');
    await expect(rows).toHaveCount(2);
    await rows.getByText(/Active$/).waitFor();
    await expectSound(stage.dashboard, 'members-filtered');
    await page.getByRole('textbox', { name: 'Find a member' }).fill('nobody');
    await page.getByText('Nobody matches.').waitFor();
  });

  it('invites a user, who registers and is logged in', async () => {
    await openMembers();
    const link = await inviteByHand('nora@alpha.example', 'Auditor');
    const row = stage.page.getByRole('row').filter({ hasText: 'nora@alpha.example' });
    await row.getByText(/Invited$/).waitFor();
    await choose(row, 'Copy link');
    expect(await stage.page.evaluate<string>('navigator.clipboard.readText()')).toBe(link);

    const nora = await stage.guest();
    await nora.goto(new URL(link).pathname + new URL(link).search);
    await nora.page.getByRole('heading', { name: 'Join Alpha' }).waitFor();
    await nora.page.getByText('with the role: Auditor').waitFor();
    await expectSound(nora, 'register');
    await nora.page.getByLabel('Your name').fill('Nora');
    await nora.page.getByLabel('Password').first().fill('password1234');
    await nora.page.getByRole('button', { name: 'Join' }).click();
    await nora.page.getByText('is one of those that are guessed first').waitFor();
    await expect(nora.page.getByLabel('Your name')).toHaveValue('Nora');
    await nora.page.getByLabel('Password').first().fill(PASSWORD);
    await nora.page.getByRole('button', { name: 'Join' }).click();
    await nora.page.waitForURL(/\/posture$/);
    await nora.page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
    await nora.page.reload();
    await nora.page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();

    const late = await stage.guest();
    await late.goto(new URL(link).pathname + new URL(link).search);
    await late.page.getByText('This link does not work any more').waitFor();
    await late.goto('/register?token=nobodys');
    await late.page.getByText('This is no link of an invitation').waitFor();
    expect(await late.violations()).toEqual([]);

    await stage.page.reload();
    const member = stage.page.getByRole('row').filter({ hasText: 'Nora' });
    await member.getByText('Auditor').waitFor();
    await choose(member, 'Change role');
    await stage.page.getByRole('radio', { name: 'Member' }).check();
    expect(await stage.dashboard.violations()).toEqual([]);
    await stage.page.getByRole('button', { name: 'Save' }).click();
    await member.getByRole('cell', { name: 'Member', exact: true }).waitFor();
    // Her page would go on to ask, and be refused.
    await nora.page.goto('about:blank');
    await choose(member, 'Remove');
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await member.waitFor({ state: 'detached' });
  });

  it('resends an invitation with a new link, and revokes it', async () => {
    await openMembers();
    const first = await inviteByHand('otto@alpha.example', 'Member');
    const row = stage.page.getByRole('row').filter({ hasText: 'otto@alpha.example' });
    await choose(row, 'Resend');
    const second = await stage.page.getByRole('dialog').getByLabel('Invitation link', { exact: true }).innerText();
    expect(second.trim()).not.toBe(first);
    await stage.page.getByRole('button', { name: 'Close' }).last().click();
    await choose(row, 'Revoke');
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('shows why the last administrator cannot be removed, and leaves the dialog open', async () => {
    await openMembers();
    const row = stage.page.getByRole('row').filter({ hasText: stage.service.a.emails.admin });
    await choose(row, 'Change role');
    await stage.page.getByRole('radio', { name: 'Auditor' }).check();
    await stage.page.getByRole('button', { name: 'Save' }).click();
    await stage.page.getByText('the last admin can be neither removed nor demoted').waitFor();
    await expect(stage.page.getByRole('radio', { name: 'Auditor' })).toBeChecked();
    await stage.page.keyboard.press('Escape');
    await row.getByRole('button', { name: /^More for / }).click();
    const removal = stage.page.getByRole('menuitem', { name: 'Remove' });
    await expect(removal).toContainText('The only administrator stays.');
    await expect(removal).toBeDisabled();
  });

  it('is read-only for an auditor', async () => {
    await stage.openAs('auditor', '/members');
    await stage.page.getByText(stage.service.a.emails.member).waitFor();
    for (const name of ['Invite member', /^More for/]) {
      await expect(stage.page.getByRole('button', { name })).toHaveCount(0);
    }
    await expect(stage.page.getByText('Invited')).toHaveCount(0);
  });

  it('is accessible and fits every viewport, its dialog too', async () => {
    await openMembers();
    await inviteByHand('pia@alpha.example', 'Member');
    await stage.page.getByText('pia@alpha.example').waitFor();
    await expectSound(stage.dashboard, 'members');
    await stage.page.getByRole('button', { name: 'Invite member' }).click();
    await expectSound(stage.dashboard, 'members-invite');
  });
});

describe('an invitation where a mail server is set', () => {
  it('sends the link by mail, and does not show it on the page', async () => {
    const mails = new MailServer();
    const sending = await startService({ settings: { smtpUrl: await mails.listen() } });
    const admin = await stage.guest({}, sending);
    await admin.goto('/members');
    await admin.logIn(sending.a.emails.admin);
    await admin.page.getByRole('button', { name: 'Invite member' }).click();
    await admin.page.getByLabel('E-mail').fill('mia@alpha.example');
    await admin.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await admin.page.getByText('A mail with the link is on its way').waitFor();
    await expect(admin.page.getByLabel('Invitation link')).toHaveCount(0);
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
