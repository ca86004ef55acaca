import { describe, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { universalControlId, controlCountOf } from '../catalogue/shipped.js';
import { file, uploaded } from '../evidence/form.js';
import { assess } from '../ucf/assessments.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

const UNIVERSAL = `/mapping/universal/${universalControlId('UCF-IAM-03')}`;
/** Every page; the long ones for one domain, because axe checks each row alike. */
const PAGES = [
  ['mapping', '/mapping'],
  ['mapping-pair', '/mapping/soc2/hitrust?domain=IAM'],
  ['mapping-gaps', '/mapping/hipaa/pci-dss?cover=none&domain=NET'],
  ['mapping-universal', '/mapping/universal?domain=GOV'],
  ['mapping-universal-control', UNIVERSAL],
  ['assessments', '/assessments?queue=due'],
] as const;

/** Scores from the service, by framework. */
type Scores = Record<string, number>;

describe('the mapping pages', () => {
  const stage = Stage.set({
    // One judgement that stands already: of a universal control that no test assesses.
    prepare: ({ a }) =>
      assess(a.auditor, universalControlId('UCF-GOV-01'), 'partially_compliant', { details: 'No charter.' }),
  });

  const open = (path: string, role: 'admin' | 'auditor' | 'member' = 'auditor') => stage.openAs(role, path);
  async function scores(): Promise<Scores> {
    const { reportFrameworks } = await stage.service.a.admin.data<{
      reportFrameworks: { frameworks: { framework: string; score: number }[] };
    }>('{ reportFrameworks { frameworks { framework score } } }');
    return Object.fromEntries(reportFrameworks.frameworks.map(({ framework, score }) => [framework, score]));
  }

  it('show for a pair of frameworks the figures of its cell in the matrix', async () => {
    await open('/mapping');
    const cell = stage.page.getByRole('link', { name: /^PCI DSS covered by HIPAA:/ });
    const [, percent = ''] = /in full, ([\d.]+%)/.exec((await cell.textContent()) ?? '') ?? [];
    const [full = 0, part = 0, gaps = 0, total = 0] =
      ((await cell.getAttribute('title')) ?? '').match(/\d+/g)?.map(Number) ?? [];
    const covered = full + part;
    expect([covered + gaps, total]).toEqual([controlCountOf('pci-dss'), controlCountOf('pci-dss')]);
    await cell.click();
    await stage.page.waitForURL('**/mapping/hipaa/pci-dss');
    const answer = stage.page.getByText(`${covered} of ${total} PCI DSS controls are covered by HIPAA (${percent})`);
    await answer.waitFor();
    const counted = async (name: string) =>
      Number(
        (await stage.page.getByRole('link', { name: new RegExp(`^${name} \\d+$`) }).innerText()).split(' ').at(-1),
      );
    expect([await counted('In full'), await counted('In part'), await counted('Gap')]).toEqual([full, part, gaps]);
  });

  it('list exactly the controls that each figure of a pair counts, each once', async () => {
    await open('/mapping/hipaa/pci-dss');
    const list = stage.page.getByRole('region', { name: 'Controls of PCI DSS by category' });
    const controls = list.locator('tbody tr td:first-child a[href*="/controls/pci-dss/"]');
    for (const path of ['', '?domain=NET']) {
      await stage.dashboard.goto(`/mapping/hipaa/pci-dss${path}`);
      for (const name of ['All', 'In full', 'In part', 'Gap']) {
        const view = stage.page.getByRole('link', { name: new RegExp(`^${name} \\d+$`) });
        await view.click();
        await expect(view).toHaveAttribute('aria-current', 'page');
        const counted = Number((await view.innerText()).split(' ').at(-1));
        await stage.page.getByText(`${counted} control${counted === 1 ? '' : 's'}`, { exact: true }).waitFor();
        const unfold = stage.page.getByRole('button', { name: 'Unfold all' });
        if (await unfold.isVisible()) await unfold.click();
        await expect(controls, name).toHaveCount(counted);
        const hrefs = await Promise.all((await controls.all()).map((link) => link.getAttribute('href')));
        expect(new Set(hrefs).size, name).toBe(counted);
      }
      await stage.page.waitForURL(/cover=none/);
    }
    await stage.page.reload();
    await expect(stage.page.getByRole('link', { name: /^Gap \d+$/ })).toHaveAttribute('aria-current', 'page');
  });

  it('say of a control how far it is covered, by which controls, and over what', async () => {
    await open('/mapping/soc2/iso27001');
    await stage.page.getByRole('button', { name: 'Unfold all' }).click();
    const rowOf = (name: string) =>
      stage.page.getByRole('row').filter({ has: stage.page.getByRole('link', { name, exact: true }) });
    // The three are worked out by hand in schema/contract/ucf.md.
    const full = rowOf('A.5.18');
    await full.getByText('Covered in full').waitFor();
    await full
      .getByRole('link', { name: /^CC6\./ })
      .first()
      .waitFor();
    await full.getByRole('link', { name: 'UCF-IAM-03' }).first().waitFor();
    await full
      .getByText(/asks for (the same as|elements of|all of) UCF-/)
      .first()
      .waitFor();
    await rowOf('5.2').getByText('Covered in part').waitFor();
    await rowOf('5.2').getByText('1 of 4 elements', { exact: true }).waitFor();
    await expect(rowOf('10.1').locator('.badge')).toHaveText('–Gap');
    await rowOf('10.1').getByText('Not covered. It asks for UCF-GOV-10').waitFor();
    await stage.page.getByRole('button', { name: 'Fold all' }).press('Enter');
    await expect(full).toHaveCount(0);
  });

  it('fold the categories of a pair beyond the first controls, so that the page stays short', async () => {
    await open('/mapping/hipaa/pci-dss');
    const list = stage.page.getByRole('region', { name: 'Controls of PCI DSS by category' });
    const category = list.getByRole('button', { name: /Requirement 2: / });
    await category.waitFor();
    const rows = list.locator('tbody tr td:first-child');
    expect(await rows.count()).toBeLessThanOrEqual(25);
    const before = await rows.count();
    await category.press('Enter');
    expect(await rows.count()).toBeGreaterThan(before);
    await expect(category).toHaveAttribute('aria-expanded', 'true');
  });

  it('show the picture of a pair on demand, as text and as a table too, and where it is narrow as a table alone', async () => {
    await open('/mapping/soc2/iso27001');
    await stage.page.getByRole('heading', { name: 'Controls of ISO 27001 by category' }).waitFor();
    const image = stage.page.getByRole('img', { name: /^Flow of \d+ covered controls/ });
    await expect(image).toHaveCount(0);
    await stage.page.getByRole('button', { name: 'Show as flow' }).click();
    const picture = await image.getAttribute('aria-label');
    const covered = Number(/Flow of (\d+)/.exec(picture ?? '')?.[1]);
    await stage.page.getByText(`${covered} of 123 ISO 27001 controls`).waitFor();
    await image.getByText(`Not covered (${123 - covered})`).waitFor();
    // What is pointed at stands out: a domain has streams, and others have streams without it.
    const dimmed = image.locator('path[data-dimmed]');
    await expect(dimmed).toHaveCount(0);
    await image.locator('text').filter({ hasText: 'Risk Management' }).first().hover();
    await expect(dimmed).not.toHaveCount(0);
    await expect(image.locator('path:not([data-dimmed])')).not.toHaveCount(0);
    await stage.page.getByText('The same as a table').click();
    const cells = stage.page.getByRole('region', { name: 'The same as a table' }).locator('tbody tr td:nth-child(2)');
    const figures = (await cells.allInnerTexts()).map(Number);
    expect(figures.length).toBeGreaterThan(5);
    // Each row is rounded to a tenth.
    expect(Math.abs(figures.reduce((sum, each) => sum + each, 0) - covered)).toBeLessThanOrEqual(0.05 * figures.length);
    await expectSound(stage.dashboard, 'mapping-flow');
    await stage.dashboard.atWidth(699, async () => {
      await expect(image).toHaveCount(0);
      await cells.first().waitFor();
    });
  });

  it('retain the filters of the universal controls in the address', async () => {
    await open('/mapping/universal?domain=IAM');
    const rows = stage.page.getByRole('row').filter({ has: stage.page.getByRole('link', { name: /^UCF-/ }) });
    await expect(rows).toHaveCount(17);
    await stage.page.getByLabel('Code, title or keyword').fill('access');
    await stage.page.waitForURL(/q=access/);
    const found = await rows.count();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(17);
    const { universalControls } = await stage.service.a.admin.data<{
      universalControls: { code: string; title: string; keywords: string[] }[];
    }>('{ universalControls(domain: "IAM") { code title keywords } }');
    const matching = universalControls.filter((each) => /access/i.test([each.title, ...each.keywords].join(' ')));
    await expect(rows).toHaveCount(matching.length);
    for (const { code } of matching) await rows.filter({ hasText: code }).waitFor();
    await stage.page.reload();
    await rows.first().waitFor();
    await expect(rows).toHaveCount(found);
    // In no title: an abbreviation that people search for.
    await stage.dashboard.goto('/mapping/universal?q=asvs');
    await rows.filter({ hasText: 'UCF-SDV-' }).first().waitFor();
    await stage.dashboard.goto('/mapping/universal?assessment=partially_compliant');
    await rows.first().waitFor();
    await expect(rows).toHaveText([/UCF-GOV-01/]);
  });

  it('fold the domains of universal controls until one is opened or something is searched for', async () => {
    await open('/mapping/universal');
    const rows = stage.page.getByRole('row').filter({ has: stage.page.getByRole('link', { name: /^UCF-/ }) });
    const domain = stage.page.getByRole('button', { name: 'Identity and Access Management' });
    await domain.waitFor();
    await expect(rows).toHaveCount(0);
    await domain.press('Enter');
    await expect(rows).toHaveCount(17);
  });

  it('show the effects of an assessment before it is saved, and have exactly those effects after', async () => {
    const artifact = await uploaded(stage.service.a.admin, file('Reviewed on Monday.', 'review.txt'), {
      name: 'title',
      content: 'Access review',
    });
    const before = await scores();
    await open(UNIVERSAL);
    await stage.page.getByRole('button', { name: 'Assess this control' }).click();
    await stage.page.getByRole('radio', { name: 'Compliant', exact: true }).check();
    const preview = stage.page.getByRole('region', { name: 'Preview' });
    await stage.page.getByText(/rests on trust alone: [1-9]\d* controls pass only in part, on trust\./).waitFor();
    await preview.getByText(/Of these, 0 pass in full and [1-9]\d* in part\.$/).waitFor();
    expect(await stage.dashboard.violations()).toEqual([]);
    await stage.page.getByRole('button', { name: 'Add details' }).click();
    await expect(stage.page.getByLabel('Details')).toBeFocused();
    await stage.page.getByLabel('Details').fill('Joiners, movers and leavers were sampled.');
    await preview.getByText(/Of these, [1-9]\d* pass in full/).waitFor();
    await expect(stage.page.getByText(/rests on trust alone/)).toHaveCount(0);
    const said = await preview.getByText(/^This will change \d+ controls in \d+ frameworks\./).innerText();
    const figures = /\d+ controls in \d+ frameworks/.exec(said)?.[0] ?? 'none';
    await preview
      .getByRole('button', { name: /^Show all \d+$/ })
      .first()
      .click();
    const promised = await linesOf(preview.getByRole('region', { name: 'Controls that change' }));
    expect(promised.length).toBe(Number.parseInt(figures, 10));
    const promisedScores = await linesOf(preview.getByRole('region', { name: 'Scores' }));
    expect(await scores()).toEqual(before);
    const results = promised.map((cells) => cells.at(-1)?.split('→').at(-1)?.trim() ?? '');
    const [full, part] = [/^✓ ?Passed in full$/, /^In part · 1 of \d+$/].map(
      (look) => results.filter((result) => look.test(result)).length,
    );
    await preview.getByText(`Of these, ${full} pass in full and ${part} in part.`).waitFor();
    expect([full, part].every((count) => Number(count) > 0)).toBe(true);
    expect(Number(full) + Number(part)).toBe(promised.length);
    await expect(stage.page.getByRole('button', { name: 'Confirm assessment' })).toBeEnabled();
    expect(await stage.dashboard.violations()).toEqual([]);
    await stage.dashboard.picture('mapping-assess');

    await stage.page.getByLabel('Evidence', { exact: true }).first().click();
    await stage.page.getByRole('option', { name: /^Access review/ }).click();
    await stage.page.keyboard.press('Escape');
    await stage.page.getByRole('button', { name: 'Confirm assessment' }).click();

    await stage.page.getByText(`Assessed. ${figures} changed.`).waitFor();
    expect(await linesOf(stage.page.getByRole('region', { name: 'Controls that changed' }).first())).toEqual(promised);
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

    const history = stage.page.getByRole('region', { name: 'Assessments' });
    await expect(history).toContainText('Joiners, movers and leavers were sampled.');
    await expect(history).toContainText(artifact.title);
    await stage.page.getByText(/^Assessed by Alpha auditor on /).waitFor();
  });

  it('say that a repeated assessment changes nothing', async () => {
    await open(`/mapping/universal/${universalControlId('UCF-GOV-01')}`, 'admin');
    // The reason stands above all that the judgement is about.
    await expect(stage.page.locator('blockquote').first()).toHaveText('No charter.');
    await stage.page.getByRole('button', { name: 'Reassess' }).click();
    await stage.page.getByRole('radio', { name: 'Not compliant', exact: true }).check();
    await stage.page.getByText(/^This will change no control\./).waitFor();
  });

  it('withdraw a judgement apart from the verdicts, and only where there is one', async () => {
    const { page } = stage;
    await open(`/mapping/universal/${universalControlId('UCF-GOV-01')}?assess=true`);
    const form = page.getByRole('form', { name: 'Assess' });
    await expect(form.getByRole('radio')).toHaveCount(3);
    await form.getByText('No charter.').waitFor();
    await form.getByRole('button', { name: 'Withdraw the judgement' }).click();
    await form.getByText(/^The judgement is withdrawn when you confirm/).waitFor();
    await expect(form.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(form.getByRole('button', { name: 'Confirm assessment' })).toBeEnabled();
    await form.getByRole('button', { name: 'Judge it instead' }).click();
    await expect(form.getByRole('button', { name: 'Confirm assessment' })).toBeDisabled();
    expect(await stage.dashboard.violations()).toEqual([]);
  });

  it('lead from the queue of assessments to the form of the best next one, which nobody has judged', async () => {
    const { page } = stage;
    await open('/assessments');
    const list = page.getByRole('region', { name: 'Universal controls' });
    await list.getByRole('row').nth(1).waitFor();
    await expect(list.getByText('Not assessed')).toHaveCount(0);
    const best = page.locator('.page-answer').getByRole('link', { name: /^UCF-/ });
    const code = await best.innerText();
    await best.click();
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${code} `) }).waitFor();
    const form = page.getByRole('form', { name: 'Assess' });
    await form.getByRole('radio', { name: 'Compliant', exact: true }).check();
    await form
      .getByText(/on trust \(0 of \d+ shown\)/)
      .first()
      .waitFor();
    await expect(form.getByRole('button', { name: 'Withdraw the judgement' })).toHaveCount(0);
  });

  it('lead through a queue with its filters, from one judgement to the next and back', async () => {
    const { page } = stage;
    await open('/assessments?queue=unassessed&domain=PHY');
    const rows = page.getByRole('region', { name: 'Universal controls' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    const [code = '', second = ''] = (await rows.allInnerTexts()).map((text) => /UCF-PHY-\d+/.exec(text)?.[0] ?? '');
    await page.getByRole('link', { name: `Assess ${code}` }).click();
    const form = page.getByRole('form', { name: 'Assess' });
    await form.getByRole('radio', { name: 'Compliant', exact: true }).check();
    await expect(page.locator('.rail-link[data-active]')).toHaveText('Assessments');
    await form.getByRole('button', { name: 'Confirm assessment' }).click();
    await page.getByRole('link', { name: `Next: ${second} ` }).click();
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${second} `) }).waitFor();
    await form.getByRole('radio', { name: 'Compliant', exact: true }).waitFor();
    await expect(page.locator('.rail-link[data-active]')).toHaveText('Assessments');
    await page.locator('.page-up').getByRole('link', { name: 'Assessments' }).click();
    await expect(page.getByRole('combobox', { name: 'Domain' })).toHaveValue('PHY');
    await expect(rows.filter({ hasText: second })).toHaveCount(1);
    await expect(rows.filter({ hasText: code })).toHaveCount(0);
  });

  it('find what waits for one framework and one domain, and what was assessed', async () => {
    const { page } = stage;
    await open('/assessments?queue=unassessed');
    const rows = page.getByRole('region', { name: 'Universal controls' }).locator('tbody tr');
    await expect(rows).toHaveCount(50);
    await page.getByText(/^50 of \d+ shown$/).waitFor();
    await page.getByRole('combobox', { name: 'Framework' }).selectOption('HIPAA');
    await page.getByRole('combobox', { name: 'Domain' }).selectOption('PHY');
    await expect.poll(() => rows.count()).toBeLessThan(50);
    for (const row of await rows.all()) await expect(row).toContainText('UCF-PHY-');
    await page.getByRole('searchbox', { name: 'Code, title or keyword' }).fill('no such words');
    await page.getByText('No universal control of this list matches.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('link', { name: /^Assessed \d+$/ }).click();
    const judged = rows.filter({ hasText: 'UCF-GOV-01' });
    await judged.getByText('Partially compliant').waitFor();
    await expect(judged.locator('td[data-header="In date until, at the latest"]')).toHaveText(/^\d{1,2} \w{3} 20\d\d$/);
  });

  it('show a member no form', async () => {
    await open(`/mapping/universal/${universalControlId('UCF-GOV-01')}`, 'member');
    await stage.page.getByRole('region', { name: 'Assessments' }).getByText('No charter.').waitFor();
    await expect(stage.page.getByRole('button', { name: /^(Assess this control|Reassess)$/ })).toHaveCount(0);
    await expect(stage.page.getByRole('heading', { name: 'Assess', exact: true })).toHaveCount(0);
  });

  it.each(PAGES)('are accessible and fit every viewport: %s', async (name, path) => {
    await open(path);
    await expectSound(stage.dashboard, name);
  });
});

/** Texts of the cells of each row of a table. */
async function linesOf(region: Locator): Promise<string[][]> {
  const rows = await region.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => (await row.locator('td').allInnerTexts()).map((cell) => cell.replaceAll(/\s+/g, ' '))),
  );
}
