import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { universalControlId } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { openBrowser } from './chromium.js';
import { Dashboard, THEMES } from './dashboard.js';

const UNIVERSAL = `/mapping/universal/${universalControlId('UCF-IAM-03')}`;
/** Every page; the long ones for one domain, for axe looks at each row alike. */
const PAGES = [
  ['mapping', '/mapping'],
  ['mapping-pair', '/mapping/soc2/hitrust?domain=IAM'],
  ['mapping-gaps', '/mapping/hipaa/pci-dss?cover=gap&domain=NET'],
  ['mapping-universal', '/mapping/universal?domain=GOV'],
  ['mapping-universal-control', UNIVERSAL],
] as const;

/** What the service says of scores, by framework. */
type Scores = Record<string, number>;

describe('the mapping', () => {
  let service: TestService;
  let browser: Browser;
  let dashboard: Dashboard;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
    // One judgement that stands already: of a universal control that no test assesses.
    await assess(service.a.auditor, universalControlId('UCF-GOV-01'), 'partially_compliant', {
      details: 'No charter.',
    });
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  beforeEach(async () => {
    dashboard = await Dashboard.open(service, browser);
  });
  afterEach(async () => {
    await dashboard.close();
  });

  async function open(path: string, role: 'admin' | 'auditor' | 'member' = 'auditor'): Promise<void> {
    await dashboard.goto(path);
    await dashboard.logIn(service.a.emails[role]);
    await dashboard.page.getByRole('heading', { level: 1 }).waitFor();
    await dashboard.settled();
  }
  async function scores(): Promise<Scores> {
    const { reportFrameworks } = await service.a.admin.data<{
      reportFrameworks: { frameworks: { framework: string; score: number }[] };
    }>('{ reportFrameworks { frameworks { framework score } } }');
    return Object.fromEntries(reportFrameworks.frameworks.map(({ framework, score }) => [framework, score]));
  }

  it('says on the page of a pair what its cell of the matrix says', async () => {
    await open('/mapping');
    const cell = dashboard.page.getByRole('link', { name: /^PCI DSS covered by HIPAA:/ });
    const [, percent = '', covered = '', total = ''] =
      /([\d.]+%)\s+(\d+)\/(\d+)/.exec((await cell.innerText()).replaceAll('\n', ' ')) ?? [];
    expect(Number(total)).toBe(280);
    await cell.click();
    await dashboard.page.waitForURL('**/mapping/hipaa/pci-dss');
    const answer = dashboard.page.getByText(
      `${covered} of ${total} PCI DSS controls are covered by HIPAA (${percent})`,
    );
    await answer.waitFor();
    const counted = async (name: string) =>
      Number(
        (await dashboard.page.getByRole('button', { name: new RegExp(`^${name} \\d+$`) }).innerText())
          .split(' ')
          .at(-1),
      );
    expect((await counted('In full')) + (await counted('In part'))).toBe(Number(covered));
    expect(await counted('Gap')).toBe(Number(total) - Number(covered));
  });

  it('lists exactly the controls that each figure of a pair counts', async () => {
    await open('/mapping/hipaa/pci-dss');
    for (const name of ['All', 'In full', 'In part', 'Gap']) {
      const button = dashboard.page.getByRole('button', { name: new RegExp(`^${name} \\d+$`) });
      await button.click();
      await dashboard.page.getByRole('button', { name: new RegExp(`^${name} \\d+$`), pressed: true }).waitFor();
      const links = dashboard.page
        .getByRole('region', { name: 'By universal control' })
        .locator('a[href*="/controls/pci-dss/"]');
      const ids = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
      expect([name, new Set(ids).size]).toEqual([name, Number((await button.innerText()).split(' ').at(-1))]);
    }
    await dashboard.page.waitForURL(/cover=gap/);
    await dashboard.page.reload();
    await dashboard.page.getByRole('button', { name: /^Gap \d+$/, pressed: true }).waitFor();
  });

  it('tells in words and in a table what the picture of a pair shows', async () => {
    await open('/mapping/soc2/iso27001');
    const picture = await dashboard.page
      .getByRole('img', { name: /^Flow of \d+ covered controls/ })
      .getAttribute('aria-label');
    const covered = Number(/Flow of (\d+)/.exec(picture ?? '')?.[1]);
    await dashboard.page.getByText(`${covered} of 123 ISO 27001 controls`).waitFor();
    await dashboard.page.getByText('The same as a table').click();
    const cells = dashboard.page
      .getByRole('region', { name: 'The same as a table' })
      .locator('tbody tr td:nth-child(2)');
    const figures = (await cells.allInnerTexts()).map(Number);
    expect(figures.length).toBeGreaterThan(5);
    // Each row is rounded to a tenth.
    expect(Math.abs(figures.reduce((sum, each) => sum + each, 0) - covered)).toBeLessThanOrEqual(0.05 * figures.length);
  });

  it('keeps the filters of the universal controls in the address', async () => {
    await open('/mapping/universal?domain=IAM');
    const rows = dashboard.page.getByRole('row').filter({ has: dashboard.page.getByRole('link', { name: /^UCF-/ }) });
    const ofDomain = await rows.count();
    expect(ofDomain).toBe(17);
    await dashboard.page.getByLabel('Code or title').fill('access');
    await dashboard.page.waitForURL(/q=access/);
    const found = await rows.count();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(ofDomain);
    for (const row of await rows.allInnerTexts()) expect(row.toLowerCase()).toContain('access');
    await dashboard.page.reload();
    await rows.first().waitFor();
    expect(await rows.count()).toBe(found);
    await dashboard.goto('/mapping/universal?assessment=partially_compliant');
    await rows.first().waitFor();
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('UCF-GOV-01')]);
  });

  it('shows before an assessment what it will change, and it changes just that', async () => {
    const artifact = await uploaded(service.a.admin, file('Reviewed on Monday.', 'review.txt'), {
      name: 'title',
      content: 'Access review',
    });
    const before = await scores();
    await open(UNIVERSAL);
    await dashboard.page.getByRole('button', { name: 'Assess this control' }).click();
    await dashboard.page.getByRole('radio', { name: 'Compliant', exact: true }).check();
    const preview = dashboard.page.getByRole('region', { name: 'Preview' });
    const said = await preview.getByText(/^This will change \d+ controls in \d+ frameworks\./).innerText();
    const figures = /\d+ controls in \d+ frameworks/.exec(said)?.[0] ?? 'none';
    const promised = await linesOf(preview.getByRole('region', { name: 'Controls that change' }));
    expect(promised.length).toBe(Number.parseInt(figures, 10));
    const promisedScores = await linesOf(preview.getByRole('region', { name: 'Scores' }));
    expect(await scores()).toEqual(before);
    expect(await dashboard.violations()).toEqual([]);
    await dashboard.picture('mapping-assess');

    await dashboard.page.getByLabel('Details').fill('Joiners, movers and leavers were sampled.');
    await dashboard.page.getByLabel('Evidence', { exact: true }).first().click();
    await dashboard.page.getByRole('option', { name: /^Access review/ }).click();
    await dashboard.page.keyboard.press('Escape');
    await dashboard.page.getByRole('button', { name: 'Confirm assessment' }).click();

    await dashboard.page.getByText(`Assessed. ${figures} changed.`).waitFor();
    expect(await linesOf(dashboard.page.getByRole('region', { name: 'Controls that changed' }).first())).toEqual(
      promised,
    );
    const after = await scores();
    for (const [name = '', , then = ''] of promisedScores.filter(([each]) => each !== 'Overall'))
      expect([name, `${after[name]}%`]).toEqual([name, then]);
    const moved = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(moved.sort()).toEqual(
      promisedScores
        .map(([name = '']) => name)
        .filter((name) => name !== 'Overall')
        .sort(),
    );

    const history = dashboard.page.getByRole('region', { name: 'Assessments' });
    expect(await history.innerText()).toContain('Joiners, movers and leavers were sampled.');
    expect(await history.innerText()).toContain(artifact.title);
    await dashboard.page.getByText(/^Assessed by Alpha auditor on /).waitFor();
  });

  it('says that a judgement which stands already changes nothing', async () => {
    await open(`/mapping/universal/${universalControlId('UCF-GOV-01')}`, 'admin');
    await dashboard.page.getByRole('button', { name: 'Assess this control' }).click();
    await dashboard.page.getByRole('radio', { name: 'Not compliant', exact: true }).check();
    await dashboard.page.getByText(/^This will change no control\./).waitFor();
  });

  it('lets a member read, and shows them no form', async () => {
    await open(`/mapping/universal/${universalControlId('UCF-GOV-01')}`, 'member');
    await dashboard.page.getByRole('region', { name: 'Assessments' }).getByText('No charter.').waitFor();
    expect(await dashboard.page.getByRole('button', { name: 'Assess this control' }).count()).toBe(0);
    expect(await dashboard.page.getByRole('heading', { name: 'Assess', exact: true }).count()).toBe(0);
  });

  const LOOKS = THEMES.flatMap((theme) => PAGES.map(([name, path]) => ({ theme, name, path })));
  it.each(LOOKS)('is accessible in the $theme theme: $name', async ({ theme, name, path }) => {
    await dashboard.close();
    dashboard = await Dashboard.open(service, browser, { theme });
    await open(path);
    expect(await dashboard.violations()).toEqual([]);
    await dashboard.picture(name);
  });

  it('fits a window of 320 pixels', async () => {
    await dashboard.close();
    dashboard = await Dashboard.open(service, browser, { width: 320 });
    await open('/mapping');
    for (const [name, path] of PAGES) {
      await dashboard.goto(path);
      expect([name, await dashboard.fitsWidth()]).toEqual([name, true]);
      await dashboard.picture(name);
    }
  });

  afterEach(() => {
    expect(dashboard.problems).toEqual([]);
    expect(dashboard.undocumented).toEqual([]);
  });
});

/** The cells of each row of a table, in words. */
async function linesOf(region: Locator): Promise<string[][]> {
  const rows = await region.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => (await row.locator('td').allInnerTexts()).map((cell) => cell.replaceAll(/\s+/g, ' '))),
  );
}
