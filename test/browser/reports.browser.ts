import { describe, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { connect, runScan } from '../support/scans.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

describe('the page of reports', () => {
  let scanId: string;
  const stage = Stage.set({
    prepare: async ({ a }) => {
      await connect(a.admin, 'demo');
      scanId = (await runScan(a.admin)).id;
    },
  });

  it('generates a PDF, and downloads it until its link expires', async () => {
    const { page } = stage;
    await page.clock.install();
    await stage.openAs('member', '/reports');
    await page.getByRole('button', { name: 'Make report' }).click();
    const card = page.getByRole('status').filter({ hasText: 'Compliance summary' });
    await card.getByText(/expires in 15 min/).waitFor();
    const report = await stage.service.a.member.rest<{ frameworks: { framework: string; score: number }[] }>(
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
    await expect(card.getByRole('link', { name: 'Download' })).toHaveCount(0);
    await card.getByRole('button', { name: 'Make it again' }).waitFor();
  });

  it('opens the HTML report for the framework and scan in its address', async () => {
    const { page } = stage;
    await stage.openAs('admin', `/reports?framework=hipaa&scanId=${scanId}`);
    await page.getByLabel('File').selectOption('html');
    await expect(page.getByLabel('As of')).toHaveValue(scanId);
    await page.getByRole('radio', { name: 'Gap analysis' }).check();
    await page.getByRole('button', { name: 'Make report' }).click();
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open to read or print' }).click(),
    ]);
    await opened.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await opened.title()).toContain('HIPAA');
  });

  it('explains why there is no report before the first scan, and retains the form', async () => {
    const { page } = stage;
    await stage.openAs('auditor', '/reports', stage.service.b);
    await page.getByLabel('Framework', { exact: true }).selectOption('cmmc');
    await page.getByRole('button', { name: 'Make report' }).click();
    await expect(page.getByRole('alert')).toContainText('scan');
    await expect(page.getByLabel('Framework', { exact: true })).toHaveValue('cmmc');
  });

  it('is accessible and fits every viewport', async () => {
    await stage.openAs('admin', '/reports');
    await stage.page.getByRole('button', { name: 'Make report' }).click();
    await stage.page.getByRole('link', { name: 'Download' }).waitFor();
    await expectSound(stage.dashboard, 'reports');
  });
});
