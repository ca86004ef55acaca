import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { controlId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { startService, type TestService } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { Dashboard, THEMES } from './dashboard.js';

const DAY_MS = 86_400_000;
const CONTENT = 'user,role\nann,admin\nben,member\n';
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

describe('the page of evidence', () => {
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
    const { problems, undocumented } = dashboard;
    await dashboard.close();
    expect({ problems, undocumented }).toEqual({ problems: [], undocumented: [] });
  });

  const openAs = async (role: 'admin' | 'auditor' | 'member', path = '/evidence') => {
    await dashboard.goto(path);
    await dashboard.logIn(service.a.emails[role]);
    await dashboard.settled();
  };
  const dialog = () => dashboard.page.getByRole('dialog', { name: 'Upload evidence' });
  const table = () => dashboard.page.getByRole('region', { name: 'Evidence' });
  const titles = () => table().locator('tbody tr td:first-child').allInnerTexts();

  it('takes a file as evidence of two controls, proves what was stored, and gives it back', async () => {
    await openAs('member');
    await dashboard.page.getByRole('button', { name: 'Upload' }).click();
    await dialog().getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog().getByText('Choose a file.').waitFor();
    const chosen = { name: 'Access review.csv', mimeType: 'text/csv', buffer: Buffer.from(CONTENT) };
    await dialog().locator('input[type=file]').setInputFiles(chosen);
    await dialog().getByLabel('Title').fill('Access review of January');
    const controls = dialog().getByRole('combobox', { name: 'Controls' });
    for (const [identifier, name] of [
      ['CC6.1', /^SOC 2 CC6\.1 /],
      ['164.312(a)(1)', /^HIPAA 164\.312\(a\)\(1\) /],
    ] as const) {
      await controls.fill(identifier);
      await dashboard.page.getByRole('option', { name }).first().click();
    }
    await dialog().getByLabel('Title').click();
    await dialog().getByLabel('Expires on').fill('2000-01-31');
    await dialog().getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog().getByText('must be later than collected_at').waitFor();
    expect(dashboard.problems.splice(0)).toHaveLength(1);
    await dialog().getByLabel('Expires on').fill('2198-01-31');
    await dialog().getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog().getByText('what is stored is what you sent').waitFor();
    await dialog().getByText(SHA256).waitFor();
    expect(await dashboard.violations()).toEqual([]);
    await dialog().getByRole('button', { name: 'Close' }).last().click();

    const row = table().getByRole('row', { name: /Access review of January/ });
    await row.getByRole('link', { name: 'SOC 2 CC6.1' }).waitFor();
    await row.getByRole('link', { name: 'HIPAA 164.312(a)(1)' }).waitFor();
    await row.getByRole('button', { name: 'Copy the SHA-256' }).click();
    expect(await dashboard.page.evaluate<string>('navigator.clipboard.readText()')).toBe(SHA256);
    const [download] = await Promise.all([
      dashboard.page.waitForEvent('download'),
      row.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe(CONTENT);
  });

  it('tells how much expires soon and has expired, and each figure leads to its rows', async () => {
    const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    const put = async (title: string, collected: number, expires: number) =>
      uploaded(
        service.a.admin,
        file(CONTENT),
        { name: 'title', content: title },
        { name: 'collected_at', content: day(collected) },
        { name: 'expires_at', content: day(expires) },
      );
    await put('Old test', -400, -35);
    await put('Ending test', -340, 25);
    await put('Other test', -340, 35);
    await openAs('auditor');
    await dashboard.page.getByRole('link', { name: '1 expires within 30 days' }).click();
    await table().getByText('Soon: ').waitFor();
    expect(await titles()).toEqual(['Ending test']);
    await dashboard.page.getByRole('link', { name: '1 has expired' }).click();
    await table().getByText('Expired ').waitFor();
    expect(await titles()).toEqual(['Old test']);
  });

  it('filters by source and by control, and keeps both in the address', async () => {
    const id = controlId('soc2', 'CC6.1');
    await openAs('auditor', `/evidence?controlId=${id}`);
    expect(await titles()).toEqual(['Access review of January']);
    const filter = dashboard.page.getByRole('combobox', { name: 'Control' });
    expect(await filter.inputValue()).toMatch(/^SOC 2 CC6\.1 /);
    await dashboard.page.getByLabel('Source').selectOption({ label: 'Scan' });
    await dashboard.page.getByText('No evidence matches.').waitFor();
    expect(dashboard.page.url()).toContain('type=auto');
    expect(dashboard.page.url()).toContain(id);
  });

  it('is turned page by page', async () => {
    const tenant = await service.addTenant('Pages', 'ENTERPRISE');
    for (let count = 1; count <= 27; count += 1) {
      await uploaded(tenant.admin, file(CONTENT), { name: 'title', content: `Note ${String(count)}` });
    }
    await dashboard.goto('/evidence');
    await dashboard.logIn(tenant.emails.auditor);
    await table().getByText('Note 27').waitFor();
    await dashboard.page.getByRole('link', { name: 'Older' }).click();
    await table().getByText('Note 2', { exact: true }).waitFor();
    expect(await titles()).toEqual(['Note 2', 'Note 1']);
    await dashboard.page.getByRole('link', { name: 'Newest' }).click();
    await table().getByText('Note 27').waitFor();
  });

  it('offers an upload to nobody who may not', async () => {
    await openAs('auditor');
    expect(await dashboard.page.getByRole('button', { name: 'Upload' }).count()).toBe(0);
    expect(await titles()).toContain('Access review of January');
  });

  it.each(THEMES)('is accessible in the %s theme, its dialog too, and fits a narrow window', async (theme) => {
    await dashboard.close();
    dashboard = await Dashboard.open(service, browser, { theme });
    await openAs('admin');
    expect(await dashboard.violations()).toEqual([]);
    await dashboard.picture('evidence');
    await dashboard.page.getByRole('button', { name: 'Upload' }).click();
    await dialog().getByLabel('Title').waitFor();
    expect(await dashboard.violations()).toEqual([]);
    await dashboard.picture('evidence-upload');
    await dashboard.page.setViewportSize({ width: 320, height: 800 });
    expect(await dashboard.fitsWidth()).toBe(true);
    await dashboard.picture('evidence-upload');
    await dashboard.goto('/evidence');
    expect(await dashboard.fitsWidth()).toBe(true);
    await dashboard.picture('evidence');
  });
});
