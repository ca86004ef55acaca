import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { Dashboard, THEMES } from './dashboard.js';

describe('the page of reports', () => {
  let service: TestService;
  let browser: Browser;
  let scanId: string;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    await connect(service.a.admin, 'demo');
    scanId = (await runScan(service.a.admin)).id;
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  it('makes a PDF, and downloads it until its link has expired', async () => {
    const dashboard = await Dashboard.open(service, browser);
    const { page } = dashboard;
    await page.clock.install();
    await dashboard.goto('/reports');
    await dashboard.logIn(service.a.emails.member);
    await page.getByRole('button', { name: 'Make report' }).click();
    const card = page.getByRole('status').filter({ hasText: 'Compliance summary' });
    await card.getByText(/expires in 15 min/).waitFor();
    const report = await service.a.member.rest<{ frameworks: { framework: string; score: number }[] }>(
      '/api/reports/frameworks',
    );
    const score = report.frameworks.find(({ framework }) => framework === 'SOC 2')?.score ?? NaN;
    await card.getByText(`${score}%`).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('link', { name: 'Download' }).click(),
    ]);
    const bytes = readFileSync(await download.path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(download.suggestedFilename()).toMatch(/^soc2-compliance-summary-.*\.pdf$/);
    await page.clock.fastForward('15:30');
    await card.getByText('The link has expired.').waitFor();
    expect(await card.getByRole('link', { name: 'Download' }).count()).toBe(0);
    await card.getByRole('button', { name: 'Make it again' }).waitFor();
    expect([dashboard.problems, dashboard.undocumented]).toEqual([[], []]);
    await dashboard.close();
  });

  it('opens an HTML report of a scan as a page, of the framework and scan in its address', async () => {
    const dashboard = await Dashboard.open(service, browser);
    const { page } = dashboard;
    await dashboard.goto(`/reports?framework=hipaa&scanId=${scanId}`);
    await dashboard.logIn(service.a.emails.admin);
    await page.getByLabel('File').selectOption('html');
    expect(await page.getByLabel('As of').inputValue()).toBe(scanId);
    await page.getByRole('radio', { name: 'Gap analysis' }).check();
    await page.getByRole('button', { name: 'Make report' }).click();
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open to read or print' }).click(),
    ]);
    await opened.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await opened.title()).toContain('HIPAA');
    expect([dashboard.problems, dashboard.undocumented]).toEqual([[], []]);
    await dashboard.close();
  });

  it('says why there is no report before a scan, and keeps what was chosen', async () => {
    const dashboard = await Dashboard.open(service, browser);
    const { page } = dashboard;
    await dashboard.goto('/reports');
    await dashboard.logIn(service.b.emails.auditor);
    await page.getByLabel('Framework', { exact: true }).selectOption('cmmc');
    await page.getByRole('button', { name: 'Make report' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('scan');
    expect(await page.getByLabel('Framework', { exact: true }).inputValue()).toBe('cmmc');
    await dashboard.close();
  });

  it.each(THEMES)('is clean to axe and fits a narrow screen, %s', async (theme) => {
    const dashboard = await Dashboard.open(service, browser, { theme });
    await dashboard.goto('/reports');
    await dashboard.logIn(service.a.emails.admin);
    await dashboard.page.getByRole('button', { name: 'Make report' }).click();
    await dashboard.page.getByRole('link', { name: 'Download' }).waitFor();
    expect(await dashboard.violations()).toEqual([]);
    await dashboard.picture('reports');
    await dashboard.page.setViewportSize({ width: 320, height: 800 });
    expect(await dashboard.fitsWidth()).toBe(true);
    await dashboard.close();
  });
});
