import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { connect, runScan, triggerScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { Dashboard } from './dashboard.js';

describe('posture', () => {
  let service: TestService;
  let browser: Browser;
  let dashboard: Dashboard;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
    dashboard = await Dashboard.open(service, browser);
    await dashboard.goto('/posture');
    await dashboard.logIn(service.a.emails.admin);
    await dashboard.settled();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  /** Where each framework stands, by the service. */
  async function standing() {
    const { scorecard } = await service.a.admin.data<{
      scorecard: {
        frameworks: { framework: string; passedControls: number; failedControls: number; totalControls: number }[];
      };
    }>('{ scorecard { frameworks { framework passedControls failedControls totalControls } } }');
    return scorecard.frameworks;
  }

  it('answers in its first line how many pass and fail, by what the service counts', async () => {
    const frameworks = await standing();
    const count = (key: 'passedControls' | 'failedControls' | 'totalControls') =>
      frameworks.reduce((sum, each) => sum + each[key], 0);
    const score = (100 * count('passedControls')) / count('totalControls');
    const text = await dashboard.page.locator('#content').innerText();
    expect(text).toContain(`${Math.round(score * 10) / 10}% of 1,039 controls pass; ${count('failedControls')} fail`);
  });

  it('has a tile for each framework, whose figures lead to its controls', async () => {
    const { page } = dashboard;
    const tiles = page.locator('li', { has: page.getByRole('link', { name: /failing$/ }) });
    expect(await tiles.count()).toBe(7);
    const [first] = await standing();
    await tiles
      .first()
      .getByRole('link', { name: `${first?.failedControls} failing` })
      .click();
    await page.waitForURL(/\/controls\/soc2\?status=failed$/);
    await page.goBack();
    await dashboard.settled();
  });

  it('shows domains by frameworks, and keeps in its address what of them', async () => {
    const { page } = dashboard;
    const table = page.getByRole('region', { name: 'Domains and frameworks' });
    expect(await table.getByRole('row').count()).toBe(30);
    await table.getByRole('rowheader', { name: 'Identity and Access Management' }).waitFor();
    await page.getByText('Evidence age', { exact: true }).click();
    await page.waitForURL(/measure=age/);
    await table.getByText('0 days').first().waitFor();
    await page.reload();
    await dashboard.settled();
    expect(await page.getByRole('radio', { name: 'Evidence age' }).isChecked()).toBe(true);
    await table.getByRole('row', { name: /^IAM/ }).getByRole('link').nth(1).click();
    await page.waitForURL(/\/mapping\/universal\?domain=IAM$/);
    await page.goBack();
    await dashboard.settled();
  });

  it('asks for the heat-map in one answer of at most 20 KB', async () => {
    const answers = dashboard.page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('PostureHeatmap'),
    );
    await dashboard.goto('/posture');
    expect((await (await answers).body()).length).toBeLessThanOrEqual(20 * 1_024);
  });

  it('draws a framework beside all, and tells the same as a table', async () => {
    const { page } = dashboard;
    await page.getByLabel('Compare with').selectOption('hipaa');
    await page.waitForURL(/framework=hipaa/);
    await page.getByRole('img', { name: /All frameworks, HIPAA/ }).waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    const hipaa = (await standing()).find(({ framework }) => framework === 'HIPAA');
    const score = Math.round((1_000 * (hipaa?.passedControls ?? 0)) / (hipaa?.totalControls ?? 1)) / 10;
    const table = page.getByRole('region', { name: 'Scores of the last 30 days' });
    await table.getByRole('columnheader', { name: 'HIPAA' }).waitFor();
    expect(await table.getByRole('cell', { name: `${score}%` }).count()).toBeGreaterThan(0);
  });

  it('keeps the first steps until they are done or put away', async () => {
    const { page } = dashboard;
    const steps = page.getByRole('region', { name: /First steps/ });
    await steps.getByText('2 of 4 done').waitFor();
    await steps.getByRole('link', { name: 'Open a failing control' }).click();
    await page.waitForURL(/\/controls\/[\w-]+\?status=failed$/);
    await dashboard.goto('/posture');
    await steps.getByText('3 of 4 done').waitFor();
    await steps.getByRole('button', { name: 'Dismiss' }).click();
    await dashboard.goto('/posture');
    expect(await steps.count()).toBe(0);
  });

  it('shows a running scan as it goes on, and no more when it has ended', async () => {
    const { page } = dashboard;
    const running = page.getByRole('region', { name: 'Running scan' });
    expect(await running.count()).toBe(0);
    // The progress that a short scan tells is soon over: it waits behind another one that holds its integration.
    const [first, second] = [await triggerScan(service.a.admin), await triggerScan(service.a.admin)];
    await running.waitFor({ timeout: 30_000 });
    const address = await running.getByRole('link', { name: 'Open scan' }).getAttribute('href');
    expect([first, second].map((id) => `/scans/${id}`)).toContain(address);
    await running.waitFor({ state: 'detached', timeout: 60_000 });
  });

  it('says what to do where nothing was assessed, to each role what it may', async () => {
    const empty = await Dashboard.open(service, browser);
    await empty.goto('/posture');
    await empty.logIn(service.b.emails.auditor);
    await empty.settled();
    await empty.page.getByText('None of 1,039 controls has been assessed yet').waitFor();
    const steps = empty.page.getByRole('region', { name: /First steps/ });
    expect(await steps.getByRole('link').allInnerTexts()).toEqual(['Open a failing control', 'Make an API key']);
    expect(await empty.violations()).toEqual([]);
    await empty.picture('posture-empty');
    expect(empty.problems).toEqual([]);
    await empty.close();
  });

  // The measures have the same colours: one in each theme tells of all.
  it.each([
    ['light', 'score'],
    ['dark', 'change'],
  ] as const)(
    'is accessible in %s, showing the %s, and fits a narrow window',
    async (theme, measure) => {
      const { page } = dashboard;
      await page.emulateMedia({ colorScheme: theme });
      await dashboard.goto(`/posture?measure=${measure}&framework=hipaa`);
      expect(await dashboard.violations()).toEqual([]);
      await dashboard.picture(`posture-${theme}`);
      await page.setViewportSize({ width: 320, height: 900 });
      expect(await dashboard.fitsWidth()).toBe(true);
      await dashboard.picture(`posture-${theme}`);
      await page.setViewportSize({ width: 1280, height: 900 });
    },
    2 * 60_000,
  );

  it('had no error and asked nothing that is not documented', () => {
    expect(dashboard.problems).toEqual([]);
    expect(dashboard.undocumented).toEqual([]);
  });
});
