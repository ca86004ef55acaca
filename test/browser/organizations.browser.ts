import { describe, it } from 'vitest';
import { accept, invite, tokenOf } from '../organizations/inviting.js';
import { PASSWORD } from '../support/service.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

describe('a person in two organizations', () => {
  const stage = Stage.set();

  it('joins with the account that they are signed in with, and switches between both by keyboard', async () => {
    const { a, b, baseUrl } = stage.service;
    const token = tokenOf(await invite(b.admin, a.emails.member, 'auditor'));
    await stage.openAs('member', '/posture');
    await expect(stage.page.getByRole('button', { name: /^Organization:/ })).toHaveCount(0);
    await stage.page.goto(`${baseUrl}/register?token=${token}`);
    await expect(stage.page.getByText('You join with the account')).toContainText(a.emails.member);
    await expectSound(stage.dashboard, 'join');
    await stage.page.getByRole('button', { name: 'Join' }).click();
    await stage.page.waitForURL(/\/posture$/);
    const menu = stage.page.getByRole('button', { name: 'Organization: Beta' });
    await menu.waitFor();
    await menu.focus();
    await stage.page.keyboard.press('Enter');
    await stage.page.getByRole('menuitem', { name: /Alpha/ }).waitFor();
    await expectSound(stage.dashboard, 'organizations');
    await stage.page.getByRole('menuitem', { name: /Alpha/ }).focus();
    await stage.page.keyboard.press('Enter');
    await stage.page.getByRole('button', { name: 'Organization: Alpha' }).waitFor();
    // After a reload too: the cookie is that of the new session.
    await stage.page.reload();
    await stage.page.getByRole('button', { name: 'Organization: Alpha' }).waitFor();
  });

  it('goes on in the other organization in every tab', async () => {
    const { a, b } = stage.service;
    const token = tokenOf(await invite(b.admin, a.emails.auditor, 'member'));
    await accept(stage.service.anonymous, token, { name: 'In both', password: PASSWORD });
    await stage.openAs('auditor', '/posture');
    await stage.page.getByRole('button', { name: 'Organization: Beta' }).waitFor();
    const second = await stage.page.context().newPage();
    await second.goto(`${stage.service.baseUrl}/posture`);
    await second.getByRole('button', { name: 'Organization: Beta' }).click();
    // The session of the first tab is over by this, which that may find out at once.
    stage.dashboard.foresee(401);
    await second.getByRole('menuitem', { name: /Alpha/ }).click();
    await second.getByRole('button', { name: 'Organization: Alpha' }).waitFor();
    // The first tab opens again, and shows nothing of one organization under the name of the other.
    await stage.page.getByRole('link', { name: 'Controls', exact: true }).click();
    await stage.page.getByRole('button', { name: 'Organization: Alpha' }).waitFor();
    await second.close();
  });

  it('joins with the password of the account, and is warned of another one that is signed in', async () => {
    const { a, b, baseUrl } = stage.service;
    const token = tokenOf(await invite(b.admin, a.emails.admin, 'member'));
    await stage.openAs('member', '/posture');
    stage.dashboard.foresee(401);
    await stage.page.goto(`${baseUrl}/register?token=${token}`);
    await expect(stage.page.getByText('You are signed in as')).toContainText(a.emails.admin);
    await stage.page.getByLabel('Your name').fill('Admin of one');
    await stage.page.getByLabel('Password').first().fill('not that one');
    await stage.page.getByRole('button', { name: 'Join' }).click();
    await expect(stage.page.getByRole('alert')).toContainText('is not that of this account');
    await expectSound(stage.dashboard, 'join-with-password');
    await stage.page.getByLabel('Password').first().fill(PASSWORD);
    await stage.page.getByRole('button', { name: 'Join' }).click();
    await stage.page.getByRole('button', { name: 'Organization: Beta' }).waitFor();
  });
});
