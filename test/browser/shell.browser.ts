import { describe, it } from 'vitest';
import { expect } from './expect.js';
import { Stage } from './stage.js';

describe('the dashboard', () => {
  const stage = Stage.set();

  it('asks for a login, and then opens the requested page', async () => {
    await stage.openAs('admin', '/scans');
    await stage.page.getByRole('heading', { level: 1, name: 'Scans' }).waitFor();
  });

  it('retains the session over a reload, and not in another tab', async () => {
    await stage.openAs('admin', '/posture');
    await stage.page.reload();
    await stage.page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
    const other = await stage.page.context().newPage();
    await other.goto(`${stage.service.baseUrl}/posture`);
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('shows why a login failed', async () => {
    stage.dashboard.foresee(401);
    await stage.dashboard.goto('/');
    await stage.page.getByLabel('E-mail').fill(stage.service.a.emails.admin);
    await stage.page.getByLabel('Password').first().fill('not the password');
    await stage.page.getByRole('button', { name: 'Sign in' }).click();
    await expect(stage.page.getByRole('alert')).toContainText(/\w/);
  });

  it('finds a control by Ctrl K, with the keyboard only', async () => {
    await stage.openAs('admin', '/posture');
    await stage.page.keyboard.press('Control+k');
    await stage.page.getByPlaceholder('Identifier or words of a control').fill('CC6.1');
    await stage.page
      .getByRole('button', { name: /CC6\.1/ })
      .first()
      .waitFor();
    await stage.page.keyboard.press('ArrowDown');
    await stage.page.keyboard.press('Enter');
    await stage.page.waitForURL(/\/controls\/[\w-]+\/[\w-]+$/);
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
    await stage.page.getByRole('dialog', { name: 'Sign in' }).waitFor({ timeout: 30_000 });
  });
});
