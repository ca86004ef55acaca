import { beforeAll, describe, it } from 'vitest';
import { createKey } from '../support/api-keys.js';
import { Client } from '../support/client.js';
import { expect } from './expect.js';
import { expectAccessible, expectNarrow } from './soundness.js';
import { Stage } from './stage.js';

describe('API keys in the dashboard', () => {
  let key: string;
  const stage = Stage.set({
    isShared: true,
    prepare: ({ a }) => createKey(a.member, { name: 'Of the member', expiresInDays: 3 }),
  });
  beforeAll(() => stage.openAs('admin', '/keys'));

  const statusAt = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (await fetch(stage.service.baseUrl + path, { ...init, headers })).status;
  };
  const statuses = async () => [
    await statusAt('/api/compliance/frameworks'),
    await statusAt('/graphql', { method: 'POST', body: JSON.stringify({ query: '{ me { id } }' }) }),
  ];
  const row = (name: string) => stage.page.getByRole('row', { name });
  /** Chooses what is done with a row in its menu. */
  const choose = async (name: string, action: string) => {
    await row(name)
      .getByRole('button', { name: `More for ${name}` })
      .click();
    await stage.page.getByRole('menuitem', { name: action }).click();
  };

  it('shows an admin the keys of all users, and marks one that expires soon', async () => {
    const { page } = stage;
    await row('Of the member')
      .getByRole('cell', { name: /^Alpha member \d/ })
      .waitFor();
    await expect(row('Of the member').locator('.badge').filter({ hasText: 'in 3 days' })).toHaveText('!in 3 days');
    await page.getByText('1 active key, expires in 3 days, never used').waitFor();
    await expectAccessible(stage.dashboard);
    await expectNarrow(stage.dashboard);
  });

  it('offers to renew one that expires soon, with its name and permissions', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Renew Of the member' }).click();
    const form = page.getByRole('dialog', { name: 'Renew “Of the member”' });
    await expect(form.getByLabel('Name')).toHaveValue('Of the member');
    await expect(form.getByRole('checkbox', { name: 'Read' })).toBeChecked();
    await form.getByText('The old one works until it expires or is revoked.').waitFor();
    await expectAccessible(stage.dashboard);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
  });

  it('shows a new key once, with a command, in a dialog that does not close by accident', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Create key' }).click();
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByLabel('Name').fill('Nightly export');
    await expectAccessible(stage.dashboard);
    await form.getByLabel('Expires').selectOption('30');
    await form.getByRole('button', { name: 'Create key' }).click();

    const reveal = page.getByRole('dialog', { name: 'Key “Nightly export”' });
    await reveal.getByRole('button', { name: 'Copy: API key' }).click();
    key = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(key).toMatch(/^svc_\w{8}_\w{38}$/);
    await expect(reveal.getByLabel('Try it: REST and GraphQL', { exact: true })).toContainText(
      `${stage.service.baseUrl}/api/compliance/frameworks -H 'Authorization: Bearer ${key}'`,
    );
    await expectAccessible(stage.dashboard);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(reveal.getByRole('button', { name: 'Close' })).toBeDisabled();
    await reveal.getByLabel('I have stored the key in a safe place').check();
    await reveal.getByRole('button', { name: 'Close' }).click();
    await reveal.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);
    await row('Nightly export').getByText('Active').waitFor();
    await stage.dashboard.picture('keys');
  });

  it('creates keys that authenticate over REST and GraphQL until they are revoked', async () => {
    const { page } = stage;
    expect(await statuses()).toEqual([200, 200]);
    await page.reload();
    await choose('Nightly export', 'Revoke');
    const dialog = page.getByRole('dialog', { name: 'Revoke “Nightly export”' });
    await expectAccessible(stage.dashboard);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await statuses()).toEqual([200, 200]);
    await choose('Nightly export', 'Revoke');
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row('Nightly export').getByText('Revoked').waitFor();
    expect(await statuses()).toEqual([401, 401]);
  });

  it('creates a key with a chosen expiry date', async () => {
    const { page } = stage;
    const day = new Date(Date.now() + 100 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
    await page.getByRole('button', { name: 'Create key' }).click();
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByLabel('Name').fill('For the audit');
    await form.getByLabel('Expires').selectOption('date');
    await form.getByLabel('Last day').fill(day);
    await form.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'Key “For the audit”' }).waitFor();
    const { apiKeys } = await new Client(stage.service.baseUrl, stage.service.a.admin.token).data<{
      apiKeys: { name: string; expiresAt: string }[];
    }>('{ apiKeys { name expiresAt } }');
    expect(apiKeys.find(({ name }) => name === 'For the audit')?.expiresAt).toBe(`${day}T23:59:59.000Z`);
  });

  it('creates a service account with a role of its own, and disables it', async () => {
    const { page } = stage;
    await page.reload();
    await page.getByRole('button', { name: 'Create service account' }).click();
    const form = page.getByRole('dialog', { name: 'Create a service account' });
    await form.getByLabel('Name').fill('Evidence collector');
    await form.getByLabel('Role').selectOption('auditor');
    await form.getByRole('button', { name: 'Create service account' }).click();
    await form.waitFor({ state: 'detached' });
    await row('Evidence collector').getByText('Auditor').waitFor();
    await choose('Evidence collector', 'Disable');
    const dialog = page.getByRole('dialog', { name: 'Disable “Evidence collector”' });
    await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
    await row('Evidence collector').getByText('Disabled').waitFor();
  });

  it('shows a member only their own keys', async () => {
    const member = await stage.guest();
    await member.goto('/keys');
    await member.logIn(stage.service.a.emails.member);
    await member.page.getByRole('row', { name: 'Of the member' }).waitFor();
    await expect(member.page.getByRole('row', { name: 'For the audit' })).toHaveCount(0);
  });
});
