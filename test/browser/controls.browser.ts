import { beforeAll, describe, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { frameworkId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { connect, runScan } from '../support/scans.js';
import type { TestTenant } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { Dashboard } from './dashboard.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

interface Listed {
  id: string;
  controlId: string;
  title: string;
  category: string;
  status: string;
  mappings: { universalControl: { id: string; code: string } }[];
}

const LISTED = `query ($framework: String!) {
  controls(framework: $framework) { id controlId title category status mappings { universalControl { id code } } }
}`;

describe('the pages of controls', () => {
  let auditor: Dashboard;
  /** A control that fails by a scan. */
  let failing: Listed;
  /** A control that passes by an assessment, with an uploaded artifact. */
  let passing: Listed;
  let assessedCode: string;
  const stage = Stage.set({
    isShared: true,
    prepare: async ({ a }) => {
      await connect(a.admin, 'demo');
      await runScan(a.member);
      failing = first(await list(a, 'soc2'), ({ status, mappings }) => status === 'failed' && mappings.length > 1);
      passing = first(
        await list(a, 'cmmc'),
        ({ status, mappings }) => status === 'not_assessed' && mappings.length === 1,
      );
      const { universalControl } = first(passing.mappings);
      assessedCode = universalControl.code;
      await assess(a.auditor, universalControl.id, 'compliant', { details: 'Seen on site.' });
      await uploaded(
        a.member,
        { name: 'control_id', content: passing.id },
        { name: 'title', content: 'Minutes of the review' },
        file('reviewed', 'minutes.txt'),
      );
    },
  });
  beforeAll(async () => {
    auditor = stage.dashboard;
    await stage.openAs('auditor', '/controls');
  });

  const rows = () => auditor.page.getByRole('region', { name: 'Controls' }).getByRole('row');

  it('link from the figures of a framework to the controls that they count', async () => {
    await auditor.goto('/controls');
    const failed = (await list(stage.service.a, 'hipaa')).filter(({ status }) => status === 'failed').length;
    await auditor.page.getByRole('link', { name: `${failed} controls of HIPAA: Failed` }).click();
    await auditor.page.waitForURL(/\/controls\/hipaa\?status=failed$/);
    await rows().nth(failed).waitFor();
    await expect(rows()).toHaveCount(1 + failed);
  });

  it('retain filters and order over a reload', async () => {
    const [{ category }, all] = [failing, await list(stage.service.a, 'soc2')];
    await auditor.goto('/controls/soc2');
    await auditor.page.getByLabel('Status').selectOption('Failed');
    await auditor.page.getByLabel('Category', { exact: true }).selectOption(category);
    await auditor.page.getByLabel('Search', { exact: true }).fill(failing.controlId);
    await auditor.page.waitForURL(new RegExp(`q=${failing.controlId}`));
    await auditor.page.reload();
    await auditor.settled();
    await expect(auditor.page.getByLabel('Status')).toHaveValue('failed');
    await expect(auditor.page.getByLabel('Category', { exact: true })).toHaveValue(category);
    await expect(auditor.page.getByLabel('Search', { exact: true })).toHaveValue(failing.controlId);
    await auditor.page.getByRole('link', { name: failing.controlId, exact: true }).waitFor();
    await auditor.page.getByRole('button', { name: 'Clear filters' }).click();
    await rows().nth(all.length).waitFor();
    await expect(auditor.page.getByLabel('Search', { exact: true })).toHaveValue('');
  });

  it('combine the filter by domain with other filters', async () => {
    const counted = (
      await stage.service.a.admin.rest<object[]>(
        `/api/compliance/frameworks/${frameworkId('soc2')}/controls?domain=IAM&status=failed`,
      )
    ).length;
    expect(counted).toBeGreaterThan(0);
    await auditor.goto('/controls/soc2?status=failed');
    await auditor.page.getByLabel('Domain').selectOption('IAM Identity and Access Management');
    await auditor.page.waitForURL(/domain=IAM/);
    await auditor.page.getByText(`${counted} controls`, { exact: true }).waitFor();
    await auditor.page.reload();
    await expect(rows()).toHaveCount(1 + counted);
    await expect(auditor.page.getByLabel('Domain')).toHaveValue('IAM');
    await auditor.page.getByRole('button', { name: 'Clear filters' }).click();
    await auditor.page.waitForURL(/\/controls\/soc2$/);
  });

  it('sort by the keyboard, and announce the order', async () => {
    await auditor.goto('/controls/soc2');
    const codes = (await list(stage.service.a, 'soc2')).map(({ controlId }) => controlId);
    await rows().nth(codes.length).waitFor();
    await expect(rows().nth(1).getByRole('link')).toHaveText(first(codes));
    await auditor.page.getByRole('button', { name: 'Identifier' }).focus();
    await auditor.page.keyboard.press('Enter');
    await auditor.page.waitForURL(/sort=-control_id/);
    await expect(rows().nth(1).getByRole('link')).toHaveText(first(codes.toReversed()));
    const header = auditor.page.getByRole('columnheader', { name: 'Identifier' });
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await auditor.page.keyboard.press('Enter');
    await auditor.page.waitForURL((url) => !url.search.includes('sort'));
  });

  it('show a level of CMMC with the levels below it, and load the longest framework in parts', async () => {
    await auditor.goto('/controls/cmmc');
    await auditor.page.getByText('2 (125)').click();
    await auditor.page.waitForURL(/level=2/);
    await auditor.page.getByText('125 controls', { exact: true }).waitFor();
    await auditor.goto('/controls/pci-dss');
    await expect(rows()).toHaveCount(101);
    await auditor.page.getByRole('button', { name: 'Show more' }).click();
    await expect(rows()).toHaveCount(201);
  });

  it('show which scan failed a control, on which resources, and how to remediate it', async () => {
    await auditor.goto(`/controls/soc2/${failing.id}`);
    const content = auditor.page.locator('#content');
    await content.getByText(/^by the scan of .+: \d+ checks? of \d+ failed on \d+ resources?/).waitFor();
    await content.getByRole('region', { name: 'Failing resources' }).getByRole('row').nth(1).waitFor();
    await content
      .getByRole('button', { name: /^Copy the command of/ })
      .first()
      .click();
    await content
      .getByRole('button', { name: /^Copy the command of/ })
      .first()
      .getByText('Copied')
      .waitFor();
    expect(await auditor.page.evaluate('navigator.clipboard.readText()')).toMatch(/^\w+ /);
    const opened = await auditor.page.evaluate<unknown>(
      `localStorage.getItem('crosswalk.first-run.control.${stage.service.a.tenantId}')`,
    );
    expect(opened).toBe('true');
    await expect(kindsOf(timeLine(auditor))).toHaveText(['Status', 'Finding', 'Evidence']);
  });

  it('show whose assessment decided a control, with its history in one time line', async () => {
    await auditor.goto(`/controls/cmmc/${passing.id}`);
    const why = auditor.page.getByText(/as “Compliant” on .+ by Alpha auditor$/);
    await why.waitFor();
    await expect(why).toContainText(`by the assessment of ${assessedCode}`);
    await expect(kindsOf(timeLine(auditor))).toHaveText(['Evidence', 'Status', 'Assessment']);
    await timeLine(auditor).getByText('Seen on site.').waitFor();
    const link = await auditor.page.getByRole('link', { name: 'Download: Minutes of the review' }).getAttribute('href');
    const answer = await fetch(new URL(String(link), stage.service.baseUrl));
    expect(await answer.text()).toBe('reviewed');
  });

  it('update when an assessment is made elsewhere', async () => {
    const { universalControl } = first(passing.mappings);
    await assess(stage.service.a.admin, universalControl.id, 'non_compliant');
    await auditor.page.getByText(/as “Not compliant” on .+ by Alpha admin$/).waitFor();
    await expect(kindsOf(timeLine(auditor)).nth(0)).toHaveText('Status');
    await expect(kindsOf(timeLine(auditor)).nth(1)).toHaveText('Assessment');
  });

  it('link to the assessment only for users who may assess', async () => {
    await auditor.goto(`/controls/cmmc/${passing.id}`);
    await auditor.page.getByRole('link', { name: 'Assess', exact: true }).click();
    await auditor.page.waitForURL(new RegExp(`/mapping/universal/${first(passing.mappings).universalControl.id}`));
    await auditor.goto(`/controls/soc2/${failing.id}`);
    await auditor.page.getByRole('button', { name: 'Assess', exact: true }).click();
    await expect(auditor.page.getByRole('menuitem')).toHaveCount(failing.mappings.length);
    expect(await auditor.violations()).toEqual([]);
    const member = await stage.guest();
    await member.goto(`/controls/soc2/${failing.id}`);
    await member.logIn(stage.service.a.emails.member);
    await member.page.getByText(/^by the scan of/).waitFor();
    await expect(member.page.getByText('Assess', { exact: true })).toHaveCount(0);
  });

  it.each(['controls', 'controls-cmmc', 'control-failing', 'control-assessed'])(
    'are accessible and fit every viewport: %s',
    async (name) => {
      const path = {
        'controls-cmmc': '/controls/cmmc?level=1',
        'control-failing': `/controls/soc2/${failing.id}`,
        'control-assessed': `/controls/cmmc/${passing.id}`,
      }[name];
      await auditor.goto(path ?? '/controls');
      await expectSound(auditor, name);
    },
    120_000,
  );
});

async function list(tenant: TestTenant, framework: string): Promise<Listed[]> {
  return (await tenant.admin.data<{ controls: Listed[] }>(LISTED, { framework })).controls;
}

function timeLine({ page }: Dashboard): Locator {
  return page.getByRole('region', { name: 'Time line' }).getByRole('listitem');
}

/** Labels of the kinds of entries. */
function kindsOf(entries: Locator): Locator {
  return entries.locator('[data-kind]');
}

function first<Item>(items: readonly Item[], isWanted: (item: Item) => boolean = () => true): Item {
  const found = items.find(isWanted);
  if (found === undefined) throw new Error('none of the items is wanted');
  return found;
}
