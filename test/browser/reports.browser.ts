import { describe, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { fileOf, generate } from '../reports/reports.js';
import { filesOfZip } from '../reports/zip-reader.js';
import { connect, runScan } from '../support/scans.js';
import { exclude, settle } from '../scope/scoping.js';
import { controlId } from '../catalogue/shipped.js';
import { expect } from './expect.js';
import { expectAccessible, expectSound } from './soundness.js';
import { Stage } from './stage.js';

describe('the page of reports', () => {
  let scanId: string;
  const stage = Stage.set({
    prepare: async ({ a }) => {
      await connect(a.admin, 'demo');
      scanId = (await runScan(a.admin)).id;
    },
  });

  /** Row of the library by the text of its first cell. */
  const rowOf = (name: string) =>
    stage.page.getByRole('region', { name: 'Library' }).getByRole('row').filter({ hasText: name });

  /** Opens the form: by the options of the first kind while there is no report. */
  const openForm = () =>
    stage.page.getByRole('button', { name: /^(New report|Options of Compliance summary, .*)$/ }).click();

  it('makes a PDF and has its file in three clicks, and again after a reload', async () => {
    const { page } = stage;
    await stage.openAs('member', '/reports');
    await openForm();
    await page.getByRole('button', { name: 'Make report' }).click();
    const row = rowOf('SOC 2 · Compliance summary');
    const save = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        row.getByRole('button', { name: /^Download/ }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^soc2-compliance-summary-.*\.pdf$/);
      return readFileSync(await download.path());
    };
    const bytes = await save();
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { frameworks } = await stage.service.a.member.rest<{
      frameworks: { framework: string; assured_score: number }[];
    }>('/api/reports/frameworks');
    const score = frameworks.find(({ framework }) => framework === 'SOC 2')?.assured_score ?? NaN;
    await expect(row).toContainText(`${score}%`);
    await page.reload();
    await row.waitFor();
    expect(await save()).toEqual(bytes);
  });

  it('makes a report in the language of the page or another one, and names it in the library', async () => {
    const { page } = stage;
    await stage.openAs('member', '/reports');
    await openForm();
    await expect(page.getByLabel('Language', { exact: true })).toHaveValue('en');
    await page.getByRole('radio', { name: 'Executive summary' }).check();
    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
    await page.getByRole('button', { name: 'Make report' }).click();
    await expect(rowOf('SOC 2 · Executive summary')).toContainText('PDF, Deutsch');

    await page.evaluate(() => localStorage.setItem('crosswalk.language', 'de'));
    await page.reload();
    await page.getByRole('button', { name: 'Neuer Bericht' }).click();
    await expect(page.getByLabel('Sprache', { exact: true })).toHaveValue('de');
    await page.evaluate(() => localStorage.removeItem('crosswalk.language'));
  });

  it('makes an audit package and has its file in four clicks', async () => {
    const { page } = stage;
    await stage.openAs('auditor', '/reports');
    await openForm();
    await page.getByRole('radio', { name: 'Audit package' }).click();
    await page.getByRole('button', { name: 'Make audit package' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      rowOf('SOC 2 · Audit package')
        .getByRole('button', { name: /^Download/ })
        .click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^soc2-audit-package-.*\.zip$/);
    expect([...filesOfZip(readFileSync(await download.path())).keys()]).toContain('manifest.json');
  });

  it('has a report made monthly in four clicks, at other times, and no more', async () => {
    const { page } = stage;
    await stage.openAs('member', '/reports');
    await openForm();
    await page.getByRole('radio', { name: 'Gap analysis' }).check();
    await page.getByRole('button', { name: 'Schedule…' }).click();
    const setUp = page.getByRole('dialog', { name: 'SOC 2 · Gap analysis, regularly' });
    await expect(setUp.getByLabel('How often')).toHaveValue('monthly');
    await setUp.getByRole('button', { name: 'Set up' }).click();
    const schedules = page.getByRole('region', { name: 'Schedules' });
    const row = schedules.getByRole('row').filter({ hasText: 'SOC 2 · Gap analysis' });
    await expect(row).toContainText('Monthly, on the 1st at 6:00');
    await expect(row).toContainText('not yet');
    // Setting it up makes none now.
    await expect(rowOf('SOC 2 · Gap analysis')).toHaveCount(0);

    await row.getByRole('button', { name: /^Change/ }).click();
    const change = page.getByRole('dialog', { name: /^Change how often/ });
    await expect(change.getByLabel('Cron expression')).toHaveCount(0);
    await change.getByLabel('How often', { exact: true }).selectOption('Other times');
    await change.getByLabel('Cron expression').fill('* * * * *');
    stage.dashboard.foresee(400);
    await change.getByRole('button', { name: 'Save' }).click();
    await change.getByText('runs more often than once a day').waitFor();
    await change.getByLabel('How often', { exact: true }).selectOption('weekly');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Weekly, on Monday at 6:00');

    await expect(row).toContainText('Alpha member');
    await row.getByRole('button', { name: /^More for the schedule/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await schedules.getByText('No schedules yet.').waitFor();
  });

  it('sets up a schedule where schedules are listed, pauses it by one click, and undoes both', async () => {
    const { page } = stage;
    await stage.openAs('member', '/reports');
    const schedules = page.getByRole('region', { name: 'Schedules' });
    await schedules.getByRole('button', { name: 'New schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New schedule' });
    await dialog.getByLabel('Framework').selectOption('HIPAA');
    await dialog.getByLabel('Type of report').selectOption('Gap analysis');
    await dialog.getByLabel('How often').selectOption('Other times');
    await dialog.getByLabel('Cron expression').fill('30 5 15 * *');
    await expectAccessible(stage.dashboard);
    await dialog.getByRole('button', { name: 'Set up' }).click();
    const row = schedules.getByRole('row').filter({ hasText: 'HIPAA · Gap analysis' });
    await expect(row).toContainText('Monthly, on day 15 at 5:30');
    await expect(row).toContainText('Active');
    const undoOf = (words: string) =>
      page.getByRole('alert').filter({ hasText: words }).getByRole('button', { name: 'Undo' });

    await row.getByRole('button', { name: /^Pause/ }).click();
    await expect(row).toContainText('none: paused on');
    await undoOf('is paused').click();
    await expect(row).toContainText('Active');
    await undoOf('The schedule is set up.').click();
    await expect(row).toHaveCount(0);
  });

  it('copies a link to a file that opens without signing in, and says until when', async () => {
    const { page } = stage;
    await generate(stage.service.a.admin, { framework: 'PCI DSS', format: 'csv' });
    await stage.openAs('member', '/reports?of=pcidss');
    await rowOf('PCI DSS · Compliance summary')
      .first()
      .getByRole('button', { name: /^Copy link to/ })
      .click();
    await page.getByText(/^The link was copied\. .* until \d+:\d\d/).waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect((await fileOf({ report_url: link })).toString()).toContain('PCI DSS');
  });

  it('offers no audit package to members', async () => {
    const { page } = stage;
    await stage.openAs('member', '/reports');
    await openForm();
    await page.getByRole('radio', { name: 'Gap analysis' }).waitFor();
    await expect(page.getByRole('radio', { name: 'Audit package' })).toHaveCount(0);
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
      rowOf('HIPAA · Gap analysis').getByRole('button', { name: /^Open/ }).click(),
    ]);
    await opened.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await opened.title()).toContain('HIPAA');
  });

  it('shows what has changed since the report before, with the cause', async () => {
    const { page } = stage;
    const { admin, auditor } = stage.service.a;
    const settings = { framework: 'ISO 27001', report_type: 'statement_of_applicability', format: 'csv' };
    await generate(admin, settings);
    const { decisions } = await exclude(auditor, [controlId('iso27001', 'A.7.7')]);
    await settle(admin, 'approve', decisions);
    await generate(admin, settings);
    await stage.openAs('auditor', '/reports?of=iso27001');
    const rows = rowOf('Statement of applicability');
    await expect(rows).toHaveCount(2);
    await rows.first().getByRole('button', { name: 'ISO 27001 · Statement of applicability', exact: true }).click();
    await page.getByText(/1 left the scope/).waitFor();
    const change = page.getByRole('region', { name: 'Changed controls' }).getByRole('row').filter({ hasText: 'A.7.7' });
    await expect(change).toContainText('the scope changed');
  });

  it('makes a report again, keeps it longer and deletes it, by keyboard', async () => {
    const { page } = stage;
    const { admin } = stage.service.a;
    const report = await generate(admin, { framework: 'CMMC', format: 'csv' });
    await stage.openAs('admin', '/reports?of=cmmc');
    const rows = rowOf('CMMC · Compliance summary');
    const choose = async (item: string) => {
      await rows
        .first()
        .getByRole('button', { name: /^More for/ })
        .press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
    };
    await choose('Make it again');
    await expect(rows).toHaveCount(2);
    await choose('Keep until …');
    await page.getByLabel('Kept until').fill('2030-06-30');
    await page.keyboard.press('Enter');
    await expect(rows.first()).toContainText('2030');
    await choose('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(rows).toHaveCount(1);
    expect((await fileOf(report)).length).toBeGreaterThan(0);
  });

  it('explains why there is no report before the first scan, and retains the form', async () => {
    const { page } = stage;
    await stage.openAs('auditor', '/reports', stage.service.b);
    await page.getByText('No reports yet').waitFor();
    await openForm();
    await page.getByLabel('Framework', { exact: true }).selectOption('cmmc');
    await page.getByRole('button', { name: 'Make report' }).click();
    await expect(page.getByRole('alert')).toContainText('scan');
    await expect(page.getByLabel('Framework', { exact: true })).toHaveValue('cmmc');
  });

  it('shows in place of an empty library what reports there are, and makes each by one click, which can be undone', async () => {
    const { page } = stage;
    const { b } = stage.service;
    await stage.openAs('auditor', '/reports', b);
    await page.getByText('No reports yet.').waitFor();
    const kinds = page.getByRole('region', { name: 'Kinds of reports' });
    await expect(kinds.locator('tbody tr')).toHaveCount(5);
    await page.getByLabel('Report on').selectOption('ISO 27001');
    await expect(kinds.locator('tbody tr')).toHaveCount(6);
    await page.getByLabel('Report on').selectOption('SOC 2');
    await expect(page.getByRole('button', { name: 'New report' })).toHaveCount(0);
    await page.getByText('None of the last 50 scans covered SOC 2').waitFor();
    await expectSound(stage.dashboard, 'reports-empty');
    await connect(b.admin, 'demo');
    await runScan(b.admin);
    await page.reload();
    await page.getByText('From today’s status.').waitFor();
    await kinds.getByRole('button', { name: 'Make PDF: Gap analysis, SOC 2' }).click();
    await expect(rowOf('SOC 2 · Gap analysis')).toContainText('PDF, English');
    await page
      .getByRole('alert')
      .filter({ hasText: 'The report is in the library.' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByText('No reports yet.').waitFor();
  });

  it('is accessible and fits every viewport', async () => {
    await generate(stage.service.a.admin, { framework: 'SOC 2', format: 'csv' });
    await generate(stage.service.a.admin, { framework: 'SOC 2', format: 'csv' });
    for (const cron of ['0 6 * * 1', '30 5 15 * *']) {
      await stage.service.a.admin.data(
        'mutation ($i: CreateReportScheduleInput!) { createReportSchedule(input: $i) { reportSchedule { id } } }',
        { i: { framework: 'PCI DSS', reportType: 'executive_summary', format: 'pdf', cron } },
      );
    }
    await stage.service.database.query(
      `update report_schedules set failed_at = now(), failure = 'no scan of PCI DSS has completed yet' where cron like '0%'`,
    );
    await stage.openAs('admin', '/reports');
    await rowOf('SOC 2 · Compliance summary')
      .first()
      .getByRole('button', { name: 'SOC 2 · Compliance summary', exact: true })
      .click();
    await stage.page.getByText(/Nothing has changed since/).waitFor();
    await expectSound(stage.dashboard, 'reports');
  });
});
