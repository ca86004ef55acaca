import { beforeAll, describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { connect, runScan } from '../support/scans.js';
import { clicks, countClicks } from './clicks.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

/** The proposed period begins with the records, which began today; an earlier begin is warned of, and taken back. */
async function expectPeriodOfRecords(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const from = dialog.getByLabel('From (UTC)');
  const proposed = await from.inputValue();
  await expect(dialog.getByLabel('To (UTC)')).toHaveValue(proposed);
  await from.fill(proposed.replace(/\d{4}/, '2020'));
  await dialog.getByText(/The records begin on /).waitFor();
  await dialog.getByRole('button', { name: /^Begin on / }).click();
  await expect(from).toHaveValue(proposed);
  await expect(dialog.getByText(/The records begin on /)).toHaveCount(0);
}

describe('a link for an external auditor', () => {
  let address = '';
  const stage = Stage.set({
    isShared: true,
    prepare: async ({ a }) => {
      await connect(a.admin, 'demo');
      await runScan(a.admin);
      await a.admin.post('/api/reports/generate', { framework: 'SOC 2', format: 'csv' });
    },
  });
  beforeAll(() => stage.openAs('admin', '/settings?part=connections'));

  const button = (name: string) => stage.page.getByRole('button', { name, exact: true });
  const path = () => address.slice(address.indexOf('/auditor#'));

  it('is made in at most four clicks, and its address is shown once', async () => {
    const { page } = stage;
    await page.getByRole('link', { name: 'Configure: Auditors' }).click();
    await page.getByRole('heading', { name: 'Let an auditor look for themselves' }).waitFor();
    await expect(page.getByRole('listitem').filter({ hasText: 'Send its address' })).toBeVisible();
    await expectSound(stage.dashboard, 'auditors-empty');
    await countClicks(page);
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByLabel('For whom').fill('Auditors Ltd');
    await page.getByRole('dialog').getByLabel('Framework').selectOption('SOC 2');
    await button('Create').click();
    address = (await page.getByLabel('Address', { exact: true }).textContent()) ?? '';
    expect(address).toMatch(/\/auditor#aud_\w{30,}$/);
    await page.getByLabel('I have copied the address').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    // The choice in a list counts as one.
    expect((await clicks(page)) + 1).toBeLessThanOrEqual(5);
    const links = page.getByRole('region', { name: 'Links' });
    await links.getByText('In force').waitFor();
    await links.getByText('none yet').waitFor();
    await expect(page.getByText('aud_')).toHaveCount(0);
  });

  it('proposes the period of the records, and warns of one that begins before them', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Create link' }).click();
    await expectPeriodOfRecords(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('shows the auditor the framework, what is behind a control and its files, and nothing else', async () => {
    const auditor = await stage.guest();
    const { page } = auditor;
    await auditor.goto(path());
    await page.getByRole('heading', { name: 'SOC 2 of Alpha' }).waitFor();
    await page
      .getByText(/^61 controls: (\d+ (in full|in part|failed|not assessed|out of scope)(, )?)+, as of/)
      .waitFor();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.getByLabel('Code, title or category').fill('CC7.2');
    await page.getByText('1 of 61').waitFor();
    await page.getByRole('button', { name: 'CC7.2' }).click();
    await page.getByRole('heading', { name: 'What it asks for, and what proves it' }).waitFor();
    await page
      .getByRole('button', { name: /^Download .*json/ })
      .first()
      .waitFor();
    await expectSound(auditor, 'auditor');
    await page.getByRole('tab', { name: /^Reports 1$/ }).click();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download Compliance summary/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);

    await page.getByRole('tab', { name: /^Controls 61$/ }).click();
    const form = page.getByRole('form', { name: 'About CC7.2' });
    await form.getByLabel('About CC7.2').selectOption('Request for evidence');
    await form.getByLabel('Text').fill('Who looks at the alarms?');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText(/^Sent\./).waitFor();
    await page.getByRole('tab', { name: 'Comments and requests 1, 1 open' }).click();
    await page.getByRole('article', { name: 'Request for evidence CC7.2' }).getByText('Not answered yet.').waitFor();
  });

  it('brings what the auditor asks to members, and their answer to the auditor', async () => {
    const { page } = stage;
    await page.reload();
    await page.getByText('1 comment or request waits for an answer').waitFor();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Auditors.*1 waits for an answer$/ })
      .waitFor();
    const links = page.getByRole('region', { name: 'Links' });
    await links.getByRole('link', { name: '1 to answer, of Auditors Ltd' }).click();
    await page.waitForURL(/\?link=[0-9a-f-]+#comments$/);
    const asked = page.getByRole('article', { name: 'Auditors Ltd: SOC 2 CC7.2' });
    await asked.getByText('Who looks at the alarms?').waitFor();
    await expect(asked.getByRole('link', { name: 'CC7.2' })).toHaveAttribute('href', /\/controls\/soc2\//);
    await asked.getByText('Anomaly monitoring').waitFor();
    await asked.getByRole('textbox', { name: 'Answer' }).fill('The people on call, every day.');
    await asked.getByRole('combobox', { name: 'Evidence for the auditor' }).click();
    await page.getByRole('group', { name: 'Evidence for this control' }).getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await asked.getByRole('button', { name: 'Upload a document…' }).click();
    const upload = page.getByRole('dialog', { name: 'Upload a document for the answer' });
    await upload
      .locator('input[type=file]')
      .setInputFiles({ name: 'rota.txt', mimeType: 'text/plain', buffer: Buffer.from('Who is on call.') });
    await upload.getByRole('button', { name: 'Upload', exact: true }).click();
    await upload.waitFor({ state: 'hidden' });
    await expectSound(stage.dashboard, 'auditors-answer');
    await asked.getByRole('button', { name: 'Send the answer' }).click();
    await asked.getByText(/^Alpha admin · /).waitFor();
    await expect(asked.getByRole('list', { name: 'Evidence in the answer' }).getByRole('link')).toHaveCount(2);
    await page.getByRole('heading', { name: '1 answered' }).waitFor();
    await links.getByText(/^none$/).waitFor();
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.waitForURL(/\/settings\/auditors$/);
    await expectSound(stage.dashboard, 'auditors');

    const auditor = await stage.guest();
    await auditor.goto(path());
    await auditor.page.getByRole('tab', { name: 'Comments and requests 1' }).click();
    await auditor.page.getByText('The people on call, every day.').waitFor();
    await expectSound(auditor, 'auditor-comments');
    const [download] = await Promise.all([
      auditor.page.waitForEvent('download'),
      auditor.page.getByRole('button', { name: 'Download rota.txt' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('rota.txt');
  });

  it('leads to what was opened by it, and is extended under the same address', async () => {
    const { page } = stage;
    await page.getByRole('link', { name: 'What was opened' }).click();
    await page.waitForURL(/\/audit\?resourceType=auditor_link&resourceId=/);
    await page.getByText('Opened the auditor link of Auditors Ltd').first().waitFor();
    await page.goBack();
    const expires = page.getByRole('region', { name: 'Links' }).locator('td[data-header="Expires"]');
    const before = await expires.textContent();
    await button('Extend the link of Auditors Ltd').click();
    const dialog = page.getByRole('dialog', { name: 'Extend the link of Auditors Ltd' });
    await dialog.getByLabel(/^Days from today/).fill('90');
    await expectSound(stage.dashboard, 'auditors-extend');
    await dialog.getByRole('button', { name: 'Extend', exact: true }).click();
    await page.getByText('The link was extended.').waitFor();
    await expect(expires).not.toHaveText(before ?? '');
    const auditor = await stage.guest();
    await auditor.goto(path());
    await auditor.page.getByRole('heading', { name: 'SOC 2 of Alpha' }).waitFor();
  });

  it('opens nothing once it is revoked, and says so in words', async () => {
    const { page } = stage;
    await button('Revoke the link of Auditors Ltd').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page
      .getByRole('region', { name: 'Links' })
      .getByText(/^.Revoked$/)
      .waitFor();
    const auditor = await stage.guest();
    await auditor.goto(path());
    await auditor.page.getByText('This link is wrong, has expired or was revoked.').waitFor();
    await auditor.goto('/auditor');
    await auditor.page.getByText('The address is incomplete').waitFor();
    auditor.problems.splice(0);
  });
});
