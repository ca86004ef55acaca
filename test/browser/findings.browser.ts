import { readFile } from 'node:fs/promises';
import { beforeAll, describe, it } from 'vitest';
import { AUDIT_TRAIL, CONSOLE_MFA } from '../catalogue/decided.js';
import { fails, passes, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { expect } from './expect.js';
import { expectAccessible, expectSound } from './soundness.js';
import { Stage } from './stage.js';

const [, { prowler: MFA }] = CONSOLE_MFA;
/** More than a page of the list. */
const TRAILS = 60;

describe('the pages of findings and resources', () => {
  const stage = Stage.set({
    isShared: true,
    prepare: async ({ a }) => {
      const trails = Array.from({ length: TRAILS }, (_, no) => fails(`trail-${String(no)}`));
      const report = prowlerReport([...trails, fails('payroll', MFA), passes('payroll'), passes('good', MFA)]);
      await runImport(a.admin, await connect(a.admin, 'prowler'), report);
    },
  });
  beforeAll(() => stage.openAs('admin', '/findings'));

  const facets = () => stage.page.getByRole('navigation', { name: 'Narrow the findings' });
  const rows = () => stage.page.getByRole('region', { name: 'Findings' }).getByRole('row');
  const choose = (name: RegExp) => facets().getByRole('link', { name }).click();
  const chosen = (name: string | RegExp) =>
    facets().locator('[aria-current]').and(facets().getByRole('link', { name }));
  const listEach = () => stage.page.getByLabel('Order').selectOption({ label: 'Worst first' });
  const says = (text: string) => stage.page.getByText(text, { exact: true }).first().waitFor();

  const opens = (count: number) =>
    stage.page.getByText(new RegExp(`^${String(count)} open findings? · (\\d+|none) fails? a control$`)).waitFor();

  it('begin with what fails, and say how many there are of each property', async () => {
    await opens(TRAILS + 1);
    await chosen(`Fails ${String(TRAILS + 1)}`).waitFor();
    await facets().getByRole('link', { name: 'Passes 2' }).waitFor();
    await expectSound(stage.dashboard, 'findings');
  });

  it('are listed by check, those first that fail most controls, and unfold where each fails', async () => {
    const { page } = stage;
    await expect(rows()).toHaveCount(3);
    const fold = rows()
      .nth(1)
      .getByRole('button', { expanded: false, name: /^(?!More for )/ });
    await expect(rows().nth(1)).toContainText(String(TRAILS));
    await fold.press('Enter');
    const many = page.getByRole('region', { name: 'Findings' }).getByRole('region');
    await expect(many.locator('tbody tr')).toHaveCount(20);
    await expectSound(stage.dashboard, 'findings-unfolded');
    await page.getByRole('link', { name: `Show all ${String(TRAILS)}` }).click();
    await says(`1–50 of ${String(TRAILS)}`);
    await stage.dashboard.goto('/findings');
  });

  it('are sorted by the heads of their columns, as the choice of the order says too', async () => {
    const { page } = stage;
    await listEach();
    const head = page.getByRole('columnheader', { name: /^Since/ });
    await head.getByRole('button').click();
    await expect(page.getByLabel('Order')).toHaveValue('first_seen');
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await head.getByRole('button').press('Enter');
    await expect(page.getByLabel('Order')).toHaveValue('first_seen_desc');
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await page
      .getByRole('columnheader', { name: /^Severity/ })
      .getByRole('button')
      .click();
    await expect(page.getByLabel('Order')).toHaveValue('severity');
    await stage.dashboard.goto('/findings');
  });

  it('name the resource where a check has one finding alone, and lead straight to it', async () => {
    const { page } = stage;
    const row = rows().filter({ hasText: 'Console users have no multi-factor authentication' });
    await row.getByRole('link', { name: 'payroll' }).waitFor();
    await expect(row).toContainText('New');
    await row.getByRole('link', { name: 'Console users have no multi-factor authentication' }).click();
    await page.getByRole('heading', { level: 1, name: 'Console users have no multi-factor authentication' }).waitFor();
    await stage.dashboard.goto('/findings');
  });

  it('are given to a member several at once, and taken back', async () => {
    const { page } = stage;
    await page.getByRole('checkbox', { name: /^Choose “Console users have no/ }).check();
    await rows().nth(1).getByRole('checkbox').check();
    await says(`${String(TRAILS + 1)} findings chosen`);
    await expectAccessible(stage.dashboard);
    const bar = page.getByRole('group', { name: 'Chosen findings' });
    await bar.getByRole('button', { name: 'Assign…' }).click();
    await page.getByText('This makes 2 work items, one for each that is chosen.').waitFor();
    await expectAccessible(stage.dashboard);
    await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText(/^2 work items assigned to /).waitFor();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(rows().nth(1).locator('td[data-header="Owner"]').getByRole('link')).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The work items were dropped.').waitFor();
    await expect(rows().nth(1).locator('td[data-header="Owner"]').getByRole('link')).toHaveCount(0);
  });

  it('are given to a member and requested to be accepted one by one, from the menu of their row', async () => {
    const { page } = stage;
    const row = rows().filter({ hasText: 'Console users have no multi-factor authentication' });
    const menu = row.getByRole('button', { name: /^More for / });
    for (const [verb, dialog] of [
      ['Assign…', 'Assign what is to be done'],
      ['Request exception…', 'Request an exception'],
    ] as const) {
      await menu.click();
      await page.getByRole('menuitem', { name: verb }).click();
      await page.getByRole('dialog', { name: dialog }).getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

  it('are requested to be accepted several at once, each by its own exception, and withdrawn', async () => {
    const { page } = stage;
    await page.getByRole('searchbox', { name: 'Search findings' }).fill('trail-1');
    // trail-1 and trail-10 to trail-19
    await opens(11);
    await rows().nth(1).getByRole('checkbox').check();
    const bar = page.getByRole('group', { name: 'Chosen findings' });
    await bar.getByRole('button', { name: 'Request exception…' }).click();
    await page.getByText(/^11 findings then count neither as failed nor as passed/).waitFor();
    await page.getByRole('dialog').getByLabel('Reason').fill('The trails go next month.');
    await page.getByRole('dialog').getByRole('button', { name: 'Request exception', exact: true }).click();
    await page.getByText(/^11 exceptions requested until/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: the 11 exceptions are withdrawn').waitFor();
    await stage.dashboard.goto('/findings');
  });

  it('are headed by what is wrong where they fail, and by what is wanted where they pass', async () => {
    const { page } = stage;
    const wrong = 'Console users have no multi-factor authentication';
    const wanted = 'Console users have multi-factor authentication';
    await listEach();
    await facets().getByRole('link', { name: wrong }).click();
    await expect(rows().nth(1)).toContainText(wrong);
    await choose(/^Passes/);
    await expect(rows().nth(1)).toContainText(wanted);
    await facets().getByRole('link', { name: wanted }).waitFor();
    await rows().nth(1).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: wanted, exact: true }).waitFor();
    await stage.dashboard.goto('/findings');
  });

  it('are narrowed by a property and widened again, over a reload too', async () => {
    await choose(/^Passes/);
    await says('2 findings');
    await stage.page.reload();
    await says('2 findings');
    await choose(/^Passes/);
    await says(`${String(TRAILS + 3)} findings`);
    await choose(/^Fails/);
    await choose(/^PCI DSS/);
    await chosen(/^PCI DSS/).waitFor();
    await choose(/^PCI DSS/);
    await opens(TRAILS + 1);
  });

  it('are saved as a view under a name, shown again and deleted', async () => {
    const { page } = stage;
    const menu = (name: string | RegExp) => page.getByRole('button', { name });
    await choose(/^Passes/);
    await says('2 findings');
    await menu('Views').click();
    await page.getByText('No view is saved. Only you see yours.').waitFor();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('What passes');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await menu('View: What passes').waitFor();
    await expectAccessible(stage.dashboard);

    await stage.dashboard.goto('/findings');
    await opens(TRAILS + 1);
    await menu('Views').click();
    await page.getByRole('menuitem', { name: 'What passes' }).click();
    await says('2 findings');
    await menu('View: What passes').click();
    await page.getByRole('menuitem', { name: 'Delete “What passes”' }).click();
    await menu('Views').waitFor();
    await stage.dashboard.goto('/findings');
  });

  it('are listed each by itself, page after page, and say how many there are', async () => {
    await listEach();
    await says(`1–50 of ${String(TRAILS + 1)}`);
    await stage.page.getByRole('link', { name: 'Next page' }).click();
    await says(`51–61 of ${String(TRAILS + 1)}`);
    await stage.page.getByRole('link', { name: 'First page' }).click();
    await says(`1–50 of ${String(TRAILS + 1)}`);
  });

  it('find a check by what it says, and a bucket by a part of its name with what it breaks', async () => {
    const { page } = stage;
    await page.getByRole('searchbox', { name: 'Search findings' }).fill('no multi-factor');
    await opens(1);
    await page.getByRole('searchbox', { name: 'Search findings' }).fill('PAYR');
    await page.waitForURL(/q=PAYR/);
    await opens(1);
    await rows().nth(1).getByRole('link', { name: 'payroll' }).click();
    await page.getByRole('heading', { level: 1, name: 'payroll' }).waitFor();
    await says('1 check fails: 1 high');
    await expect(page.getByRole('region', { name: 'Findings' }).last().getByRole('row')).toHaveCount(2);
    await page.getByText('1 finding that does not fail').click();
    const rest = page.getByRole('region', { name: '1 finding that does not fail' });
    await expect(rest.getByRole('row')).toHaveCount(2);
    const broken = page.getByRole('region', { name: 'Controls that fail because of it' }).last();
    await broken.getByRole('link', { name: '8.4.3' }).waitFor();
    await expectSound(stage.dashboard, 'resource');
  });

  it('show what a finding holds and how to repair it', async () => {
    const { page } = stage;
    await page
      .getByRole('region', { name: 'Findings' })
      .last()
      .getByRole('link', { name: /multi-factor|MFA/i })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Console users have no multi-factor authentication' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'How to fix it' }).waitFor();
    await page.getByText(`prowler:${MFA}`).waitFor();
    await page
      .getByRole('region', { name: /^Fails these controls \(\d+\)$/ })
      .last()
      .getByRole('link', { name: '8.4.3' })
      .waitFor();
    await expectSound(stage.dashboard, 'finding');
  });

  it('are proposed to be accepted, and show that they wait for approval', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: /^Request exception for “/ }).click();
    await page.keyboard.type('The account is closed next month.');
    await page.getByRole('dialog').getByRole('button', { name: 'Request exception', exact: true }).click();
    await page.getByText('another admin or auditor has to approve it').waitFor();
    await page.locator('#content').getByText('Waits for approval').waitFor();
    await expect(page.getByRole('button', { name: /^Request exception for “/ })).toHaveCount(0);
  });

  it('are saved as CSV, all of the filter and not only the page', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/findings');
    await listEach();
    await says(`1–50 of ${String(TRAILS + 1)}`);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(TRAILS + 2);
    expect(lines[1]).toContain(AUDIT_TRAIL.prowler);
  });

  it('list resources by what the checks say of them, and by every property that they have', async () => {
    const { page } = stage;
    const narrow = page.getByRole('navigation', { name: 'Narrow the resources' });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Resources' }).click();
    await stage.page
      .getByText(new RegExp(`^${String(TRAILS + 1)} of ${String(TRAILS + 2)} resources fail a check`))
      .waitFor();
    await narrow.getByRole('link', { name: 'Something fails' }).click();
    await says(`${String(TRAILS + 2)} resources`);
    await narrow.getByRole('link', { name: 'Nothing fails 1' }).click();
    await says('1 resource');
    await page.getByRole('link', { name: 'good', exact: true }).waitFor();
    await narrow.getByRole('link', { name: 'Something fails' }).click();
    await narrow.getByRole('link', { name: /^111122223333/ }).click();
    await narrow.getByRole('link', { name: `High ${String(TRAILS + 1)}` }).click();
    await says(`${String(TRAILS + 1)} resources`);
    await page.getByRole('searchbox', { name: 'Search resources' }).fill('PAYR');
    await says('1 resource');
    await page.getByRole('link', { name: 'payroll', exact: true }).waitFor();
    await expectSound(stage.dashboard, 'resources');
  });

  it('are reached by Ctrl K: a resource by a part of its id', async () => {
    const { page } = stage;
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Search pages, actions/).fill('ayrol');
    await page.getByRole('button', { name: /payroll/ }).click();
    await page.getByRole('heading', { level: 1, name: 'payroll' }).waitFor();
  });

  it('are shown in German', async () => {
    const german = await stage.guest({ locale: 'de-DE' });
    await german.goto('/findings');
    await german.logIn(stage.service.a.emails.member);
    await german.page.getByText(new RegExp(`^${String(TRAILS + 1)} offene Befunde · \\d+ betreff`)).waitFor();
    await german.page.getByRole('heading', { level: 1, name: 'Befunde' }).waitFor();
  });

  it('that no scan could decide since are marked, and are a status of their own', async () => {
    const { page } = stage;
    const { admin } = stage.service.a;
    const integration = await connect(admin, 'prowler');
    await runImport(admin, integration, prowlerReport([fails('held', MFA)]));
    const undecided = { rule: MFA, status: 'MANUAL' as const, resource: 'other' };
    await runImport(admin, integration, prowlerReport([undecided]));
    await stage.dashboard.goto('/findings');
    await page.getByText(/^\d+ open findings · .+ · 1 on hold$/).waitFor();
    await choose(/^Of these on hold 1$/);
    await says('1 finding on hold: counted as failing, and no scan since could decide it');
    await expect(rows()).toHaveCount(2);
    await expect(rows().nth(1)).toContainText('held');
    await facets()
      .getByRole('link', { name: /^Passes \d+$/ })
      .waitFor();
    await expectSound(stage.dashboard, 'findings-on-hold');
  });
});
