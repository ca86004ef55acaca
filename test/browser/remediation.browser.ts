import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { openBrowser } from './chromium.js';
import { Dashboard } from './dashboard.js';
import { expectSound } from './soundness.js';

interface Queue {
  remediationQueue: {
    title: string;
    severity: string;
    frameworks: string[];
    controls: { controlId: string }[];
    remediation: { steps: { command: string | null }[] };
  }[];
}

const QUEUE = `{ remediationQueue(first: 100) {
  title severity frameworks controls { controlId } remediation { steps { command } } } }`;

describe('the page of remediation', () => {
  let service: TestService;
  let browser: Browser;
  let dashboard: Dashboard;
  let queue: Queue['remediationQueue'];

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    dashboard = await Dashboard.open(service, browser);
    await dashboard.goto('/remediation');
    await dashboard.logIn(service.a.emails.auditor);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const rows = () => dashboard.page.locator('.fixes tbody tr');

  it('says what to do while nothing fails', async () => {
    await dashboard.page.getByText('Run a scan to look again.').waitFor();
    await expectSound(dashboard, 'remediation-empty');
  });

  it('has every fix in its rank, and says first which one moves most', async () => {
    await connect(service.a.admin, 'demo');
    await runScan(service.a.member);
    ({ remediationQueue: queue } = await service.a.auditor.data<Queue>(QUEUE));
    const most = Math.max(...queue.map(({ controls }) => controls.length));
    const widest = queue.find(({ controls }) => controls.length === most);
    // The page is still open: it hears of the scan by itself.
    await dashboard.page
      .getByText(`One fix moves ${most} controls in ${widest?.frameworks.length} frameworks: ${widest?.title}.`)
      .waitFor();
    const titles = await rows().locator('button[aria-expanded]:not([aria-label])').allInnerTexts();
    expect(titles.map((title) => title.replace(/^\S+\s+/, ''))).toEqual(queue.map(({ title }) => title));
  }, 60_000);

  it('shows the steps of a fix, copies a command, and links the controls that it moves', async () => {
    const { page } = dashboard;
    const index = queue.findIndex(({ remediation }) => remediation.steps.some(({ command }) => command !== null));
    const command = queue[index]?.remediation.steps.find((step) => step.command !== null)?.command;
    const toggle = rows().nth(index).getByRole('button').first();
    await toggle.press('Enter');
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await page
      .getByRole('button', { name: /^Copy: / })
      .first()
      .click();
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command);
    const links = await rows()
      .nth(index + 1)
      .locator('a[href^="/controls/"]')
      .allInnerTexts();
    expect(links.toSorted()).toEqual(queue[index]?.controls.map(({ controlId }) => controlId).toSorted());
    await expectSound(dashboard, 'remediation');
    await toggle.press('Enter');
  }, 60_000);

  it('shows those of a severity alone, and keeps that in its address', async () => {
    const { page } = dashboard;
    const severe = queue.filter(({ severity }) => severity === 'high');
    await page.getByLabel('Severity').selectOption('high');
    await page.getByText(`${severe.length} of ${queue.length} fixes`).waitFor();
    await page.reload();
    await page.getByText(`${severe.length} of ${queue.length} fixes`).waitFor();
    expect(await rows().count()).toBe(severe.length);
  }, 60_000);

  it('has no problem on the way, and asks documented paths alone', () => {
    expect(dashboard.problems).toEqual([]);
    expect(dashboard.undocumented).toEqual([]);
  });
});
