import { beforeAll, describe, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { frameworkId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { connect, runScan } from '../support/scans.js';
import { assess } from '../ucf/assessments.js';
import { domainOf, evidenceOf, first, heldBy, list, type Listed } from './control-data.js';
import { Dashboard } from './dashboard.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

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
      const ofFailing = new Set(failing.mappings.map(({ universalControl }) => universalControl.id));
      passing = first(
        await list(a, 'cmmc'),
        ({ status, mappings }) =>
          // One of its own: its assessment stands on the time line of no other control of these tests.
          status === 'not_assessed' && mappings.length === 1 && !ofFailing.has(first(mappings).universalControl.id),
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
    const failed = (await list(stage.service.a, 'pci-dss')).filter(({ status }) => status === 'failed').length;
    expect(failed).toBeGreaterThan(1);
    await auditor.page.getByRole('link', { name: `${failed} controls of PCI DSS: Failed` }).click();
    await auditor.page.waitForURL(/\/controls\/pci-dss\?status=failed$/);
    await rows().nth(failed).waitFor();
    await expect(rows()).toHaveCount(1 + failed);
  });

  it('retain filters and order over a reload', async () => {
    const [{ category }, all] = [failing, await list(stage.service.a, 'soc2')];
    await auditor.goto('/controls/soc2');
    const failed = auditor.page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^Failed \d+$/ });
    await failed.click();
    const chip = auditor.page.locator('.control-chip').filter({ hasText: category });
    await chip.click();
    await auditor.page.getByRole('searchbox', { name: 'Search' }).fill(failing.controlId);
    await auditor.page.waitForURL(new RegExp(`q=${failing.controlId}`));
    await auditor.page.reload();
    await auditor.settled();
    await expect(failed).toHaveAttribute('aria-current', 'page');
    await expect(chip).toHaveAttribute('aria-current', 'true');
    await expect(auditor.page.getByRole('searchbox', { name: 'Search' })).toHaveValue(failing.controlId);
    await auditor.page.getByRole('link', { name: failing.controlId, exact: true }).waitFor();
    await auditor.page.getByRole('button', { name: 'Clear filters' }).click();
    await rows().nth(all.length).waitFor();
    await expect(auditor.page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  });

  it('combine the filter by domain with other filters', async () => {
    const { universalControl } = first(failing.mappings);
    const { code, name } = await domainOf(stage.service.a, universalControl.id);
    const counted = (
      await stage.service.a.admin.rest<object[]>(
        `/api/compliance/frameworks/${frameworkId('soc2')}/controls?domain=${code}&status=failed`,
      )
    ).length;
    expect(counted).toBeGreaterThan(0);
    await auditor.goto('/controls/soc2?status=failed');
    await auditor.page.getByLabel('Domain').selectOption(`${code} ${name}`);
    await auditor.page.waitForURL(new RegExp(`domain=${code}`));
    await auditor.page.getByText(`${counted} control${counted === 1 ? '' : 's'}`, { exact: true }).waitFor();
    await auditor.page.reload();
    await expect(rows()).toHaveCount(1 + counted);
    await expect(auditor.page.getByLabel('Domain')).toHaveValue(code);
    await auditor.page.getByRole('button', { name: 'Clear filters' }).click();
    await auditor.page.waitForURL(/\/controls\/soc2$/);
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
    await content.getByText(/Last decided by the scan of .+\./).waitFor();
    // The cause stands before everything else, with where it is.
    await content
      .getByRole('banner')
      .or(content.locator('.page-answer'))
      .getByText(/^[A-Z].+: .+\.$/)
      .first()
      .waitFor();
    await content.getByRole('region', { name: 'Failing resources' }).getByRole('row').nth(1).waitFor();
    const copy = content.getByRole('button', { name: /Copy the command of/ }).first();
    await copy.click();
    await copy.getByText('Copied').waitFor();
    expect(await auditor.page.evaluate('navigator.clipboard.readText()')).toMatch(/^\w+ /);
    const opened = await auditor.page.evaluate<unknown>(
      `localStorage.getItem('crosswalk.first-run.control.${stage.service.a.tenantId}')`,
    );
    expect(opened).toBe('true');
    await expect(kindsOf(timeLine(auditor))).toHaveText(['Status', 'Finding']);
    await timeLine(auditor)
      .filter({ hasText: /\d+ checks? fails? on \d+ resources?/ })
      .getByRole('link', { name: /^Download: / })
      .waitFor();
  });

  it('show whose assessment decided a control, with its history in one time line', async () => {
    await auditor.goto(`/controls/cmmc/${passing.id}`);
    const why = auditor.page.getByText(/Alpha auditor assessed .+ as “Compliant” on .+\.$/);
    await why.waitFor();
    await expect(why).toContainText(`assessed ${assessedCode} as`);
    await auditor.page.locator('blockquote', { hasText: 'Seen on site.' }).waitFor();
    // Below, what the scan before it found: checks that support a control leave evidence, and decide nothing.
    const collected = await evidenceOf(stage.service.a, passing.id, 'auto');
    const found = collected.map(() => 'Finding');
    await expect(kindsOf(timeLine(auditor))).toHaveText(['Evidence', 'Status', 'Assessment', ...found]);
    // Its only mapping is assessed, with a note: nothing of it is left to trust.
    await auditor.page.locator('#content').getByText('✓Passed').first().waitFor();
    const rests = auditor.page.getByRole('region', { name: 'What its status rests on' });
    await rests.getByText(/^Decided by an assessment\. Tests /).waitFor();
    await rests.locator('summary', { hasText: 'All votes, checks and relations' }).click();
    await rests.getByText(/on a note, without a file\. In date until .*\d/).waitFor();
    await timeLine(auditor).getByText('Seen on site.').waitFor();
    const link = await auditor.page.getByRole('link', { name: 'Download: Minutes of the review' }).getAttribute('href');
    const answer = await fetch(new URL(String(link), stage.service.baseUrl));
    expect(await answer.text()).toBe('reviewed');
  });

  it('update when an assessment is made elsewhere', async () => {
    const { universalControl } = first(passing.mappings);
    await assess(stage.service.a.admin, universalControl.id, 'non_compliant');
    await auditor.page.getByText(/Alpha admin assessed .+ as “Not compliant” on .+\.$/).waitFor();
    await expect(kindsOf(timeLine(auditor)).nth(0)).toHaveText('Status');
    await expect(kindsOf(timeLine(auditor)).nth(1)).toHaveText('Assessment');
  });

  it('link to the assessment only for users who may assess', async () => {
    await auditor.goto(`/controls/cmmc/${passing.id}`);
    await auditor.page.getByRole('link', { name: 'Reassess', exact: true }).click();
    await auditor.page.waitForURL(
      new RegExp(`/mapping/universal/${first(passing.mappings).universalControl.id}\\?assess=true`),
    );
    await auditor.goto(`/controls/soc2/${failing.id}`);
    await auditor.page.getByRole('button', { name: 'Assess', exact: true }).click();
    await expect(auditor.page.getByRole('menuitem')).toHaveCount(failing.mappings.length);
    expect(await auditor.violations()).toEqual([]);
    const member = await stage.guest();
    await member.goto(`/controls/soc2/${failing.id}`);
    await member.logIn(stage.service.a.emails.member);
    await member.page.getByText(/Last decided by the scan of/).waitFor();
    await expect(member.page.getByText(/^(Re)?[Aa]ssess$/)).toHaveCount(0);
  });

  it('show how a control can be shown, its attributes, and which elements each mapping asks for', async () => {
    const { control } = await stage.service.a.admin.data<{
      control: {
        method: string;
        attributes: { name: string; valueName: string }[];
        mappings: { covers: number[]; asksMore: boolean; universalControl: { code: string; elements: string[] } }[];
      };
    }>(
      `query ($id: ID!) { control(id: $id) {
        method attributes { name valueName } mappings { covers asksMore universalControl { code elements } }
      } }`,
      { id: failing.id },
    );
    await auditor.goto(`/controls/soc2/${failing.id}`);
    const content = auditor.page.locator('#content');
    await content.getByText(new RegExp(`^${control.method}: `, 'i')).waitFor();
    for (const { name, valueName } of control.attributes) await content.getByText(`${name}: ${valueName}`).waitFor();
    const { covers, asksMore, universalControl } = first(control.mappings);
    const { code, elements } = universalControl;
    const shared = content.getByRole('region', { name: 'The same in other frameworks' });
    if (control.mappings.length > 5) await shared.getByRole('button', { name: /^Show \d+ more$/ }).click();
    await shared.locator('summary', { hasText: code }).click();
    await content.getByText(`It asks for ${covers.length} of ${elements.length} elements of ${code}:`).waitFor();
    const list = content.getByRole('list', { name: `Elements of ${code} that the control asks for` });
    await expect(list.getByRole('listitem')).toHaveText(
      covers.map((number) => `${number}. ${elements[number - 1] ?? ''}`),
    );
    const rest = asksMore ? 'The control asks for more than that.' : 'The control asks for nothing beyond that.';
    // The tree of what the status rests on says it too, in a part that is closed.
    await content.getByText(rest).filter({ visible: true }).first().waitFor();
  });

  it('show what each element rests on in a table, the votes by the keyboard, and what to do next', async () => {
    const { control } = await stage.service.a.admin.data<{
      control: {
        derivation: {
          mappings: {
            state: string;
            mapping: { universalControl: { code: string } };
            elements: { votes: { checks: { ruleId: string; resourcesFailed: number; resourcesPassed: number }[] }[] }[];
          }[];
        };
      };
    }>(
      `query ($id: ID!) { control(id: $id) { derivation { mappings {
        state mapping { universalControl { code } }
        elements { votes { checks { ruleId resourcesFailed resourcesPassed } } }
      } } } }`,
      { id: failing.id },
    );
    const contradicted = first(control.derivation.mappings, ({ state }) => state === 'contradicted');
    const failed = first(
      contradicted.elements.flatMap(({ votes }) => votes.flatMap(({ checks }) => checks)),
      ({ resourcesFailed }) => resourcesFailed > 0,
    );
    const { checks } = await stage.service.a.admin.data<{ checks: { nodes: { fault: string }[] } }>(
      'query ($id: [String!]!) { checks(where: { id: $id }) { nodes { fault } } }',
      { id: [failed.ruleId] },
    );
    const { fault } = first(checks.nodes);
    await auditor.goto(`/controls/soc2/${failing.id}`);
    const tree = auditor.page.getByRole('region', { name: 'What its status rests on' });
    const { code } = contradicted.mapping.universalControl;
    const mapping = tree.locator('details details').filter({ has: auditor.page.locator('summary', { hasText: code }) });
    const row = tree.getByRole('row').filter({ hasText: fault });
    await expect(row.first()).toContainText(code);
    await expect(row.first()).toContainText('Failed');
    await tree.locator('summary', { hasText: 'All votes, checks and relations' }).press('Enter');
    await mapping
      .getByText(`${fault} (decides): ${failed.resourcesFailed} fail, ${failed.resourcesPassed} pass`)
      .first()
      .waitFor();
    await mapping.locator('summary').first().press('Enter');
    await expect(mapping).not.toHaveAttribute('open');
    await row.first().getByRole('link', { name: 'Repair' }).press('Enter');
    await auditor.page.waitForURL(/\/remediation$/);
  });

  it('lead to their sections by the keyboard, and have the first repair unfolded', async () => {
    await auditor.goto(`/controls/soc2/${failing.id}`);
    const { page } = auditor;
    const repairs = page.getByRole('region', { name: 'How to make it pass' }).getByRole('article');
    await expect(repairs.getByRole('button', { expanded: true })).toHaveCount(1);
    await expect(repairs.first().getByRole('button', { expanded: true })).toHaveCount(1);
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    await expect(contents).toHaveText(await page.locator('.control-layout h2').allTextContents());
    await contents.filter({ hasText: 'Timeline' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeInViewport();
    expect(new URL(page.url()).hash).toBe('');
  });

  it('explain the status of a moment from the time line, and lead back to now', async () => {
    await auditor.goto(`/controls/soc2/${failing.id}`);
    const why = timeLine(auditor).getByRole('button', { name: /^Why/ });
    await why.first().press('Enter');
    const tree = auditor.page.getByRole('region', { name: 'What its status rests on' });
    const then = tree.getByRole('status');
    await expect(then).toContainText(/^As of .+:✕Failed/);
    await expect(then).toContainText('decided by scan results');
    await expectSound(auditor, 'control-as-of');
    await tree.getByRole('button', { name: 'Back to now' }).press('Enter');
    await expect(then).toHaveCount(0);
  });

  it('mark a control that findings hold although it is assessed as compliant, and say why', async () => {
    const held = await heldBy(stage.service.a, failing);
    await auditor.goto(`/mapping/universal/${held}`);
    await auditor.page.getByRole('button', { name: 'Assess this control' }).click();
    await auditor.page.getByRole('radio', { name: 'Compliant', exact: true }).check();
    const preview = auditor.page.getByRole('region', { name: 'Controls held by findings' });
    const line = preview
      .getByRole('row')
      .filter({ has: auditor.page.getByRole('link', { name: failing.controlId, exact: true }) });
    await expect(line).toContainText(/: \d+ resources? in Test demo/);
    await expect(line.getByRole('link', { name: `Findings of ${failing.controlId}` })).toHaveAttribute(
      'href',
      `/findings?controlId=${failing.id}`,
    );
    for (const { universalControl } of failing.mappings)
      await assess(stage.service.a.auditor, universalControl.id, 'compliant', { details: 'Sampled.' });
    await auditor.goto(`/controls/soc2/${failing.id}`);
    const content = auditor.page.locator('#content');
    await content
      .getByText(/Last decided by the scan of .+ Disputed: an assessment judges it compliant, but failing tests/)
      .waitFor();
    await auditor.goto('/controls/soc2?status=failed');
    const row = rows().filter({ has: auditor.page.getByRole('link', { name: failing.controlId, exact: true }) });
    await expect(row).toContainText('Disputed: Tests and an assessment contradict each other');
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

function timeLine({ page }: Dashboard): Locator {
  return page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
}

/** Labels of the kinds of entries. */
function kindsOf(entries: Locator): Locator {
  return entries.locator('[data-kind]');
}
