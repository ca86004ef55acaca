import { beforeAll, describe, it } from 'vitest';
import { universalControlId } from '../catalogue/shipped.js';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { fails, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { assess } from '../ucf/assessments.js';
import { dayAhead } from '../exceptions/exceptions.js';
import { clicks, countClicks } from './clicks.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

const FAILING = '{ findings(where: { status: fail }, first: 1) { nodes { id } } }';

describe('work items in the dashboard', () => {
  let findingId = '';
  const stage = Stage.set({
    isShared: true,
    prepare: async ({ a }) => {
      const integration = await connect(a.admin, 'prowler');
      await runImport(a.admin, integration, prowlerReport([fails('r-1')]));
      const { findings } = await a.admin.data<{ findings: { nodes: { id: string }[] } }>(FAILING);
      findingId = findings.nodes[0]?.id ?? '';
    },
  });
  beforeAll(() => stage.openAs('admin', `/findings/${findingId}`));

  it('begin without filters, and with how one is made', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/work-items');
    await page.getByText('No work items yet').waitFor();
    await page.getByText('gives it to a member, with a day').waitFor();
    await expect(page.getByRole('combobox', { name: 'State' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Views' })).toHaveCount(0);
    await expectSound(stage.dashboard, 'work-none');
    await page.getByRole('link', { name: 'Choose a finding' }).click();
    await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor();
    await stage.dashboard.goto(`/findings/${findingId}`);
  });

  it('are assigned with a day in at most three clicks, and can be taken back', async () => {
    const { page } = stage;
    await page.getByText('Nobody works on it.').waitFor();
    await countClicks(page);
    await page.getByRole('button', { name: /^Assign: / }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign what is to be done' });
    await expect(dialog.getByRole('combobox', { name: 'Owner' })).toBeFocused();
    await expect(dialog.getByLabel('Due')).toHaveValue(dayAhead(14).split('-').toReversed().join('/'));
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Keep the trail of r-1');
    await expectSound(stage.dashboard, 'work-assign');
    await dialog.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'Alpha member' });
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText('Assigned to Alpha member.').waitFor();
    expect(await clicks(page)).toBeLessThanOrEqual(3);
    await page
      .getByRole('region', { name: 'Work items' })
      .getByRole('link', { name: 'Keep the trail of r-1' })
      .waitFor();
    await page.locator('header').getByText('Owner: Alpha member').waitFor();
    await expect(page.getByRole('button', { name: /^Assign: / })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Nobody works on it.').waitFor();
    await page.getByRole('button', { name: /^Assign: / }).waitFor();
  });

  it('are the work of a member, who talks about it and finishes it', async () => {
    const { a } = stage.service;
    const { me } = await a.member.data<{ me: { id: string } }>('{ me { id } }');
    const input = { title: 'Turn the trail on', findingId, ownerId: me.id, dueOn: '2020-01-01' };
    await a.admin.data(
      'mutation ($input: CreateWorkItemInput!) { createWorkItem(input: $input) { workItem { id } } }',
      {
        input,
      },
    );
    const member = await stage.guest();
    await member.goto('/work-items');
    await member.logIn(a.emails.member);
    const { page } = member;
    await expect(page.locator('.page-answer')).toHaveText(/^1 unfinished · \d+ days late$/);
    // The group says that it is overdue, the row by how much.
    const overdue = page.getByRole('region', { name: 'Work items: Overdue (1)' });
    await expect(overdue.locator('tbody')).toContainText('days late');
    await expect(overdue.locator('tbody')).not.toContainText('Overdue');
    await expectSound(member, 'work');
    await page.getByRole('link', { name: 'Turn the trail on' }).click();
    await page.getByRole('heading', { level: 1, name: 'Turn the trail on' }).waitFor();
    await page.getByRole('textbox', { name: 'Comment' }).fill('Waits for the vendor.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('Waits for the vendor.').first().waitFor();
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
    await expectSound(member, 'work-item');
    await page.getByText('ends the work item alone').waitFor();
    await expect(page.getByRole('link', { name: 'Open the fix' })).toHaveAttribute(
      'href',
      /^\/remediation\?fix=.+&show=all$/,
    );
    await page.getByRole('region', { name: 'History' }).getByText('Created', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Mark done' }).click();
    await page.getByText('“Turn the trail on” is done.').waitFor();
    await page.getByRole('region', { name: 'History' }).getByText('Marked it as done').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Everything is as before.').waitFor();
    await page.getByRole('button', { name: 'Mark done' }).click();
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Work items', exact: true }).click();
    await page.getByText('No open work item is assigned to you').waitFor();
  });

  it('are changed together, and everybody’s are listed', async () => {
    const { page, service } = stage;
    const create = 'mutation ($input: CreateWorkItemInput!) { createWorkItem(input: $input) { workItem { id } } }';
    for (const title of ['One', 'Two']) {
      await service.a.admin.data(create, { input: { title, checkId: AUDIT_TRAIL.check } });
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Work items', exact: true }).click();
    await page.getByText('All', { exact: true }).click();
    const undated = page.getByRole('region', { name: 'Work items: Without a day' });
    await undated.getByRole('checkbox', { name: 'Select all 2 shown' }).check();
    await page.getByRole('group', { name: 'Change the chosen work items' }).getByRole('status').waitFor();
    await page.getByRole('button', { name: 'Mark as done' }).click();
    await page.getByText('2 work items were changed.').waitFor();
    await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Done' });
    await expect(page.getByRole('region', { name: 'Work items' }).getByRole('row')).toHaveCount(4);
  });

  it('say what fails a control in the words of who judged it, and lead to the assessment that ends that', async () => {
    const { page, service } = stage;
    const { a } = service;
    const details = 'Visitors are not registered at the back entrance.';
    await assess(a.auditor, universalControlId('UCF-PHY-02'), 'non_compliant', { details });
    const { universalControl } = await a.admin.data<{
      universalControl: { mappings: { control: { id: string; status: string } }[] };
    }>(`{ universalControl(id: "${universalControlId('UCF-PHY-02')}") { mappings { control { id status } } } }`);
    const failed = universalControl.mappings.find(({ control }) => control.status === 'failed');
    const input = { title: 'Register visitors', controlId: failed?.control.id };
    const { createWorkItem } = await a.admin.data<{ createWorkItem: { workItem: { id: string } } }>(
      'mutation ($input: CreateWorkItemInput!) { createWorkItem(input: $input) { workItem { id } } }',
      { input },
    );
    await stage.dashboard.goto(`/work-items/${createWorkItem.workItem.id}`);
    await page.getByText(details).waitFor();
    await page.getByText('the control stays failed until UCF-PHY-02 is assessed again').waitFor();
    await page.getByRole('button', { name: 'Mark done' }).waitFor();
    await expectSound(stage.dashboard, 'work-item-judged');
    await page.getByRole('link', { name: 'Assess UCF-PHY-02' }).click();
    await page.waitForURL(/\/mapping\/universal\/.*assess=true/);
  });

  it('are created from their page about a failing check or a control that is found there', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/work-items?whose=all');
    await page.getByRole('button', { name: 'New work item' }).click();
    const dialog = page.getByRole('dialog', { name: 'New work item' });
    await dialog.getByRole('combobox', { name: 'About' }).fill('CC7.2');
    await page.getByRole('option', { name: /SOC 2 CC7\.2/ }).click();
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(/^SOC 2 CC7\.2/);
    await expectSound(stage.dashboard, 'work-new');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Write the runbook');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('link', { name: 'Write the runbook' }).waitFor();
    await expectSound(stage.dashboard, 'work-groups');
  });

  it('offer the members to mention after an @ in a comment', async () => {
    const { page } = stage;
    await page.getByRole('link', { name: 'Write the runbook' }).click();
    const field = page.getByRole('textbox', { name: 'Comment' });
    await field.pressSequentially('Please look, @alpha mem');
    await page
      .getByRole('listbox', { name: 'Members to mention' })
      .getByRole('option', { name: 'Alpha member' })
      .waitFor();
    await field.press('Enter');
    await expect(field).toHaveValue('Please look, @Alpha member ');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('Mentioned: Alpha member').waitFor();
  });
});
