import { describe, it } from 'vitest';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { controlId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { eventually } from '../support/eventually.js';
import { PASSWORD } from '../support/service.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

const DAY_MS = 86_400_000;
const CONTENT = 'user,role\nann,admin\nben,member\n';
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

describe('the page of evidence', () => {
  const stage = Stage.set();
  const openAs = (role: 'admin' | 'auditor' | 'member', path = '/evidence') => stage.openAs(role, path);
  const dialog = () => stage.page.getByRole('dialog', { name: 'Upload evidence' });
  const table = () => stage.page.getByRole('region', { name: 'Evidence' });
  const titles = () => table().locator('tbody tr td:first-child');

  it('uploads a file as evidence of two controls, shows its hash, and downloads it', async () => {
    await openAs('member');
    await stage.page.getByRole('button', { name: 'Upload' }).click();
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
      await stage.page.getByRole('option', { name }).first().click();
    }
    await dialog().getByLabel('Title').click();
    stage.dashboard.foresee(400);
    await dialog().getByLabel('Expires on').fill('2000-01-31');
    await dialog().getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog().getByText('must be later than collected_at').waitFor();
    await dialog().getByLabel('Expires on').fill('2198-01-31');
    await dialog().getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog().getByText('what is stored is what you sent').waitFor();
    await dialog().getByText(SHA256).waitFor();
    expect(await stage.dashboard.violations()).toEqual([]);
    await dialog().getByRole('button', { name: 'Close' }).last().click();

    const row = table().getByRole('row', { name: /Access review of January/ });
    await row.getByRole('link', { name: 'SOC 2 CC6.1' }).waitFor();
    await row.getByRole('link', { name: 'HIPAA 164.312(a)(1)' }).waitFor();
    await row.getByRole('button', { name: 'More for Access review of January' }).click();
    await stage.page.getByRole('menuitem', { name: 'Copy SHA-256' }).click();
    await stage.page.getByText('The SHA-256 is copied.').waitFor();
    expect(await stage.page.evaluate<string>('navigator.clipboard.readText()')).toBe(SHA256);
    const [download] = await Promise.all([
      stage.page.waitForEvent('download'),
      row.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe(CONTENT);
  });

  describe('over a slow connection', () => {
    const SIZE = 2 ** 21;
    const progress = () => dialog().getByRole('progressbar', { name: 'Upload of the file' });
    /** Sent share of an upload, as soon as it exceeds a number of percent. */
    const above = (least: number) =>
      eventually(async () => {
        const percent = Number(await progress().getAttribute('aria-valuenow'));
        return percent > least ? percent : null;
      });

    /** Starts an upload that takes about eight seconds. @returns a function for its sent share */
    const begin = async (title: string) => {
      await openAs('member');
      const network = await stage.page.context().newCDPSession(stage.page);
      await network.send('Network.enable');
      const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: SIZE / 8 };
      await network.send('Network.emulateNetworkConditions', line);
      await stage.page.getByRole('button', { name: 'Upload' }).click();
      const chosen = { name: 'export.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(SIZE, title) };
      await dialog().locator('input[type=file]').setInputFiles(chosen);
      await dialog().getByLabel('Title').fill(title);
      await dialog().getByRole('button', { name: 'Upload', exact: true }).click();
      return above(0);
    };

    it('shows the progress of an upload until it is stored', async () => {
      const early = await begin('Slow export');
      expect(early).toBeLessThan(100);
      expect(await above(early)).toBeLessThan(100);
      await dialog()
        .getByText(/^\d+% sent$/)
        .waitFor();
      expect(await stage.dashboard.violations()).toEqual([]);
      await dialog().getByText('what is stored is what you sent').waitFor();
      await expect(progress()).toHaveCount(0);
      await dialog().getByRole('button', { name: 'Close' }).last().click();
      await titles().getByText('Slow export').waitFor();
    });

    it('stores nothing of a cancelled upload, and retains the form', async () => {
      await begin('Stopped export');
      await dialog().getByRole('button', { name: 'Stop the upload' }).click();
      await progress().waitFor({ state: 'detached' });
      await expect(dialog().getByLabel('Title')).toHaveValue('Stopped export');
      await expect(dialog().getByRole('alert')).toHaveCount(0);
      await dialog().getByRole('button', { name: 'Cancel', exact: true }).click();
      await dialog().waitFor({ state: 'detached' });
      const stored = await stage.service.a.admin.rest<{ title: string }[]>('/api/evidence');
      expect(stored.map(({ title }) => title)).not.toContain('Stopped export');
    });
  });

  it('asks for a new login when the session ends during an upload, and retains the form', async () => {
    await openAs('member');
    await stage.page.getByRole('button', { name: 'Upload' }).click();
    await dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.csv', mimeType: '', buffer: Buffer.from(CONTENT) });
    await dialog().getByLabel('Title').fill('Late export');
    stage.dashboard.foresee(401);
    // The service refuses what it is sent, so that nothing but the upload can show that the session has ended, and
    // without its cookie the session does not go on.
    await stage.page.context().clearCookies();
    await stage.page.route('**/api/evidence/upload', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } }),
    );
    await dialog().getByRole('button', { name: 'Upload', exact: true }).click();
    const login = stage.page.getByRole('dialog', { name: 'Sign in' });
    await login.waitFor();
    await stage.page.unroute('**/api/evidence/upload');
    await login.getByLabel('Password').first().fill(PASSWORD);
    await login.getByRole('button', { name: 'Sign in', exact: true }).click();
    await login.waitFor({ state: 'detached' });
    await expect(dialog().getByLabel('Title')).toHaveValue('Late export');
    await dialog().getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog().getByText('what is stored is what you sent').waitFor();
  });

  it('shows how much expires soon and has expired, and each figure links to its rows', async () => {
    const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    const put = async (title: string, collected: number, expires: number) =>
      uploaded(
        stage.service.a.admin,
        file(CONTENT),
        { name: 'title', content: title },
        { name: 'collected_at', content: day(collected) },
        { name: 'expires_at', content: day(expires) },
      );
    await put('Old test', -400, -35);
    await put('Ending test', -340, 25);
    await put('Other test', -340, 35);
    await openAs('auditor');
    await expect(stage.page.locator('.page-answer')).toContainText(
      /^1 upload has expired · 1 upload expires within 30 days$/,
    );
    // As they expire: what has expired first, what never does last.
    await expect(titles().first()).toHaveText('Old test');
    const listed = await titles().allTextContents();
    expect(listed.slice(0, 3)).toEqual(['Old test', 'Ending test', 'Other test']);
    await expect(table().getByRole('columnheader', { name: 'By' })).toHaveCount(1);
    await expect(table().getByRole('row', { name: /Old test/ })).toContainText(/admin/i);
    await stage.page.getByRole('link', { name: 'Within 30 days 1' }).click();
    await table().getByText('Soon: ').waitFor();
    await expect(titles()).toHaveText(['Ending test']);
    await stage.page.getByRole('link', { name: 'Expired 1' }).click();
    await table().getByText('Expired ').waitFor();
    await expect(titles()).toHaveText(['Old test']);
  });

  it('shows one view of what is evidence for a control, and retains both in the address', async () => {
    const id = controlId('soc2', 'CC6.1');
    await openAs('auditor', `/evidence?controlId=${id}`);
    await expect(titles()).toHaveText(['Access review of January']);
    const filter = stage.page.getByRole('combobox', { name: 'Control' });
    await expect(filter).toHaveValue(/^SOC 2 CC6\.1 /);
    await stage.page.getByRole('link', { name: 'Collected by scans' }).click();
    await stage.page.getByText('No evidence matches.').waitFor();
    expect(stage.page.url()).toContain('type=auto');
    expect(stage.page.url()).toContain(id);
  });

  it('is paged', async () => {
    const tenant = await stage.service.addTenant('Pages', 'ENTERPRISE');
    for (let count = 1; count <= 27; count += 1) {
      await uploaded(tenant.admin, file(CONTENT), { name: 'title', content: `Note ${String(count)}` });
    }
    await stage.dashboard.goto('/evidence');
    await stage.dashboard.logIn(tenant.emails.auditor);
    await table().getByText('Note 27').waitFor();
    await stage.page.getByRole('link', { name: 'Next', exact: true }).click();
    await table().getByText('Note 2', { exact: true }).waitFor();
    await expect(titles()).toHaveText(['Note 2', 'Note 1']);
    await stage.page.getByRole('link', { name: 'From the start' }).click();
    await table().getByText('Note 27').waitFor();
  });

  it('begins an upload for the control that an address names, and is rid of that when it is left', async () => {
    await openAs('member', `/evidence?create=true&controlId=${controlId('soc2', 'CC6.1')}`);
    await dialog()
      .getByText(/^SOC 2 CC6\.1 /)
      .first()
      .waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await stage.page.waitForURL((url) => !url.search.includes('create'));
    await expect(dialog()).toHaveCount(0);
  });

  it('does not offer an upload to a user without the permission', async () => {
    await openAs('auditor');
    await expect(stage.page.getByRole('button', { name: 'Upload' })).toHaveCount(0);
    await titles().getByText('Access review of January').waitFor();
  });

  it('is accessible and fits every viewport, its dialog too', async () => {
    await openAs('admin');
    await expectSound(stage.dashboard, 'evidence');
    await stage.page.getByRole('button', { name: 'Upload' }).click();
    await dialog().getByLabel('Title').waitFor();
    await expectSound(stage.dashboard, 'evidence-upload');
  });

  it('withdraws an upload with a reason, undoes it, and offers its restoration', async () => {
    const { title } = await uploaded(stage.service.a.admin, file('x'), { name: 'title', content: 'Wrong year' });
    await openAs('admin');
    const row = table().getByRole('row', { name: title });
    const dialogOf = stage.page.getByRole('dialog', { name: 'Withdraw evidence' });
    const withdraw = async () => {
      await row.getByRole('button', { name: `More for ${title}` }).click();
      await stage.page.getByRole('menuitem', { name: 'Withdraw' }).click();
      await dialogOf.getByLabel('Kind of reason').selectOption('outdated');
      await dialogOf.getByRole('textbox').fill('Of another year.');
      await dialogOf.getByRole('button', { name: 'Withdraw evidence' }).click();
      await row.getByText('Withdrawn: Outdated').waitFor();
    };
    await withdraw();
    await expect(row.getByRole('button', { name: `Download ${title}` })).toHaveCount(0);
    await stage.page.getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('button', { name: `Download ${title}` }).waitFor();
    await withdraw();
    await row.getByText('Of another year.').waitFor();
    await row.getByRole('button', { name: new RegExp(`^Restore until .*: ${title}$`) }).click();
    await row.getByRole('button', { name: `Download ${title}` }).waitFor();
    expect(await stage.dashboard.violations()).toEqual([]);
  });

  it('offers no withdrawal to a member', async () => {
    const { title } = await uploaded(stage.service.a.admin, file('x'), { name: 'title', content: 'Right year' });
    await openAs('member');
    await table()
      .getByRole('row', { name: title })
      .getByRole('button', { name: `More for ${title}` })
      .click();
    await stage.page.getByRole('menuitem', { name: 'New version' }).waitFor();
    await expect(stage.page.getByRole('menuitem', { name: 'Withdraw' })).toHaveCount(0);
  });

  it('warns of an upload that is evidence for no control, and links it from its row', async () => {
    const { page } = stage;
    await uploaded(stage.service.a.member, { name: 'title', content: 'Board record' }, file('reviewed', 'board.txt'));
    await openAs('member');
    const row = table().locator('tbody tr', { hasText: 'Board record' });
    await row.getByText('No control').waitFor();
    await row.getByRole('button', { name: 'Link to controls: Board record' }).click();
    const use = page.getByRole('dialog');
    await use.getByRole('combobox', { name: 'Controls', exact: true }).fill('CC6.1');
    await page
      .getByRole('option', { name: /^SOC 2 CC6\.1 / })
      .first()
      .click();
    await use.getByText('No status changes by that').click();
    await use.getByRole('button', { name: 'Record' }).click();
    await row.getByRole('link', { name: 'SOC 2 CC6.1' }).waitFor();
    await expect(row.getByText('No control')).toHaveCount(0);
  });
});
