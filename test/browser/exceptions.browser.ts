import { beforeAll, describe, it } from 'vitest';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { controlId } from '../catalogue/shipped.js';
import { fails, passes, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { dayAhead } from '../exceptions/exceptions.js';
import { clicks, countClicks } from './clicks.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

const RULE = AUDIT_TRAIL.prowler;
/** Decided by that rule alone. */
const CONTROL = `/controls/pci-dss/${controlId('pci-dss', '10.2.1.6')}`;
const REASON = 'The account is closed next month.';

describe('exceptions in the dashboard', () => {
  const stage = Stage.set({
    content: contentOfOneSystem(),
    isShared: true,
    prepare: async ({ a }) => {
      const integration = await connect(a.admin, 'prowler');
      const report = prowlerReport([fails('r-1'), passes('r-2')]);
      await runImport(a.admin, integration, report);
    },
  });
  beforeAll(() => stage.openAs('admin', CONTROL));

  const failing = () =>
    stage.page
      .getByRole('region', { name: /^(Failing|Accepted) resources$/ })
      .getByRole('row')
      .nth(1);
  /** The status that the control's page begins with. */
  const status = () => stage.page.locator('#content .badge').first();

  it('begin with how one is made, and with the search of the finding that one is to accept', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/exceptions');
    await page.getByText('No exceptions yet').waitFor();
    await expect(page.locator('#content ol').getByRole('listitem')).toHaveCount(4);
    await expectSound(stage.dashboard, 'exceptions-none');
    await page.getByRole('button', { name: 'Request exception' }).click();
    const picker = page.getByRole('dialog', { name: 'Request an exception: for which finding?' });
    await picker.getByRole('list', { name: 'Findings that fail' }).getByRole('button', { name: /r-1/ }).waitFor();
    await expectSound(stage.dashboard, 'exceptions-pick');
    await picker.getByRole('searchbox').fill('nothing is called so');
    await picker.getByText('No failing finding matches').waitFor();
    await picker.getByRole('searchbox').fill('r-1');
    await picker.getByRole('button', { name: /r-1/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Request an exception' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await stage.dashboard.goto(CONTROL);
  });

  it('let an admin accept a failing resource in at most four clicks, with a reason and a last day', async () => {
    const { page } = stage;
    await countClicks(page);
    await failing()
      .getByRole('button', { name: `Request exception for “About ${RULE}” on r-1` })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Request an exception' });
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await page.keyboard.type(REASON);
    await dialog.getByLabel('Last day').click();
    await dialog.getByLabel('Last day').fill(dayAhead(60));
    await expectSound(stage.dashboard, 'exceptions-accept');
    await dialog.getByRole('button', { name: 'Request exception', exact: true }).click();
    await page.getByText('another admin or auditor has to approve it').waitFor();
    expect(await clicks(page)).toBeLessThanOrEqual(4);
  });

  it('show on the control that a proposal waits, and let nobody propose it twice', async () => {
    await failing().getByText('Waits for approval').waitFor();
    await expect(failing().getByRole('button')).toHaveCount(0);
    await expectSound(stage.dashboard, 'exceptions-control');
  });

  it('are approved by another one than the proposer, who first sees what that accepts', async () => {
    const { page } = stage;
    await page.getByRole('navigation').getByRole('link', { name: 'Exceptions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Exceptions' }).waitFor();
    await page.getByText('0 exceptions are in force; 1 waits for approval').waitFor();
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    const waiting = page.getByRole('region', { name: 'Waiting for another approver' }).getByRole('row').nth(1);
    await expect(waiting).toContainText('High');
    await expect(waiting).toContainText('None given');
    await waiting.getByRole('link', { name: 'r-1' }).waitFor();
    await expectSound(stage.dashboard, 'exceptions-waiting');
    const auditor = await stage.guest();
    await auditor.goto('/exceptions');
    await auditor.logIn(stage.service.a.emails.auditor);
    const proposal = auditor.page.getByRole('region', { name: 'To approve' }).getByRole('row').nth(1);
    await proposal.getByText(REASON).waitFor();
    await proposal.getByText('Requested by Alpha admin').waitFor();
    await expectSound(auditor, 'exceptions-to-approve');
    await proposal.getByRole('button', { name: /^Approve: .+ on r-1$/ }).click();
    const dialog = auditor.page.getByRole('dialog', { name: /^Approve: .+ on r-1$/ });
    for (const shown of ['High', REASON, 'None given', /^Alpha admin · /, /^Related to \d+ controls?$/]) {
      await dialog.getByText(shown).waitFor();
    }
    await expectSound(auditor, 'exceptions-approve');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    const rejection = auditor.page.getByRole('dialog', { name: /^Reject: .+ on r-1$/ });
    await rejection.getByRole('button', { name: 'Cancel' }).click();
    await expect(auditor.page.getByRole('dialog')).toHaveCount(0);
    await proposal.getByRole('button', { name: /^Approve: .+ on r-1$/ }).click();
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await auditor.page.getByText('1 exception is in force; 0 wait for approval').waitFor();
    await auditor.page.getByText('Approved by Alpha auditor').waitFor();
  });

  it('in force lift the control, which still names what is accepted', async () => {
    const { page } = stage;
    await stage.dashboard.goto(CONTROL);
    await expect(status()).toContainText('Passed');
    await failing().getByText('Accepted').waitFor();
    await page.locator('summary', { hasText: 'All votes, checks and relations' }).click();
    await page.getByText('1 fail, 1 pass, 1 of the failed is accepted').first().waitFor();
    await expectSound(stage.dashboard, 'exceptions-accepted');
    await failing().getByRole('link', { name: 'Exceptions' }).click();
    await page.getByText('1 exception is in force; 0 wait for approval').waitFor();
    await expectSound(stage.dashboard, 'exceptions');
  });

  it('are counted beside what fails by findings and posture, which lead to exactly what they count', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/findings');
    await page.getByText('0 open findings · 1 accepted finding').waitFor();
    await page
      .getByRole('navigation', { name: 'Narrow the findings' })
      .getByRole('link', { name: 'Accepted 1' })
      .click();
    await page.getByRole('navigation', { name: 'Narrow the findings' }).getByText('✓ Accepted').waitFor();
    await expect(page.getByRole('region', { name: 'Findings' }).getByRole('row')).toHaveCount(2);
    await expectSound(stage.dashboard, 'exceptions-accepted-findings');
    await stage.dashboard.goto('/posture');
    const more = page.getByRole('link', { name: /more would fail without exceptions$/ });
    const count = Number.parseInt((await more.textContent()) ?? '', 10);
    expect(count).toBeGreaterThan(0);
    await more.click();
    const view = page.getByRole('link', { name: `Failure accepted ${count}` });
    await expect(view).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('region', { name: 'Controls' }).getByRole('row')).toHaveCount(count + 1);
    await expectSound(stage.dashboard, 'exceptions-accepted-controls');
    await stage.dashboard.goto('/exceptions');
  });

  it('are renewed before their end with what was said of them, by a later last day', async () => {
    const { page } = stage;
    await page.getByRole('button', { name: /^More for “.+” on r-1$/ }).click();
    await page.getByRole('menuitem', { name: 'Renew…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Renew the exception' });
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue(REASON);
    await expectSound(stage.dashboard, 'exceptions-renew');
    await dialog.getByRole('button', { name: 'Request exception', exact: true }).click();
    await page.getByText('1 exception is in force; 1 waits for approval').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: the exception is withdrawn').waitFor();
    await page.getByText('1 exception is in force; 0 wait for approval').waitFor();
  });

  it('are undone by withdrawing them: the control fails again', async () => {
    const { page } = stage;
    const name = /^Withdraw: .+ on r-1$/;
    await page
      .getByRole('region', { name: 'In force' })
      .getByRole('button', { name: /^More for “.+” on r-1$/ })
      .click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByText('Its findings count again at once').waitFor();
    await expectSound(stage.dashboard, 'exceptions-withdraw');
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('0 exceptions are in force; 0 wait for approval').waitFor();
    await page.getByRole('region', { name: 'Ended' }).getByText('Withdrawn').first().waitFor();
    await stage.dashboard.goto(CONTROL);
    await expect(status()).toContainText('Failed');
    await failing()
      .getByRole('button', { name: /^Request exception/ })
      .waitFor();
  });

  it('are undone from the message that reports them', async () => {
    const { page } = stage;
    await failing()
      .getByRole('button', { name: /^Request exception/ })
      .click();
    await page.keyboard.type(REASON);
    await page.getByRole('dialog').getByRole('button', { name: 'Request exception', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: the exception is withdrawn').waitFor();
    await failing()
      .getByRole('button', { name: /^Request exception/ })
      .waitFor();
  });

  it('are shown in German', async () => {
    const german = await stage.guest({ locale: 'de-DE' });
    await german.goto('/exceptions');
    await german.logIn(stage.service.a.emails.member);
    await german.page.getByRole('navigation').getByRole('link', { name: 'Ausnahmen' }).waitFor();
    await german.page.getByRole('heading', { level: 1, name: 'Ausnahmen' }).waitFor();
    await german.page.getByText('0 Ausnahmen gelten; 0 warten auf Genehmigung').waitFor();
    await expectSound(german, 'exceptions-german');
    await german.goto(CONTROL);
    await german.page.getByRole('button', { name: `Ausnahme beantragen für „About ${RULE}“ auf r-1` }).click();
    await german.page.getByRole('dialog', { name: 'Ausnahme beantragen' }).waitFor();
    await expectSound(german, 'exceptions-accept-german');
  });
});
