import { beforeAll, describe, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';
import { controlId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { connect, runScan } from '../support/scans.js';
import { create as createWorkItem } from '../work-items/work-items.js';
import { first, list, type Listed } from './control-data.js';
import { expect } from './expect.js';
import { expectAccessible, expectSound } from './soundness.js';
import { Stage } from './stage.js';

const WORKED_ON = controlId('cmmc', 'AC.L2-3.1.1');

describe('the page of a framework', () => {
  /** A control that a scan decides, with an uploaded artifact. */
  let evidenced: Listed;
  const stage = Stage.set({
    content: contentOfOneSystem(),
    isShared: true,
    prepare: async ({ a }) => {
      await connect(a.admin, 'demo');
      await runScan(a.member);
      evidenced = first(await list(a, 'cmmc'), ({ status }) => status === 'failed');
      const title = { name: 'title', content: 'Minutes of the review' };
      await uploaded(a.member, { name: 'control_id', content: evidenced.id }, title, file('reviewed', 'minutes.txt'));
      const { me } = await a.member.data<{ me: { id: string } }>('{ me { id } }');
      await createWorkItem(a.admin, { title: 'Review it', controlId: WORKED_ON, ownerId: me.id });
    },
  });
  beforeAll(() => stage.openAs('auditor', '/controls'));

  const rows = () => stage.page.getByRole('region', { name: 'Controls' }).getByRole('row');

  it('shows its categories as chips, those with failing controls first, which filter and are taken back', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/controls/cmmc');
    const failing = (await list(stage.service.a, 'cmmc')).filter(({ status }) => status === 'failed');
    const chips = page.getByRole('region', { name: 'By category' }).getByRole('link');
    await expect(chips.first()).toHaveAccessibleName(/ passed in part, [1-9]\d* failed, /);
    await expect(chips.last()).toHaveAccessibleName(/ passed in part, 0 failed, /);
    const { category } = evidenced;
    const chip = page.getByRole('link', { name: new RegExp(`^${category} \\d`) });
    await chip.click();
    await page.waitForURL(/category=/);
    await expect(chip).toHaveAttribute('aria-current', 'true');
    await page.getByRole('link', { name: /^Failed \d+$/ }).click();
    await expect(rows()).toHaveCount(1 + failing.filter((each) => each.category === category).length);
    await chip.click();
    await expect(rows()).toHaveCount(1 + failing.length);
  });

  it('leave the table of controls where it is when filters are set and taken away', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/controls/soc2');
    const top = async () => (await page.getByRole('region', { name: 'Controls' }).getByRole('table').boundingBox())?.y;
    const before = await top();
    expect(before).toBeGreaterThan(0);
    await page.getByRole('link', { name: /^Failed \d+$/ }).click();
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    expect(await top()).toBe(before);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
    expect(await top()).toBe(before);
  });

  it('stand with what fails first, sort by the keyboard, and announce the order', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/controls/soc2');
    const all = await list(stage.service.a, 'soc2');
    const codes = all.map(({ controlId }) => controlId);
    await rows().nth(codes.length).waitFor();
    const [worst] = all.filter(({ status }) => status === 'failed');
    await expect(rows().nth(1).getByRole('link')).toHaveText(worst?.controlId ?? 'none');
    // Nobody has work about a control yet: a column of nothing is not shown.
    await expect(page.getByRole('columnheader', { name: 'Owner' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Identifier' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=control_id/);
    await expect(rows().nth(1).getByRole('link')).toHaveText(first(codes));
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=-control_id/);
    await expect(rows().nth(1).getByRole('link')).toHaveText(first(codes.toReversed()));
    const header = page.getByRole('columnheader', { name: 'Identifier' });
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: 'Status' }).press('Enter');
    await page.waitForURL((url) => !url.search.includes('sort'));
  });

  it('say what was uploaded for a control and when it was decided, and give the list as a file', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/controls/cmmc?sort=control_id');
    const row = rows().filter({ hasText: evidenced.controlId }).first();
    await expect(row.locator('td[data-header="Uploads"]')).toHaveText('1');
    await expect(row.locator('td[data-header="Last decided"]')).toHaveText(/ago|now/);
    const { me } = await stage.service.a.member.data<{ me: { name: string } }>('{ me { name } }');
    const other = rows().filter({ hasText: 'AC.L2-3.1.1' }).first();
    await expect(other.locator('td[data-header="Owner"]')).toHaveText(me.name);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the controls of CMMC as CSV' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('cmmc.csv');
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(1 + 149);
    expect(lines.find((line) => line.startsWith(`"${evidenced.controlId}"`))).toContain(',1,');
  });

  it('lead from a framework to its report and to a link for an auditor, each with the framework chosen', async () => {
    const admin = await stage.guest();
    await admin.goto('/controls/hipaa');
    await admin.logIn(stage.service.a.emails.admin);
    await admin.settled();
    await admin.page.getByRole('link', { name: 'Share with auditor' }).click();
    await expect(admin.page.getByRole('dialog').getByLabel('Framework')).toHaveValue('HIPAA');
    await admin.goto('/controls/hipaa');
    await admin.page.getByRole('link', { name: 'Make report' }).click();
    await admin.page.waitForURL(/\/reports\?framework=hipaa$/);
    await admin.page.getByRole('dialog').waitFor();
  });

  it('shows every view of a list in a narrow window, as do the pages of all frameworks and of assessments', async () => {
    for (const path of ['/controls', '/controls/cmmc', '/assessments']) {
      await stage.dashboard.goto(path);
      const last = stage.page.locator('.views').getByRole('link').last();
      await stage.dashboard.atWidth(390, async () => {
        await expect(last).toBeInViewport({ ratio: 1 });
      });
    }
  });

  it('lists all but the main action, and folds its filters, in a narrow window', async () => {
    const { page, dashboard } = stage;
    await dashboard.goto('/controls/soc2');
    await dashboard.atWidth(390, async () => {
      const scope = page.locator('.page-header').getByRole('link', { name: 'Scope' });
      await expect(page.getByRole('link', { name: 'Make report' })).toBeVisible();
      await expect(scope).toBeHidden();
      await page.getByRole('button', { name: 'More actions' }).click();
      await expect(scope).toBeVisible();
      const domain = page.getByRole('combobox', { name: 'Domain' });
      await expect(domain).toBeHidden();
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await expect(domain).toBeVisible();
      await expectAccessible(dashboard);
    });
  });

  it('names what each failing control fails by, and gives several of them to a member at once', async () => {
    const { remediationQueue } = await stage.service.a.admin.data<{
      remediationQueue: { fault: string; controls: { id: string }[] }[];
    }>('{ remediationQueue(first: 100) { fault controls { id } } }');
    const causes = remediationQueue.filter(({ controls }) => controls.some(({ id }) => id === evidenced.id));
    expect(causes.length).toBeGreaterThan(0);
    const member = await stage.guest();
    await member.goto('/controls?status=failed');
    await member.logIn(stage.service.a.emails.member);
    const { page } = member;
    const row = page
      .getByRole('region', { name: 'Controls' })
      .getByRole('row')
      .filter({ has: page.locator(`a[href$="/controls/cmmc/${evidenced.id}"]`) });
    await row.waitFor();
    for (const { fault } of causes.slice(0, 2)) await expect(row).toContainText(fault);
    await row.getByRole('button', { name: /^Assign: / }).waitFor();
    const boxes = page.getByRole('region', { name: 'Controls' }).locator('tbody').getByRole('checkbox');
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    const bar = page.getByRole('group', { name: 'Chosen controls' });
    await bar.getByText('2 controls chosen').waitFor();
    await expectAccessible(member);
    await bar.getByRole('button', { name: 'Assign…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText(/^2 work items assigned to /).waitFor();
    const assigned = page
      .getByRole('region', { name: 'Controls' })
      .getByRole('row')
      .filter({ hasText: 'Alpha member' });
    await expect(assigned).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(assigned).toHaveCount(0);
  });

  it('is sound', async () => {
    await stage.dashboard.goto('/controls/soc2');
    await expectSound(stage.dashboard, 'framework');
    await stage.dashboard.goto('/controls?status=failed');
    await expectSound(stage.dashboard, 'controls-failing');
  });

  it('say how many controls tests can decide and how many only people can, in both languages', async () => {
    const { page } = stage;
    const { framework } = await stage.service.a.admin.data<{
      framework: {
        passableInFull: number;
        testability: { full: number; part: number; none: number; supported: number; failable: number };
      };
    }>('{ framework(name: "CMMC") { passableInFull testability { full part none supported failable } } }');
    const { passableInFull, testability } = framework;
    const { full, part, none, supported, failable } = testability;
    await stage.dashboard.goto('/controls/cmmc');
    await page
      .getByText(
        `Tests alone can fail ${failable} of 149 controls and pass ${full || 'none'}; ${none} are for people to decide.`,
      )
      .waitFor();
    const share = ((100 * passableInFull) / 149).toFixed(1);
    await page.getByText(`${passableInFull} of 149 controls can pass in full at all (${share}%).`).waitFor();
    await stage.dashboard.goto('/controls');
    await page.locator('summary', { hasText: 'What a scan can decide' }).click();
    const table = page.getByRole('region', { name: 'What tests can decide, by framework' });
    await expect(table.getByRole('row')).toHaveCount(1 + 7);
    const cells = table.getByRole('row').filter({ hasText: 'CMMC' }).getByRole('cell');
    // The last is what the first version of the content had.
    const figures = [full, part, none, supported, passableInFull].map(String);
    await expect(cells).toHaveText(['CMMC', '149', ...figures, '112']);
    const german = await stage.guest({ locale: 'de-DE' });
    await german.goto('/controls/cmmc');
    await german.logIn(stage.service.a.emails.auditor);
    await german.page.getByText(`über ${none} entscheiden Menschen.`).waitFor();
  });
});
