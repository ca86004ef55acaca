import { beforeAll, describe, it } from 'vitest';
import { connect, runScan, triggerScan } from '../support/scans.js';
import { catalogueOf, CONTROL_COUNT, universalControlId } from '../catalogue/shipped.js';
import { assess } from '../ucf/assessments.js';
import { expect } from './expect.js';
import { expectAccessible, expectSound } from './soundness.js';
import { Stage } from './stage.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

/** The number of all controls, as the pages write it. */
const ALL = CONTROL_COUNT.toLocaleString('en');

describe('the posture page', () => {
  const stage = Stage.set({
    content: contentOfOneSystem(),
    isShared: true,
    // A scan must last until a page has drawn its progress.
    settings: { demoScanSeconds: 4 },
    prepare: async ({ a }) => {
      await connect(a.admin, 'demo');
      await runScan(a.admin);
      // Without a note: it passes controls, and shows nothing of them.
      await assess(a.auditor, universalControlId('UCF-IAM-03'), 'compliant');
    },
  });
  beforeAll(() => stage.openAs('admin', '/posture'));

  /** Status counts of each framework, from the service. */
  async function standing() {
    const { scorecard } = await stage.service.a.admin.data<{
      scorecard: {
        frameworks: {
          framework: string;
          score: number;
          assuredScore: number;
          passedControls: number;
          assuredControls: number;
          failedControls: number;
          notAssessedControls: number;
          totalControls: number;
        }[];
      };
    }>(`{ scorecard { frameworks {
      framework score assuredScore passedControls assuredControls failedControls notAssessedControls totalControls
    } } }`);
    return scorecard.frameworks;
  }

  /** Domains in which a control fails, from the service. */
  async function failingDomains(): Promise<number> {
    const { heatmap } = await stage.service.a.admin.data<{
      heatmap: { domains: object[]; frameworks: { cells: { failedControls: number }[] }[] };
    }>('{ heatmap { domains { code } frameworks { cells { failedControls } } } }');
    return heatmap.domains.filter((_, index) =>
      heatmap.frameworks.some(({ cells }) => (cells[index]?.failedControls ?? 0) > 0),
    ).length;
  }

  it('shows in its summary how many controls pass and fail, as the service counts them', async () => {
    const frameworks = await standing();
    const count = (key: 'passedControls' | 'assuredControls' | 'failedControls' | 'totalControls') =>
      frameworks.reduce((sum, each) => sum + each[key], 0);
    const share = (key: 'passedControls' | 'assuredControls') =>
      ((100 * count(key)) / count('totalControls')).toFixed(1);
    expect(count('assuredControls')).toBeGreaterThan(0);
    const content = stage.page.locator('#content');
    await expect(content).toContainText(
      `${count('assuredControls')} of ${ALL} controls pass in full, ${count('passedControls') - count('assuredControls')} more in part`,
    );
    await expect(content).toContainText(`Passed in full${share('assuredControls')}%`);
  });

  it('leads from the number of failing controls to exactly these, over all frameworks', async () => {
    const { page } = stage;
    const failed = (await standing()).reduce((sum, { failedControls }) => sum + failedControls, 0);
    expect(failed).toBeGreaterThan(0);
    await page.getByRole('link', { name: String(failed), exact: true }).click();
    await page.waitForURL(/\/controls\?status=failed$/);
    await expect(page.getByRole('link', { name: `Failed ${failed}` })).toHaveAttribute('aria-current', 'page');
    const rows = page.getByRole('region', { name: 'Controls' }).locator('tbody tr');
    await expect(rows).toHaveCount(failed);
    await page.goBack();
    await stage.dashboard.settled();
  });

  it('has a tile for each framework, whose figures link to its controls', async () => {
    const { page } = stage;
    const tiles = page.locator('li', { has: page.getByRole('link', { name: /failing$/ }) });
    await expect(tiles).toHaveCount(7);
    const [first] = await standing();
    await tiles
      .first()
      .getByRole('link', { name: `${first?.failedControls} failing` })
      .click();
    await page.waitForURL(/\/controls\/soc2\?status=failed$/);
    await page.goBack();
    await stage.dashboard.settled();
  });

  it('shows in a tile what passes in full and in part, fails and is not looked at, as a bar and in words', async () => {
    const { page } = stage;
    // One that has some of each.
    const framework = (await standing()).find(
      ({ passedControls, assuredControls }) => assuredControls > 0 && passedControls > assuredControls,
    );
    if (!framework) throw new Error('no framework has controls passed in full and in part');
    const { framework: name, score, assuredScore, totalControls, assuredControls } = framework;
    const partial = framework.passedControls - assuredControls;
    const tile = page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
    await tile.getByText(`${assuredScore}%`).first().waitFor();
    await tile.getByText(`${score}% in full or in part`).waitFor();
    await tile
      .getByRole('img', {
        name:
          `${name}, ${totalControls} controls: ${assuredControls} passed in full, ${partial} passed in part, ` +
          `${framework.failedControls} failed, ${framework.notAssessedControls} not looked at`,
      })
      .waitFor();
    await tile.getByRole('link', { name: `${framework.notAssessedControls} not assessed` }).waitFor();
    await tile.getByRole('link', { name: `${partial} in part` }).click();
    await page.waitForURL(/status=passed&assurance=partial$/);
    await expect(page.getByRole('region', { name: 'Controls' }).locator('tbody tr')).toHaveCount(partial);
    await page.goBack();
    await stage.dashboard.settled();
  });

  it('shows a heat-map of domains and frameworks, and retains its options in the address', async () => {
    const { page } = stage;
    const table = page.getByRole('region', { name: 'Domains and frameworks' });
    // Those in which a control fails come first.
    const failing = await failingDomains();
    expect(failing).toBeGreaterThan(0);
    await expect(table.getByRole('row')).toHaveCount(1 + failing);
    const domains = catalogueOf().domains.length;
    await page.getByRole('button', { name: `Show all ${String(domains)} domains` }).click();
    await expect(table.getByRole('row')).toHaveCount(1 + domains);
    await table.getByRole('rowheader', { name: 'Identity and Access Management' }).waitFor();
    await page.getByText('Evidence age', { exact: true }).click();
    await page.waitForURL(/measure=age/);
    await table
      .getByText(/ago$|^now$/)
      .first()
      .waitFor();
    await page.reload();
    await stage.dashboard.settled();
    await expect(page.getByRole('radio', { name: 'Evidence age' })).toBeChecked();
  });

  it('links from a cell to exactly the controls that it counts', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/posture');
    const cell = page.getByRole('link', {
      name: /^HIPAA, Identity and Access Management: \d+(\.\d)?% \d+ controls: \d+ passed in full, \d+ in part, \d+ failed$/,
    });
    const counts = /^(\d+) controls: (\d+) passed in full, (\d+) in part, (\d+) failed$/;
    const [, total = '', full = '', part = '', failed = ''] =
      counts.exec((await cell.getAttribute('title')) ?? '') ?? [];
    expect(Number(total)).toBeGreaterThan(0);
    await cell.click();
    await page.waitForURL(/\/controls\/hipaa\?domain=IAM$/);
    await page.getByRole('status').getByText(`${total} controls`, { exact: true }).waitFor();
    const rows = page.getByRole('region', { name: 'Controls' }).locator('tbody tr');
    await expect(rows).toHaveCount(Number(total));
    await expect(rows.filter({ hasText: '✓Passed' })).toHaveCount(Number(full));
    await expect(rows.filter({ hasText: /In part\b/ })).toHaveCount(Number(part));
    await expect(rows.filter({ hasText: 'Failed' })).toHaveCount(Number(failed));
  });

  it('requests the heat-map in one response of at most 20 KB', async () => {
    const answers = stage.page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('PostureHeatmap'),
    );
    await stage.dashboard.goto('/posture');
    expect((await (await answers).body()).length).toBeLessThanOrEqual(20 * 1_024);
  });

  it('draws a framework beside the total, and shows the same figures as a table', async () => {
    const { page } = stage;
    await page.getByLabel('Compare with').selectOption('hipaa');
    await page.waitForURL(/framework=hipaa/);
    await page
      .getByRole('img', {
        name: /All frameworks, in full, All frameworks, in full or in part, HIPAA, in full, HIPAA, in full or in part/,
      })
      .waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    const hipaa = (await standing()).find(({ framework }) => framework === 'HIPAA');
    const table = page.getByRole('region', { name: 'Scores of the last 30 days' });
    await table.getByRole('columnheader', { name: 'HIPAA, in full or in part', exact: true }).waitFor();
    // The newest row: time, what moved it, then each total in full and as its score.
    const newest = table.locator('tbody tr').first().getByRole('cell');
    await expect(newest.nth(4)).toHaveText(`${hipaa?.assuredScore ?? ''}%`);
    await expect(newest.nth(5)).toHaveText(`${hipaa?.score ?? ''}%`);
  });

  it('counts a control as opened where somebody has assessed one, in whichever browser', async () => {
    // The connection, the scan and a colleague are there before, so that nothing is left to do.
    const other = await stage.guest();
    await other.goto('/posture');
    await other.logIn(stage.service.a.emails.admin);
    await other.settled();
    await expect(other.page.getByRole('region', { name: 'Domains and frameworks' })).toBeVisible();
    await expect(other.page.getByRole('region', { name: 'Get started' })).toHaveCount(0);
  });

  it('shows the progress of a running scan until it ends', async () => {
    const { page } = stage;
    const running = page.getByRole('region', { name: 'Running scan' });
    await expect(running).toHaveCount(0);
    const id = await triggerScan(stage.service.a.admin);
    await running.waitFor({ timeout: 120_000 });
    await expect(running.getByRole('link', { name: 'Open scan' })).toHaveAttribute('href', `/scans/${id}`);
    await running.waitFor({ state: 'detached', timeout: 120_000 });
  });

  it('suggests a first step where nothing was assessed, by role', async () => {
    const empty = await stage.guest();
    await empty.goto('/posture');
    await empty.logIn(stage.service.b.emails.auditor);
    await empty.settled();
    await empty.page.getByText(`None of ${ALL} controls has been assessed yet`).waitFor();
    const steps = empty.page.getByRole('region', { name: 'Get started' });
    await expect(steps.getByRole('link')).toHaveText(['Open a control']);
    await expectSound(empty, 'posture-empty');
    await steps.getByRole('button', { name: 'Dismiss' }).click();
    await empty.goto('/posture');
    await empty.settled();
    await expect(steps).toHaveCount(0);
  });

  // The measures have the same colours.
  it('is accessible and fits every viewport', async () => {
    await stage.dashboard.goto('/posture?measure=change&framework=hipaa');
    await expectAccessible(stage.dashboard);
    await stage.dashboard.goto('/posture?framework=hipaa');
    await expectSound(stage.dashboard, 'posture');
  });
});
