import { beforeAll, describe, it } from 'vitest';
import { controlId } from '../catalogue/shipped.js';
import { connect, runScan } from '../support/scans.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

const CABLING = controlId('iso27001', 'A.7.12');
const ADDRESSABLE = controlId('hipaa', '164.312(a)(2)(iii)');

describe('the scope of a framework in the dashboard', () => {
  const stage = Stage.set({
    isShared: true,
    prepare: async ({ a }) => {
      await connect(a.admin, 'demo');
      await runScan(a.admin);
    },
  });
  beforeAll(() => stage.openAs('admin', `/controls/iso27001/${CABLING}`));

  /** The other person who may approve, on the page of a framework's scope. */
  const auditorAt = async (path: string) => {
    const auditor = await stage.guest();
    await auditor.goto(path);
    await auditor.logIn(stage.service.a.emails.auditor);
    await auditor.settled();
    return auditor;
  };

  it('lets an admin propose in three clicks to leave a control out, with a reason', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'More actions for A.7.12' }).click();
    await page.getByRole('menuitem', { name: 'Mark out of scope' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave A.7.12 out of scope' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('All offices are rented with their cabling.');
    await expectSound(stage.dashboard, 'scope-exclude');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await page.getByText('Alpha admin proposed a decision').waitFor();
    await expect(page.getByRole('button', { name: 'More actions for A.7.12' })).toHaveCount(0);
  });

  it('shows its proposer that another person has to approve it', async () => {
    const { page } = stage;
    await page.getByRole('link', { name: 'Scope of ISO 27001' }).click();
    await page.getByRole('heading', { level: 1, name: 'Scope of ISO 27001' }).waitFor();
    const proposals = page.getByRole('region', { name: 'Waiting for an approval' }).first();
    await proposals.getByText('Another admin or auditor has to approve it.').waitFor();
    await expect(page.getByRole('button', { name: 'Approve: A.7.12' })).toHaveCount(0);
    await page.getByText('123 of 123 controls are in scope, 1 proposal waits for an approval').waitFor();
    await expectSound(stage.dashboard, 'scope');
  });

  it('has effect when the auditor approves it, and stands with its reason on the control', async () => {
    const auditor = await auditorAt('/scope/iso27001');
    await auditor.page.getByRole('button', { name: 'Approve: A.7.12' }).click();
    await auditor.page.getByText('122 of 123 controls are in scope').waitFor();
    const inForce = auditor.page.getByRole('region', { name: 'In force' }).first();
    await inForce.getByText(/Approved by Alpha auditor/).waitFor();
    await inForce.getByRole('link', { name: /A\.7\.12/ }).click();
    await auditor.page.getByText('Out of scope: All offices are rented with their cabling.').first().waitFor();
    await expect(auditor.page.getByRole('button', { name: 'Assess' })).toHaveCount(0);
  });

  it('is undone from the page of the scope', async () => {
    const { page } = stage;
    await page.reload();
    await page.getByRole('button', { name: 'Withdraw: A.7.12' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw: A.7.12' });
    await dialog.getByText('comes back into scope').waitFor();
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('123 of 123 controls are in scope').waitFor();
    await expect(page.getByRole('heading', { name: 'In force' })).toHaveCount(0);
    // Who asked for it, who approved it and who ended it stays.
    const row = page.getByRole('region', { name: 'History' }).locator('tbody tr', { hasText: 'A.7.12' }).first();
    for (const text of ['Proposed by Alpha admin', 'Approved by Alpha auditor', 'Ended by Alpha admin', 'rented'])
      await row.getByText(text).waitFor();
  });

  it('lets an admin propose from the page of the scope which control to leave out', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: 'Leave out a control…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave a control out of scope' });
    await dialog.getByRole('combobox', { name: 'Control' }).fill('A.7.11');
    await page.getByRole('option', { name: /^A\.7\.11 / }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The landlord has the supply.');
    await expectSound(stage.dashboard, 'scope-leave-out');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await page.getByText('123 of 123 controls are in scope, 1 proposal waits for an approval').waitFor();
    await page.getByRole('button', { name: 'Withdraw: A.7.11' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('123 of 123 controls are in scope', { exact: true }).waitFor();
  });

  it('lets an admin choose the categories of SOC 2, of which security cannot be left out', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/controls/soc2');
    await page.getByRole('link', { name: 'Scope', exact: true }).click();
    await expect(page.getByLabel(/^Security/)).toBeDisabled();
    await page.getByText('No control is out of scope.').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Privacy' })
      .getByText('Without it: 43 controls in scope')
      .waitFor();
    for (const name of ['Availability', 'Confidentiality', 'Processing Integrity', 'Privacy']) {
      await page.getByLabel(new RegExp(`^${name}`)).uncheck();
    }
    const effect = page.getByRole('status').filter({ hasText: 'would be in scope' });
    await effect.getByText('33 controls would be in scope.').waitFor();
    await effect.getByText('28 controls leave it.').waitFor();
    await effect.getByText(/^Passed in full: .+ instead of .+\. In full or in part: .+ instead of .+\.$/).waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Customers ask for security alone.');
    await page.getByRole('button', { name: 'Propose change' }).click();
    await page.getByText('A change of it waits for an approval.').waitFor();
    await expectSound(stage.dashboard, 'scope-selection');
    const auditor = await auditorAt('/scope/soc2');
    await auditor.page.getByRole('button', { name: 'Approve: selection' }).click();
    await auditor.page.getByText('33 of 61 controls are in scope').waitFor();
    const out = auditor.page.getByRole('region', { name: 'Out of scope' });
    await expect(out.getByText('Customers ask for security alone.')).toHaveCount(5);
    await out.getByRole('button', { name: 'Show all (28)' }).click();
    await expect(out.getByRole('listitem')).toHaveCount(28);
    await page.reload();
    await page.getByRole('link', { name: 'Controls of SOC 2' }).click();
    await page
      .getByText(/of 33 controls/)
      .first()
      .waitFor();
  });

  it('chooses a target level of CMMC with those below it, and shows its score', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/scope/cmmc');
    await page.getByLabel(/^Level 3/).uncheck();
    await page.getByRole('textbox', { name: 'Reason' }).fill('The contract asks for level 2.');
    await page.getByRole('button', { name: 'Propose change' }).click();
    await page.getByText('A change of it waits for an approval.').waitFor();
    const auditor = await auditorAt('/scope/cmmc');
    await auditor.page.getByRole('button', { name: 'Approve: selection' }).click();
    await auditor.page.getByRole('heading', { name: 'SPRS score' }).waitFor();
    await auditor.page.getByText('No score yet').waitFor();
    await auditor.page.getByText('No score: the plan is not shown in full').waitFor();
    await expectSound(auditor, 'scope-sprs');
  });

  it('takes the reason for which a control applies, and that a requirement is implemented in part', async () => {
    const { page } = stage;
    await stage.dashboard.goto(`/controls/cmmc/${controlId('cmmc', 'SC.L2-3.13.11')}`);
    await page.getByRole('button', { name: 'More actions for SC.L2-3.13.11' }).click();
    await page.getByRole('menuitem', { name: 'Give reason for inclusion' }).click();
    const dialog = page.getByRole('dialog', { name: 'Why SC.L2-3.13.11 applies' });
    await dialog.getByText('it costs 3 points of the SPRS score').waitFor();
    await dialog.getByLabel('What to state').selectOption('It is implemented in part');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The module is not validated.');
    await expectSound(stage.dashboard, 'scope-inclusion');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    const auditor = await auditorAt('/scope/cmmc');
    await auditor.page.getByText('Implemented in part', { exact: true }).first().waitFor();
    await auditor.page.getByRole('button', { name: 'Approve: SC.L2-3.13.11' }).click();
    await auditor.page.getByText('3 points: SC.L2-3.13.11').waitFor();
  });

  it('asks of an addressable specification of HIPAA what was decided', async () => {
    const { page } = stage;
    await stage.dashboard.goto(`/controls/hipaa/${ADDRESSABLE}`);
    await page.getByRole('button', { name: /^More actions for 164\.312/ }).click();
    await page.getByRole('menuitem', { name: 'Decide as addressable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decision on 164.312(a)(2)(iii)' });
    await dialog.getByLabel('What was decided').selectOption('alternative');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Terminals lock when the badge is taken.');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await page.getByRole('link', { name: 'Scope of HIPAA' }).click();
    // Among what waits, and as soon as it is read in the list of all decisions, too.
    await page.getByText('Addressable: an alternative is implemented').first().waitFor();
  });

  it('is shown in German', async () => {
    const german = await stage.guest({ locale: 'de-DE' });
    await german.goto('/scope/soc2');
    await german.logIn(stage.service.a.emails.member);
    await german.page.getByRole('heading', { level: 1, name: 'Geltungsbereich von SOC 2' }).waitFor();
    await german.page.getByText('33 von 61 Anforderungen liegen im Geltungsbereich').waitFor();
    await expectSound(german, 'scope-german');
  });
});
