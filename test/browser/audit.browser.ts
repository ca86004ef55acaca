import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { startService, type TestService } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { Dashboard } from './dashboard.js';
import { fitsPhone, violationsInThemes } from './themes.js';

const RENAMES = 55;

describe('the audit log in the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  let dashboard: Dashboard;

  beforeAll(async () => {
    service = await startService();
    for (let number = 1; number <= RENAMES; number += 1) {
      await service.a.admin.put('/api/org/profile', { name: `Alpha ${number}` });
    }
    await service.a.admin.post('/api/org/members/invite', { email: 'new@alpha.example', role: 'member' });
    browser = await openBrowser();
    dashboard = await Dashboard.open(service, browser);
    await dashboard.goto('/audit');
    // Who audits reads the trail, and has nothing to do with webhooks.
    await dashboard.logIn(service.a.emails.auditor);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const action = () => dashboard.page.getByRole('combobox', { name: 'Action, or its beginning' });
  const table = () => dashboard.page.getByRole('region', { name: 'Audit log' });

  it('is there for an auditor, who is not shown webhooks', async () => {
    await table().getByRole('button', { name: 'invitation.created' }).waitFor();
    const links = await dashboard.page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
    expect(links).toContain('Audit log');
    expect(links).not.toContain('Webhooks');
    await dashboard.picture('audit');
    expect(await fitsPhone(dashboard)).toBe(true);
  });

  it('shows before and after of a change, and keeps its filters over a reload', async () => {
    const { page } = dashboard;
    await action().fill('organization.upd');
    await page.waitForURL(/action=organization\.upd/);
    await page.getByText(`${RENAMES} changes match`).waitFor();
    await page.reload();
    await page.getByText(`${RENAMES} changes match`).waitFor();
    expect(await action().inputValue()).toBe('organization.upd');
    const newest = table().getByRole('row', { name: 'organization.updated' }).first();
    expect((await newest.innerText()).replaceAll(/\s+/g, ' ')).toContain(
      `name Alpha ${RENAMES - 1} → Alpha ${RENAMES}`,
    );
    await newest.getByText('Alpha admin').waitFor();
    await newest.getByText('127.0.0.1').waitFor();
  });

  it('pages by cursor through what matches', async () => {
    const { page } = dashboard;
    await page.getByText('Page 1 of 2').waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('Page 2 of 2').waitFor();
    await table().getByText('Alpha 1', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.getByText('Page 1 of 2').waitFor();
  });

  it('opens a change to its JSON and its place in the chain', async () => {
    await table().getByRole('button', { name: 'organization.updated' }).first().click();
    await table().getByRole('button', { name: 'JSON' }).click();
    const before = await table().getByLabel('Before', { exact: true }).innerText();
    expect(JSON.parse(before)).toEqual({ name: `Alpha ${RENAMES - 1}` });
    await table().getByRole('button', { name: 'Place in the chain' }).click();
    const hashes = await table()
      .getByText(/^[0-9a-f]{64}$/)
      .allInnerTexts();
    expect(new Set(hashes).size).toBe(2);
  });

  it('narrows to a person, a kind of resource and days', async () => {
    const { page } = dashboard;
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Of what').selectOption('invitation');
    await page.getByText('1 change matches').waitFor();
    await table().getByRole('button', { name: 'invitation.created' }).click();
    await table().getByRole('button', { name: 'JSON' }).click();
    await table().getByRole('button', { name: 'Place in the chain' }).click();
    // Of one row with its detail: axe takes long over a page of fifty.
    expect(await violationsInThemes(dashboard)).toEqual([]);
    await page.getByLabel('Who').selectOption({ label: 'Alpha member' });
    await page.getByText('No change matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('To, inclusive').fill('2020-01-31');
    await page.waitForURL(/to=2020-0/);
    await page.getByText('No change matches these filters.').waitFor();
    expect(await page.getByLabel('To, inclusive').inputValue()).toBe('2020-01-31');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('changes are on record').waitFor();
  });

  it('saves all that matches, and not its first page alone', async () => {
    const { page } = dashboard;
    await action().fill('organization.updated');
    await page.getByText(`${RENAMES} changes match`).waitFor();
    const saved = async (kind: string) => {
      await page.getByRole('button', { name: 'Export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: kind }).click();
      return readFile(await (await download).path(), 'utf8');
    };
    const csv = (await saved('As CSV')).trimEnd().split('\r\n');
    expect(csv).toHaveLength(1 + RENAMES);
    const entries = JSON.parse(await saved('As JSON')) as { sequence: number; after: { name: string } }[];
    expect(entries.map(({ after }) => after.name)).toEqual(
      Array.from({ length: RENAMES }, (_, index) => `Alpha ${RENAMES - index}`),
    );
  });

  it('meets no error and asks for nothing that is not documented', () => {
    expect(dashboard.problems).toEqual([]);
    expect(dashboard.undocumented).toEqual([]);
  });
});
