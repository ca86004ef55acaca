import { beforeAll, describe, it } from 'vitest';
import type { Locator, Page, WebSocketRoute } from 'playwright-core';
import { connect, finished, triggerScan, type ScanStatusBody } from '../support/scans.js';
import type { TestService } from '../support/service.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';
import { CONTROL_COUNT } from '../catalogue/shipped.js';

/** Duration of a scan, long enough to follow its progress. */
const SCAN_SECONDS = 8;
const LIMIT_MS = 120_000;

describe('the pages of scans', () => {
  const sockets: WebSocketRoute[] = [];
  let page: Page;
  let isDown = false;
  let first: ScanStatusBody;
  let second: ScanStatusBody;
  const stage = Stage.set({ isShared: true, settings: { demoScanSeconds: SCAN_SECONDS } });
  beforeAll(async () => {
    page = stage.page;
    await page.routeWebSocket(/\/graphql$/, async (socket) => {
      if (isDown) return socket.close({ code: 3001 });
      sockets.push(socket);
      socket.connectToServer();
    });
    await stage.openAs('member', '/scans');
  }, LIMIT_MS);

  const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true });
  const open = (path: string) => stage.dashboard.goto(path);

  it(
    'show what to do before the first scan',
    async () => {
      await page.getByText('No scan has run yet. Choose “Run scan”').waitFor();
      await expectSound(stage.dashboard, 'scans-empty');
    },
    LIMIT_MS,
  );

  it(
    'follow a scan that is started from the header to its end, without a reload',
    async () => {
      await connect(stage.service.a.admin, 'demo');
      await page.evaluate('window.isSamePage = true');
      await page.getByRole('button', { name: 'Run scan' }).click();
      await page.waitForURL(/\/scans\/[\w-]{36}$/);
      const bar = page.getByRole('progressbar', { name: 'Progress' });
      await bar.waitFor();
      await page.getByText('Reading Test demo').waitFor();
      await stage.dashboard.picture('scan-running');
      const [seen, violations] = await Promise.all([progressSeen(page), stage.dashboard.violations()]);
      expect(violations).toEqual([]);
      expect(seen.length).toBeGreaterThan(2);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      first = await finished(stage.service.a.member, scanIdOf(page));
      await page.getByText(/^Completed .+ in \d+ sec, started by /).waitFor();
      await page.getByRole('link', { name: String(first.failed_controls), exact: true }).waitFor();
      expect(await page.evaluate('window.isSamePage')).toBe(true);
      await page.getByText('There is no completed scan of this kind before this one.').waitFor();
    },
    LIMIT_MS,
  );

  it(
    'poll for the end of a scan while the socket is down, and say that they are delayed',
    async () => {
      await page.getByRole('button', { name: 'Run scan' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(first.id));
      await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
      isDown = true;
      await Promise.all(sockets.map((socket) => socket.close({ code: 3001 })));
      await page.getByText(/^Delayed: data from/).waitFor();
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      expect(await stage.dashboard.violations()).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      second = await finished(stage.service.a.member, scanIdOf(page));
      await page.getByText(/^Completed .+ in \d+ sec, started by /).waitFor({ timeout: 120_000 });
      await page.getByText(/^Delayed: data from/).waitFor();
      isDown = false;
      await page.getByText(/^Delayed: data from/).waitFor({ state: 'detached', timeout: 120_000 });
    },
    LIMIT_MS,
  );

  it(
    'show what a scan found and what differs from the previous one',
    async () => {
      const { newlyFailed, noLongerFailing } = await compared(stage.service, first, second);
      const figure = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
      await expect(figure('Newly failing')).toHaveText(
        new RegExp(`^Newly failing${newlyFailed}.+ \\((critical|high|medium|low)\\)`),
      );
      await expect(figure('No longer failing')).toHaveText(`No longer failing${noLongerFailing}`);
      const section = page.locator('section').filter({ has: heading('Since the scan before') });
      await section.getByText(/^Compared with the scan of /).waitFor();
      await page.getByText('This scan alone: with other scans, assessments and exceptions,').waitFor();
      // What is new is marked where it is listed, and not listed again.
      await page.getByRole('region', { name: 'Results' }).getByText('New', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: 'Re-run today’s checks' }).click();
      await page.getByText('No control comes out otherwise.').waitFor();
      await expectSound(stage.dashboard, 'scan-completed');
    },
    LIMIT_MS,
  );

  it(
    'show the results that a figure counts, load more on demand, and retain that in the address',
    async () => {
      const rows = page.getByRole('region', { name: 'Results' }).locator('tbody tr');
      // What fails is shown first, by check, without a click.
      const checks = rows.getByRole('button', { expanded: false });
      await checks.first().waitFor();
      const byFramework = page.getByRole('combobox', { name: 'By framework' }).locator('visible=true');
      const frameworks = byFramework.locator('option');
      await expect(frameworks).toHaveCount(8);
      await expect(frameworks.nth(1)).toHaveText(/^SOC 2 · \d+$/);
      const counted = (await frameworks.allInnerTexts()).slice(1).map((text) => Number(text.split(' · ')[1]));
      expect(counted.reduce((sum, each) => sum + each, 0)).toBe(second.failed_controls);
      while ((await checks.count()) > 0) await checks.first().press('Enter');
      const controls = rows.locator('a[href*="/controls/"]');
      expect(new Set(await hrefsOf(controls)).size).toBe(second.failed_controls);
      expect(await stage.dashboard.violations()).toEqual([]);
      await byFramework.selectOption({ index: 1 });
      await page.waitForURL(/frameworkId=/);
      await expect.poll(async () => new Set(await hrefsOf(controls)).size).toBe(counted[0]);
      await byFramework.selectOption({ index: 0 });
      await page.getByText('By control', { exact: true }).click();
      await page.waitForURL(/by=control/);
      await expect(rows).toHaveCount(second.failed_controls);
      await expect(rows).toHaveText(Array.from({ length: second.failed_controls }, () => / of \d+ checks? fails? on /));
      await page.getByRole('link', { name: String(second.failed_controls), exact: true }).click();
      await page.waitForURL(/status=fail/);
      await checks.first().waitFor();
      // Of most controls it neither finds a failure nor shows all that they ask for.
      const checked = await checkedBy(stage.service, second);
      const undecided = (checked - second.failed_controls - second.passed_controls).toLocaleString('en');
      await page.getByRole('link', { name: `No failure ${undecided}` }).click();
      await page.waitForURL(/status=not_applicable/);
      await page.getByText(`50 of ${undecided}`).waitFor();
      await expect(rows.locator('.badge')).toHaveText(Array.from({ length: 50 }, () => '–No failure'));
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText(`100 of ${undecided}`).waitFor();
      await expect(rows).toHaveCount(100);
      await page.reload();
      await page.getByText(`50 of ${undecided}`).waitFor();
      // The other controls are apart: no check looked at them.
      const notReached = (CONTROL_COUNT - checked).toLocaleString('en');
      await page.getByRole('link', { name: `Not reached ${notReached}` }).click();
      await page.waitForURL(/status=not_reached/);
      await page.getByText(`50 of ${notReached}`).waitFor();
      await expect(rows.locator('.badge')).toHaveText(Array.from({ length: 50 }, () => '–Not reached'));
      await page.getByRole('link', { name: `All ${CONTROL_COUNT.toLocaleString('en')}` }).click();
      await page.waitForURL(/status=all/);
      await page.getByText(`50 of ${CONTROL_COUNT.toLocaleString('en')}`).waitFor();
    },
    LIMIT_MS,
  );

  it(
    'compare two scans selected in the list',
    async () => {
      await open('/scans');
      await page.getByText(/^Latest scan .+: \d+ of \d+ controls looked at fail/).waitFor();
      const chart = page.getByRole('img', {
        name: `Chart of the failing controls of the listed scans: ${second.failed_controls} now`,
      });
      await chart.waitFor();
      const { newlyFailed, noLongerFailing } = await compared(stage.service, first, second);
      // A new one by itself where nothing is gone, and the reverse.
      const parts = [
        ...(newlyFailed > 0 ? [`${newlyFailed} new`] : []),
        ...(noLongerFailing > 0 ? [`${noLongerFailing} no longer fail`] : []),
      ];
      await page
        .getByText(parts.join(' · ') || 'No change')
        .first()
        .waitFor();
      await expectSound(stage.dashboard, 'scans');
      const [later, earlier] = await page.getByRole('checkbox').all();
      await expect(page.getByRole('button', { name: 'Compare' })).toHaveCount(0);
      await later?.check();
      await page.getByText('Choose one more to compare.').waitFor();
      await earlier?.check();
      await expectSound(stage.dashboard, 'scans-chosen');
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.waitForURL(`**/scans/compare?from=${first.id}&to=${second.id}`);
      await heading(new RegExp(`^Newly failing: \\d+ checks?, ${newlyFailed} controls?$`)).waitFor();
      await page.getByText(/^\d+ added, \d+ changed, \d+ removed\.$/).waitFor();
      await expectSound(stage.dashboard, 'scans-compare');
      await page.getByLabel('From').selectOption(second.id);
      await page.getByText('No control has another result.').waitFor();
    },
    LIMIT_MS,
  );

  it(
    'show what a scan could not read, and why',
    async () => {
      const gap = { integrationId: first.id, resourceTypes: ['AwsS3Bucket'], region: 'eu-central-1', account: null };
      await stage.service.database.query('update scans set gaps = $1 where id = $2', [
        JSON.stringify([{ ...gap, checkId: null, reason: 's3:ListAllMyBuckets was refused' }]),
        first.id,
      ]);
      await open(`/scans/${first.id}`);
      const gaps = page.getByRole('alert', { name: 'One part could not be read' });
      await gaps.getByText('s3:ListAllMyBuckets was refused').waitFor();
      await expectSound(stage.dashboard, 'scan-gaps');
    },
    LIMIT_MS,
  );

  it(
    'offer an auditor no way to run or cancel a scan, and a link to a report',
    async () => {
      const auditor = await stage.guest();
      const scanId = await triggerScan(stage.service.a.admin);
      await auditor.goto(`/scans/${scanId}`);
      await auditor.logIn(stage.service.a.emails.auditor);
      await auditor.page.getByRole('heading', { level: 1, name: /^Scan of/ }).waitFor();
      await expect(auditor.page.getByRole('button', { name: /Cancel scan|Run scan/ })).toHaveCount(0);
      await auditor.page.getByRole('link', { name: 'Make a report of this scan' }).waitFor({ timeout: 120_000 });
    },
    LIMIT_MS,
  );
});

function scanIdOf(page: Page): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function hrefsOf(links: Locator): Promise<(string | null)[]> {
  return Promise.all((await links.all()).map((link) => link.getAttribute('href')));
}

/** Distinct percentages of the progress bar, until it disappears. */
async function progressSeen(page: Page): Promise<number[]> {
  const seen: number[] = [];
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const value = await page.evaluate<string | null>(
      `document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow') ?? null`,
    );
    if (value === null) return seen;
    if (seen.at(-1) !== Number(value)) seen.push(Number(value));
  }
  throw new Error('the scan does not end');
}

interface Compared {
  compareScans: { newlyFailed: number; noLongerFailing: number };
}

/** How many controls a check looked at in a scan. */
async function checkedBy(service: TestService, { id }: ScanStatusBody): Promise<number> {
  const { scan } = await service.a.member.data<{ scan: { checkedControls: number } }>(
    'query ($id: ID!) { scan(id: $id) { checkedControls } }',
    { id },
  );
  return scan.checkedControls;
}

async function compared(service: TestService, from: ScanStatusBody, to: ScanStatusBody) {
  const { compareScans } = await service.a.member.data<Compared>(
    'query ($from: ID!, $to: ID!) { compareScans(from: $from, to: $to) { newlyFailed noLongerFailing } }',
    { from: from.id, to: to.id },
  );
  return compareScans;
}
