import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { file, uploaded } from '../evidence/form.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { openBrowser } from './chromium.js';
import { Dashboard, THEMES } from './dashboard.js';

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
  let service: TestService;
  let browser: Browser;
  let auditor: Dashboard;
  let member: Dashboard;
  /** A control that a scan fails. */
  let failing: Listed;
  /** A control that an assessment has made pass, with an uploaded artifact. */
  let passing: Listed;
  let assessedCode: string;

  const list = async (framework: string) =>
    (await service.a.admin.data<{ controls: Listed[] }>(LISTED, { framework })).controls;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
    await runScan(service.a.member);
    failing = first(await list('soc2'), ({ status, mappings }) => status === 'failed' && mappings.length > 1);
    passing = first(await list('cmmc'), ({ status, mappings }) => status === 'not_assessed' && mappings.length === 1);
    const universalControl = first(passing.mappings).universalControl;
    assessedCode = universalControl.code;
    await assess(service.a.auditor, universalControl.id, 'compliant', { details: 'Seen on site.' });
    await uploaded(
      service.a.member,
      { name: 'control_id', content: passing.id },
      { name: 'title', content: 'Minutes of the review' },
      file('reviewed', 'minutes.txt'),
    );
    browser = await openBrowser();
    [auditor, member] = await Promise.all([
      open('auditor', { theme: 'light' }),
      open('member', { theme: 'dark', width: 320 }),
    ]);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  afterEach(() => {
    for (const { problems, undocumented } of [auditor, member]) {
      expect(problems).toEqual([]);
      expect(undocumented).toEqual([]);
    }
  });

  async function open(role: 'auditor' | 'member', options: { theme: (typeof THEMES)[number]; width?: number }) {
    const dashboard = await Dashboard.open(service, browser, options);
    await dashboard.goto('/controls');
    await dashboard.logIn(service.a.emails[role]);
    return dashboard;
  }

  const rows = () => auditor.page.getByRole('region', { name: 'Controls' }).getByRole('row');

  it('lead from the figures of a framework to the controls that they count', async () => {
    await auditor.goto('/controls');
    const failed = (await list('hipaa')).filter(({ status }) => status === 'failed').length;
    await auditor.page.getByRole('link', { name: `${failed} controls of HIPAA: Failed` }).click();
    await auditor.page.waitForURL(/\/controls\/hipaa\?status=failed$/);
    await rows().nth(failed).waitFor();
    expect(await rows().count()).toBe(1 + failed);
  });

  it('keep filters and order over a reload', async () => {
    const [{ category }, all] = [failing, await list('soc2')];
    await auditor.goto('/controls/soc2');
    await auditor.page.getByLabel('Status').selectOption('Failed');
    await auditor.page.getByLabel('Category', { exact: true }).selectOption(category);
    await auditor.page.getByLabel('Search', { exact: true }).fill(failing.controlId);
    await auditor.page.waitForURL(new RegExp(`q=${failing.controlId}`));
    await auditor.page.reload();
    await auditor.settled();
    expect(await auditor.page.getByLabel('Status').inputValue()).toBe('failed');
    expect(await auditor.page.getByLabel('Category', { exact: true }).inputValue()).toBe(category);
    expect(await auditor.page.getByLabel('Search', { exact: true }).inputValue()).toBe(failing.controlId);
    await auditor.page.getByRole('link', { name: failing.controlId, exact: true }).waitFor();
    expect(await rows().count()).toBeLessThan(all.length);
    await auditor.page.getByRole('button', { name: 'Clear filters' }).click();
    await rows().nth(all.length).waitFor();
    expect(await auditor.page.getByLabel('Search', { exact: true }).inputValue()).toBe('');
  });

  it('sort by the keyboard, and say so', async () => {
    await auditor.goto('/controls/soc2');
    const codes = (await list('soc2')).map(({ controlId }) => controlId);
    await rows().nth(codes.length).waitFor();
    expect(await rows().nth(1).getByRole('link').innerText()).toBe(codes.at(0));
    await auditor.page.getByRole('button', { name: 'Identifier' }).focus();
    await auditor.page.keyboard.press('Enter');
    await auditor.page.waitForURL(/sort=-control_id/);
    expect(await rows().nth(1).getByRole('link').innerText()).toBe(codes.at(-1));
    const header = auditor.page.getByRole('columnheader', { name: 'Identifier' });
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    await auditor.page.keyboard.press('Enter');
    await auditor.page.waitForURL((url) => !url.search.includes('sort'));
  });

  it('show a level of CMMC with those below it, and the longest framework bit by bit', async () => {
    await auditor.goto('/controls/cmmc');
    await auditor.page.getByText('2 (125)').click();
    await auditor.page.waitForURL(/level=2/);
    await auditor.page.getByText('125 controls', { exact: true }).waitFor();
    await auditor.goto('/controls/pci-dss');
    expect(await rows().count()).toBe(101);
    await auditor.page.getByRole('button', { name: 'Show more' }).click();
    expect(await rows().count()).toBe(201);
  });

  it('say which scan failed a control, on what, and how to mend it', async () => {
    await auditor.goto(`/controls/soc2/${failing.id}`);
    const content = auditor.page.locator('#content');
    await content.getByText(/^by the scan of .+: \d+ checks? of \d+ failed on \d+ resources?/).waitFor();
    expect(await content.getByRole('region', { name: 'Failing resources' }).getByRole('row').count()).toBeGreaterThan(
      1,
    );
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
      `localStorage.getItem('crosswalk.first-run.control.${service.a.tenantId}')`,
    );
    expect(opened).toBe('true');
    expect(await kindsOf(timeLine(auditor))).toEqual(['Status', 'Finding', 'Evidence']);
  });

  it('say whose assessment a control passes by, with all that happened in one time line', async () => {
    await auditor.goto(`/controls/cmmc/${passing.id}`);
    const why = auditor.page.getByText(/as “Compliant” on .+ by Alpha auditor$/);
    await why.waitFor();
    expect(await why.innerText()).toContain(`by the assessment of ${assessedCode}`);
    expect(await kindsOf(timeLine(auditor))).toEqual(['Evidence', 'Status', 'Assessment']);
    await timeLine(auditor).getByText('Seen on site.').waitFor();
    const link = await auditor.page.getByRole('link', { name: 'Download: Minutes of the review' }).getAttribute('href');
    const answer = await fetch(new URL(String(link), service.baseUrl));
    expect(await answer.text()).toBe('reviewed');
  });

  it('follow what is assessed elsewhere', async () => {
    const { universalControl } = first(passing.mappings);
    await assess(service.a.admin, universalControl.id, 'non_compliant');
    await auditor.page.getByText(/as “Not compliant” on .+ by Alpha admin$/).waitFor();
    expect((await kindsOf(timeLine(auditor))).slice(0, 2)).toEqual(['Status', 'Assessment']);
  });

  it('lead to an assessment only who may make one', async () => {
    await auditor.goto(`/controls/cmmc/${passing.id}`);
    await auditor.page.getByRole('link', { name: 'Assess', exact: true }).click();
    await auditor.page.waitForURL(new RegExp(`/mapping/universal/${first(passing.mappings).universalControl.id}`));
    await auditor.goto(`/controls/soc2/${failing.id}`);
    await auditor.page.getByRole('button', { name: 'Assess', exact: true }).click();
    expect(await auditor.page.getByRole('menuitem').count()).toBe(failing.mappings.length);
    expect(await auditor.violations()).toEqual([]);
    await member.goto(`/controls/soc2/${failing.id}`);
    await member.page.getByText(/^by the scan of/).waitFor();
    expect(await member.page.getByText('Assess', { exact: true }).count()).toBe(0);
  });

  it.each(['/controls', '/controls/cmmc?level=1', 'a failing control', 'an assessed control'])(
    'are accessible in both themes and fit a narrow screen: %s',
    async (name) => {
      const path = {
        'a failing control': `/controls/soc2/${failing.id}`,
        'an assessed control': `/controls/cmmc/${passing.id}`,
      }[name];
      for (const dashboard of [auditor, member]) {
        await dashboard.goto(path ?? name);
        expect(await dashboard.violations()).toEqual([]);
        expect(await dashboard.fitsWidth()).toBe(true);
        await dashboard.picture(`controls ${name}`.replaceAll(/[^a-z0-9]+/g, '-'));
      }
    },
    120_000,
  );
});

function timeLine({ page }: Dashboard): Locator {
  return page.getByRole('region', { name: 'Time line' }).getByRole('listitem');
}

/** What each entry is, as it says. */
async function kindsOf(entries: Locator): Promise<string[]> {
  const kinds = entries.locator('[data-kind]');
  await kinds.first().waitFor();
  return kinds.allInnerTexts();
}

function first<Item>(items: readonly Item[], isWanted: (item: Item) => boolean = () => true): Item {
  const found = items.find(isWanted);
  if (found === undefined) throw new Error('none of the items is wanted');
  return found;
}
