import { describe, it } from 'vitest';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { controlId, universalControlId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { auditTrail, prowlerReport } from '../integrations/reports.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { assess, type AssessmentBody } from '../ucf/assessments.js';
import { clicks, countClicks } from './clicks.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

const SCANS = 12;
const UNIVERSAL = universalControlId('UCF-GOV-01');

describe('what scans stored, on the page of evidence', () => {
  const stage = Stage.set({
    prepare: async ({ a: { admin } }) => {
      await connect(admin, 'demo');
      await runScan(admin);
      const prowler = await connect(admin, 'prowler');
      for (let count = 0; count < SCANS; count += 1) {
        await runImport(admin, prowler, prowlerReport([auditTrail('PASS')]));
      }
      await uploaded(admin, file('A policy.'), { name: 'title', content: 'Access policy' });
    },
  });
  const uploads = () => stage.page.getByRole('region', { name: 'Evidence', exact: true });
  const folds = () => stage.page.getByRole('region', { name: 'Collected by scans' }).last();

  it('is a view beside the uploads, folded and counted, unfolds on demand, and leads to all of it', async () => {
    await stage.openAs('auditor', '/evidence');
    await expect(uploads().locator('tbody tr')).toHaveCount(1);
    await stage.page.getByRole('link', { name: `Collected by scans ${SCANS + 1}` }).click();
    await stage.page.getByRole('link', { name: `Show all ${SCANS + 1}`, exact: true }).waitFor();
    await expect(folds().locator('tbody tr')).toHaveCount(2);
    await countClicks(stage.page);
    await folds().getByRole('button', { name: 'Test prowler' }).click();
    const unfolded = stage.page.getByRole('region', { name: 'Artifacts of scans: Test prowler' });
    await expect(unfolded.locator('tbody tr')).toHaveCount(5);
    await stage.page.getByText(`5 of ${SCANS}`, { exact: true }).waitFor();
    await stage.dashboard.settled();
    await expectSound(stage.dashboard, 'evidence-unfolded');
    await stage.page.getByRole('link', { name: 'Show all', exact: true }).click();
    await expect(uploads().locator('tbody tr')).toHaveCount(SCANS);
    expect(await clicks(stage.page)).toBe(2);
    expect(stage.page.url()).toContain('scansOf=');
    await stage.page.goBack();
    await stage.page.getByRole('link', { name: `Show all ${SCANS + 1}`, exact: true }).click();
    await expect(uploads().locator('tbody tr')).toHaveCount(SCANS + 1);
  });

  it('of a control is folded too', async () => {
    await stage.openAs('auditor', `/evidence?controlId=${controlId('pci-dss', '10.2.1.6')}`);
    await stage.page.getByText('No evidence matches.').waitFor();
    await stage.page.getByRole('link', { name: 'Collected by scans' }).click();
    await expect(folds().getByRole('row', { name: /prowler/ })).toContainText(String(SCANS));
  });
});

describe('a document among the evidence', () => {
  const stage = Stage.set();
  const menu = async (title: string, item: string) => {
    await stage.page
      .getByRole('button', { name: `More for ${title}` })
      .first()
      .click();
    await stage.page.getByRole('menuitem', { name: item }).click();
  };
  const put = async (title: string, content = title) =>
    uploaded(stage.service.a.admin, file(content), { name: 'title', content: title });
  const form = () => stage.page.getByRole('form', { name: 'Assess' });
  const newest = async () => {
    const found = await stage.service.a.auditor.rest<AssessmentBody[]>(
      `/api/ucf/assessments?universal_control_id=${UNIVERSAL}&limit=1`,
    );
    return found[0];
  };

  it('is used as evidence for universal controls and controls, with undo, and changes no status', async () => {
    const { id, title } = await put('Charter');
    await stage.openAs('member', '/evidence');
    await menu(title, 'Use as evidence for …');
    const dialog = stage.page.getByRole('dialog', { name: 'Use as evidence' });
    await dialog.getByRole('button', { name: 'Record' }).waitFor();
    stage.dashboard.foresee(400);
    await dialog.getByRole('button', { name: 'Record' }).click();
    await dialog.getByText('Choose at least one.').waitFor();
    for (const code of ['UCF-GOV-01', 'UCF-GOV-02']) {
      await dialog.getByRole('combobox', { name: 'Universal controls' }).fill(code);
      await stage.page.getByRole('option', { name: new RegExp(`^${code} `) }).click();
    }
    await dialog.getByRole('combobox', { name: 'Controls', exact: true }).fill('CC1.1');
    await stage.page
      .getByRole('option', { name: /^SOC 2 CC1\.1 / })
      .first()
      .click();
    await dialog.getByText('No status changes by that').click();
    await expectSound(stage.dashboard, 'evidence-use');
    await dialog.getByRole('button', { name: 'Record' }).click();
    // A member supplies evidence and does not judge it.
    await dialog.waitFor({ state: 'detached' });
    const linked = async () => {
      const read = await stage.service.a.auditor.rest<{ controls: object[]; universal_controls: { code: string }[] }>(
        `/api/evidence/${id}`,
      );
      return [read.controls.length, ...read.universal_controls.map(({ code }) => code)];
    };
    expect(await linked()).toEqual([1, 'UCF-GOV-01', 'UCF-GOV-02']);
    expect(await newest()).toBeUndefined();
    await stage.page.getByRole('button', { name: 'Undo' }).click();
    await stage.page.getByText(`${title} is as it was before.`).waitFor();
    expect(await linked()).toEqual([0]);
  });

  it('is attached when the form of the assessment opens, by the one who judges', async () => {
    const { id, title } = await put('Minutes');
    await stage.openAs('admin', `/evidence/${id}`);
    await stage.page.getByRole('button', { name: 'Use as evidence for …' }).click();
    const dialog = stage.page.getByRole('dialog', { name: 'Use as evidence' });
    await dialog.getByRole('combobox', { name: 'Universal controls' }).fill('UCF-GOV-01');
    await stage.page.getByRole('option', { name: /^UCF-GOV-01 / }).click();
    await dialog.getByRole('button', { name: 'Record' }).click();
    await dialog.getByRole('link', { name: 'Assess with it' }).waitFor();
    await expectSound(stage.dashboard, 'evidence-used');
    await dialog.getByRole('link', { name: 'Assess with it' }).click();
    await form().getByText(title).waitFor();
    await form().getByRole('radio', { name: 'Compliant', exact: true }).check();
    await form().getByRole('button', { name: 'Confirm assessment' }).click();
    await stage.page.getByText('Assessed by Alpha admin').waitFor();
    expect(await newest()).toMatchObject({ status: 'compliant', evidence_ids: [id] });
    await stage.page.getByText('The assessment in force rests on it.').waitFor();
    expect(await stage.dashboard.violations()).toEqual([]);
    // Whoever assesses next finds it attached, too.
    await stage.page.getByRole('button', { name: 'Reassess' }).click();
    await form().getByText(title).waitFor();
  });

  it('gets a new version, keeps the old one, and an assessment goes over to it by a judgement alone', async () => {
    const before = await put('Policy', 'Version of 2025');
    await assess(stage.service.a.auditor, UNIVERSAL, 'compliant', {
      details: 'Approved by the board.',
      evidence_ids: [before.id],
    });
    await stage.openAs('admin', '/evidence');
    await countClicks(stage.page);
    await menu('Policy', 'New version');
    const dialog = stage.page.getByRole('dialog', { name: 'New version of Policy' });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'policy.txt', mimeType: 'text/plain', buffer: Buffer.from('Version of 2026') });
    await dialog.getByLabel('Expires on').fill('2198-01-31');
    expect(await stage.dashboard.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog.getByText('what is stored is what you sent').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(await clicks(stage.page)).toBe(4);

    const row = stage.page.getByRole('row', { name: /Policy/ });
    await expect(row).toHaveCount(1);
    await row.getByText('Version 2 of 2').waitFor();
    await row.getByRole('link', { name: 'Policy', exact: true }).click();
    const versions = stage.page.getByRole('region', { name: 'Versions' }).last();
    await expect(versions.locator('tbody tr')).toHaveCount(2);
    const old = versions.getByRole('row', { name: /Version 1/ });
    await old.getByText(createHash('sha256').update('Version of 2025').digest('hex').slice(0, 10)).waitFor();
    await old.getByText('Alpha admin').waitFor();
    const [download] = await Promise.all([
      stage.page.waitForEvent('download'),
      old.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe('Version of 2025');
    await stage.page.getByText('A newer version exists: 2.').waitFor();
    await expectSound(stage.dashboard, 'evidence-artifact');

    await stage.dashboard.goto(`/mapping/universal/${UNIVERSAL}`);
    await stage.page.getByText('rests on version 1 of “Policy”. A newer version exists: version 2.').waitFor();
    await expectSound(stage.dashboard, 'evidence-newer');
    expect(await newest()).toMatchObject({ evidence_ids: [before.id] });
    await countClicks(stage.page);
    await stage.page.getByRole('button', { name: 'Take over version 2' }).click();
    await expect(form().getByRole('radio', { name: 'Compliant', exact: true })).toBeChecked();
    await expect(form().getByLabel('Details')).toHaveValue('Approved by the board.');
    await form().getByText('Policy, version 2').waitFor();
    await form().getByRole('button', { name: 'Confirm assessment' }).click();
    await stage.page.getByText('Assessed by Alpha admin').waitFor();
    expect(await clicks(stage.page)).toBe(2);
    const taken = await newest();
    expect(taken).toMatchObject({ details: 'Approved by the board.', evidence_ids: [expect.any(String)] });
    expect(taken?.evidence_ids).not.toContain(before.id);
    await expect(stage.page.getByText('A newer version exists')).toHaveCount(0);
  });

  it('of which the newest version is withdrawn shows the one before, and says what happened to the newest', async () => {
    const first = await put('Handbook', '1');
    const second = await uploaded(stage.service.a.admin, file('2'), { name: 'version_of', content: first.id });
    await stage.openAs('admin', `/evidence/${second.id}`);
    await menu('Handbook', 'Withdraw');
    const dialog = stage.page.getByRole('dialog', { name: 'Withdraw evidence' });
    await dialog.getByRole('textbox').fill('Of another year.');
    await dialog.getByRole('button', { name: 'Withdraw evidence' }).click();
    await stage.page.getByRole('link', { name: 'The current one is version 1' }).click();
    await stage.page.getByText('It is the current one.').waitFor();
    const versions = stage.page.getByRole('region', { name: 'Versions' }).last();
    await versions
      .getByRole('row', { name: /Version 2/ })
      .getByText('Withdrawn: Wrong file')
      .waitFor();
    await versions
      .getByRole('row', { name: /Version 1/ })
      .getByRole('button', { name: 'Download' })
      .waitFor();
    expect(await stage.dashboard.violations()).toEqual([]);
  });
});

describe('assessments without a file, on the page of evidence', () => {
  const stage = Stage.set();

  it('are named, with the way to assess again, until one has', async () => {
    const { page } = stage;
    const { auditor, member } = stage.service.a;
    const id = universalControlId('UCF-GOV-03');
    const label = 'Assessments without a file';
    await assess(auditor, id, 'compliant', { details: 'Seen.' });
    await stage.openAs('auditor', '/evidence?type=auto');
    const row = page.getByRole('region', { name: label }).getByRole('row').filter({ hasText: 'UCF-GOV-03' });
    await expect(page.locator('.page-answer')).toContainText('1 assessment without a file');
    await page.getByRole('link', { name: 'Without a file 1' }).click();
    await expect(row).toContainText('A note');
    await stage.dashboard.settled();
    await expectSound(stage.dashboard, 'evidence-missing');
    await expect(row.getByRole('link', { name: 'Add a file: UCF-GOV-03' })).toHaveAttribute(
      'href',
      `/mapping/universal/${id}?assess=true`,
    );
    const minutes = await uploaded(member, file('minutes', 'minutes.txt'), { name: 'title', content: 'Minutes' });
    await assess(auditor, id, 'compliant', { evidence_ids: [minutes.id] });
    await stage.dashboard.goto('/evidence');
    await page.getByRole('region', { name: 'Evidence' }).getByRole('row', { name: 'Minutes' }).waitFor();
    await page.getByRole('link', { name: 'Without a file 0' }).click();
    await page.getByText('Every assessment that says "met" names a file.').waitFor();
  });
});
