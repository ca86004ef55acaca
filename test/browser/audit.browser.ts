import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, it } from 'vitest';
import { signerOf } from '../audit/signing.js';
import { expect } from './expect.js';
import { expectAccessible, expectNarrow } from './soundness.js';
import { Stage } from './stage.js';

const RENAMES = 55;

describe('the audit log in the dashboard', () => {
  const stage = Stage.set({
    isShared: true,
    prepare: async ({ a }) => {
      for (let number = 1; number <= RENAMES; number += 1) {
        await a.admin.put('/api/org/profile', { name: `Alpha ${number}` });
      }
      await a.admin.post('/api/org/members/invite', { email: 'new@alpha.example', role: 'member' });
    },
  });
  // Who audits reads the trail, and has nothing to do with webhooks.
  beforeAll(() => stage.openAs('auditor', '/audit'));

  const action = () => stage.page.getByRole('combobox', { name: 'Action', exact: true });
  const choose = async (typed: string, option: string) => {
    await action().fill(typed);
    await stage.page.getByRole('option', { name: option, exact: true }).click();
  };
  const renamed = `Renamed the organization to “Alpha ${RENAMES}”`;
  const table = () => stage.page.getByRole('region', { name: 'Audit log' });

  it('is offered to an auditor, who is not offered webhooks', async () => {
    await table().getByRole('button', { name: 'Invited new@alpha.example' }).waitFor();
    const pages = stage.page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Audit log' }).waitFor();
    await expect(pages.getByRole('link', { name: 'Webhooks' })).toHaveCount(0);
    await stage.dashboard.picture('audit');
    await expectNarrow(stage.dashboard);
  });

  it('shows before and after of a change, and retains its filters over a reload', async () => {
    const { page } = stage;
    await choose('settings', 'Changed the settings of the organization');
    await page.waitForURL(/action=organization\.updated/);
    await page.getByText(`${RENAMES} entries match`).waitFor();
    await page.reload();
    await page.getByText(`${RENAMES} entries match`).waitFor();
    await expect(action()).toHaveValue('Changed the settings of the organization');
    const newest = table().getByRole('row', { name: renamed }).first();
    await newest.getByText('Alpha admin').waitFor();
    await newest.getByRole('button', { name: renamed }).click();
    await table().getByText('organization.updated', { exact: true }).waitFor();
    await expect(table()).toContainText(`name Alpha ${RENAMES - 1} → Alpha ${RENAMES}`);
    await table().getByText('127.0.0.1').waitFor();
    await newest.getByRole('button', { name: renamed }).click();
  });

  it('pages by cursor through the matching entries', async () => {
    const { page } = stage;
    await page.getByText('Page 1 of 2').waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('Page 2 of 2').waitFor();
    await table().getByRole('button', { name: 'Renamed the organization to “Alpha 1”' }).waitFor();
    await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled();
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.getByText('Page 1 of 2').waitFor();
  });

  it('expands an entry to its JSON and its place in the chain', async () => {
    await table().getByRole('button', { name: renamed }).click();
    await table().getByRole('button', { name: 'JSON' }).click();
    const before = await table().getByLabel('Before', { exact: true }).innerText();
    expect(JSON.parse(before)).toEqual({ name: `Alpha ${RENAMES - 1}` });
    await table().getByRole('button', { name: 'Place in the chain' }).click();
    const hashes = table().getByText(/^[0-9a-f]{64}$/);
    await expect(hashes).toHaveCount(2);
    expect(new Set(await hashes.allInnerTexts()).size).toBe(2);
  });

  it('filters by person, kind of resource and days', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Object', { exact: true }).selectOption('invitation');
    await page.getByText('1 entry matches').waitFor();
    await table().getByRole('button', { name: 'Invited new@alpha.example' }).click();
    await table().getByRole('button', { name: 'JSON' }).click();
    await table().getByRole('button', { name: 'Place in the chain' }).click();
    // Of one row with its detail: axe takes long over a page of fifty.
    await expectAccessible(stage.dashboard);
    await page.getByLabel('Who').selectOption({ label: 'Alpha member' });
    await page.getByText('No entry matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    const to = page.getByLabel('To', { exact: true });
    await to.fill('31/02/2020');
    await to.press('Tab');
    await page.getByText('Enter a date such as 31/12/2026.').waitFor();
    await expectAccessible(stage.dashboard);
    await to.fill('31/1/2020');
    await page.waitForURL(/to=2020-0/);
    await to.press('Tab');
    await page.getByText('No entry matches these filters.').waitFor();
    await expect(to).toHaveValue('31/01/2020');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText(/^\d+ entries; the newest/).waitFor();
  });

  it('exports all matching entries, not only the first page', async () => {
    const { page } = stage;
    await choose('settings', 'Changed the settings of the organization');
    await page.getByText(`${RENAMES} entries match`).waitFor();
    const saved = async (kind: string) => {
      await page.getByRole('button', { name: 'Export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: kind }).click();
      return readFile(await (await download).path(), 'utf8');
    };
    const csv = (await saved('As CSV')).trimEnd().split('\r\n');
    expect(csv).toHaveLength(1 + RENAMES);
    const entries = JSON.parse(await saved('As JSON')) as { sequence: number; after: { name: string } }[];
    expect(entries.map(({ after }) => after.name)).toEqual(
      Array.from({ length: RENAMES }, (_, index) => `Alpha ${RENAMES - index}`),
    );
  });

  it('says how far it is signed, and gives a proof that is verified without the service', async () => {
    const { page, service } = stage;
    await stage.dashboard.goto('/audit');
    await page.getByText('No entry is signed yet').waitFor();
    await signerOf(service).sign(service.a.tenantId);
    await page.reload();
    await page.getByText(/^Hash chain signed through entry \d+, /).waitFor();
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Verify the log' });
    await dialog.getByText('crosswalk/audit/').first().waitFor();
    await expectAccessible(stage.dashboard);
    const saved: Promise<readonly [string, string]>[] = [];
    page.on('download', (file) => saved.push(file.path().then((path) => [file.suggestedFilename(), path] as const)));
    await dialog.getByRole('button', { name: 'Download proof and keys' }).click();
    await expect.poll(() => saved.length).toBe(2);
    const files = new Map(await Promise.all(saved));
    const verifier = join(import.meta.dirname, '../../../schema/audit/verify-proof.mjs');
    const run = [verifier, files.get('proof.json') ?? '', files.get('keys.json') ?? ''];
    const { stdout } = await promisify(execFile)(process.execPath, run);
    expect(stdout).not.toBe('');
  });
});
