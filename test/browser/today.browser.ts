import { beforeAll, describe, it } from 'vitest';
import { accepted, dayAhead, proposal } from '../exceptions/exceptions.js';
import { fails, prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { create as createWorkItem } from '../work-items/work-items.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

const RULE = 'rds_instance_storage_encrypted';
const PUBLIC = 'iam_root_mfa_enabled';
const YESTERDAY = dayAhead(-1);

describe('what the posture page says of today', () => {
  let integration = '';
  const stage = Stage.set({
    isShared: true,
    prepare: async ({ a }) => {
      integration = await connect(a.admin, 'prowler');
      await runImport(
        a.admin,
        integration,
        prowlerReport([fails('db-1', RULE), fails('db-2', RULE), fails('r-1', RULE)]),
      );
      await accepted(a, proposal(RULE, { expiresOn: dayAhead(20) }));
      const { me } = await a.admin.data<{ me: { id: string } }>('{ me { id } }');
      await createWorkItem(a.admin, {
        title: 'Encrypt the databases',
        ownerId: me.id,
        dueOn: YESTERDAY,
        checkId: 'aws.rds.instance-storage-encrypted',
      });
    },
  });
  beforeAll(() => stage.openAs('admin', '/posture'));

  const today = () => stage.page.getByRole('region', { name: 'Needs attention' });
  const feed = (...more: ProwlerFinding[]) =>
    runImport(
      stage.service.a.admin,
      integration,
      prowlerReport([fails('db-1', RULE), fails('db-2', RULE), fails('r-1', RULE), ...more]),
    );

  it('is on a first visit what is new in seven days, without what is accepted', async () => {
    await today().getByRole('heading', { name: '2 new failures' }).waitFor();
    await today().getByText('in the last 7 days').waitFor();
    await expect(today().getByRole('link', { name: /^RDS instance storage is not encrypted · / })).toHaveCount(2);
    await expect(today().locator('.severity')).toHaveText(['High', 'High']);
    // All of them stand there.
    await expect(today().getByRole('link', { name: /failures$/ })).toHaveCount(0);
  });

  it('names the own work that is due, what is overdue, and leads to it', async () => {
    await today().getByText('1work item assigned to you, 1 overdue').waitFor();
    await today().getByRole('link', { name: 'Encrypt the databases' }).click();
    await stage.page.waitForURL(/\/work-items\//);
    await stage.page.goBack();
  });

  it('lets a new failure be assigned where it stands, which then has its owner in the place of the button', async () => {
    const { page } = stage;
    const buttons = today().getByRole('button', { name: /^Assign: RDS instance storage is not encrypted · / });
    await buttons.first().waitFor();
    const before = await buttons.count();
    await buttons.first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Title')).toHaveValue(/^RDS instance storage is not encrypted · /);
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await today()
      .getByText(/^work items assigned to you/)
      .waitFor();
    await expect(buttons).toHaveCount(before - 1);
    await today().getByRole('link', { name: 'Alpha admin', exact: true }).first().waitFor();
  });

  it('counts what ends within 30 days, and leads to the exceptions', async () => {
    await today()
      .getByRole('link', { name: /^exception in force ends within/ })
      .click();
    await stage.page.waitForURL(/\/exceptions$/);
    await stage.page.goBack();
  });

  it('names the fix that is worth most, as the queue has it', async () => {
    const { remediationQueue } = await stage.service.a.admin.data<{ remediationQueue: { fault: string }[] }>(
      '{ remediationQueue(first: 1) { fault } }',
    );
    await today()
      .getByRole('link', { name: remediationQueue[0]?.fault ?? 'none', exact: true })
      .click();
    await stage.page.waitForURL(/\/remediation\?fix=/);
    await stage.page.goBack();
  });

  it('is later what is new since the last visit, and leads to exactly these findings', async () => {
    const before = new Date().toISOString();
    // One more than the page lists, and a worse one that fails no control.
    await feed(...[1, 2, 3, 4, 5, 6].map((no) => fails(`root-${no}`, PUBLIC)), {
      ...fails('worst', 'a_rule_of_nobody'),
      severity: 5,
    });
    // The visit of an hour ago ended when all but these had been found.
    await stage.page.evaluate((last: string) => {
      const key = Object.keys(localStorage).find((each) => each.startsWith('crosswalk.visits.posture.'));
      if (key !== undefined) localStorage.setItem(key, JSON.stringify({ before: null, last }));
    }, before);
    await stage.page.clock.install({ time: Date.parse(before) + 3_600_000 });
    await stage.dashboard.goto('/posture');
    await today().getByRole('heading', { name: '7 new or reopened failures' }).waitFor();
    await today().getByRole('heading', { name: '1 critical finding' }).waitFor();
    await today()
      .getByText(/since your last visit in this browser.* · 6 of them fail a control$/)
      .waitFor();
    await expect(today().getByRole('link', { name: / · root-\d$/ })).toHaveCount(3);
    await expect(today().getByText(/^fails \d+ controls?$/)).toHaveCount(3);
    // Apart from the others, as it is critical.
    await expect(today().getByRole('link', { name: /worst/ })).toHaveCount(1);
    await today().getByRole('link', { name: 'All 7 new or reopened failures' }).click();
    await stage.page.getByRole('link', { name: /^Only first seen since/ }).waitFor();
    await expect(stage.page.getByRole('table').locator('tbody tr')).toHaveCount(7);
    await stage.page.getByRole('link', { name: 'Fails a control 6' }).click();
    await stage.page.getByText(/^6 open findings · 6 fail a control$/).waitFor();
  });

  it('is sound', async () => {
    await stage.dashboard.goto('/posture');
    await expectSound(stage.dashboard, 'today');
  });
});
