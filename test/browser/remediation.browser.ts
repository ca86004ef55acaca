import { beforeAll, describe, it } from 'vitest';
import { universalControlId } from '../catalogue/shipped.js';
import { connect, runScan } from '../support/scans.js';
import { assess } from '../ucf/assessments.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

interface Queue {
  remediationQueue: {
    id: string;
    source: string;
    fault: string;
    severity: string;
    frameworks: string[];
    passes: { id: string; controlId: string }[];
    helps: { id: string; controlId: string }[];
    remediation: { steps: { command: string | null }[] };
  }[];
}

interface Command {
  command: string;
}

/** Index of the first entry for which something holds. */
async function firstIndex<Entry>(
  entries: readonly Entry[],
  holds: (entry: Entry) => Promise<boolean>,
): Promise<number> {
  for (const [index, entry] of entries.entries()) if (await holds(entry)) return index;
  throw new Error('none');
}

const QUEUE = `{ remediationQueue(first: 100) {
  id source fault severity frameworks passes { id controlId } helps { id controlId } remediation { steps { command } } } }`;

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'informational'];

describe('the page of remediation', () => {
  let queue: Queue['remediationQueue'];
  const stage = Stage.set({ isShared: true });
  beforeAll(() => stage.openAs('auditor', '/remediation'));

  const rows = () => stage.page.locator('.fixes tbody tr');

  /** Commands of a check for each resource on which it fails, in the order of their steps. */
  const commandsOf = async (checkId: string | undefined): Promise<string[][]> => {
    const { findings } = await stage.service.a.auditor.data<{ findings: { nodes: { commands: Command[] }[] } }>(
      `query ($id: String!) { findings(where: { checkId: [$id], status: [fail] }, first: 50) {
        nodes { commands { command } } } }`,
      { id: checkId },
    );
    return findings.nodes.map(({ commands }) => commands.map(({ command }) => command));
  };

  it('shows what to do while nothing fails', async () => {
    await stage.page.getByText('Run a scan to look again.').waitFor();
    await expectSound(stage.dashboard, 'remediation-empty');
  });

  it('lists the fixes by what they bring, those that change no control on demand, and the first in its summary', async () => {
    await connect(stage.service.a.admin, 'demo');
    await runScan(stage.service.a.member);
    ({ remediationQueue: queue } = await stage.service.a.auditor.data<Queue>(QUEUE));
    queue = queue.toSorted(
      (a, b) =>
        b.passes.length - a.passes.length ||
        b.helps.length - a.helps.length ||
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
    );
    const [widest] = queue;
    const affecting = queue.filter(({ passes, helps }) => passes.length + helps.length > 0);
    // The page is still open: it hears of the scan by itself.
    const reached = new Set(queue.flatMap(({ passes, helps }) => [...passes, ...helps].map(({ id }) => id)));
    await stage.page
      .getByText(`${affecting.length} fixes reach all ${reached.size} failing controls ·`, { exact: false })
      .waitFor();
    const names = rows().locator('button[aria-expanded]:not([aria-label])');
    await expect(names).toContainText(affecting.map(({ fault }) => fault));
    const first = names.filter({ hasText: widest?.fault ?? '' });
    await first.click();
    await expect(first).toHaveAttribute('aria-expanded', 'true');
    await first.click();
    await expect(first).toHaveAttribute('aria-expanded', 'false');
    await stage.page.getByRole('link', { name: `All ${queue.length}`, exact: true }).click();
    await stage.page.waitForURL(/show=all/);
    await expect(names).toContainText(queue.map(({ fault }) => fault));
  });

  it('shows the steps of a fix, copies a command, and links the affected controls', async () => {
    const { page } = stage;
    const index = queue.findIndex(({ remediation }) => remediation.steps.some(({ command }) => command !== null));
    const [[command] = []] = await commandsOf(queue[index]?.id);
    const toggle = rows().nth(index).getByRole('button').first();
    await toggle.press('Enter');
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await page
      .getByRole('button', { name: /Copy the command of/ })
      .first()
      .click();
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command);
    const links = rows()
      .nth(index + 1)
      .locator('a[href^="/controls/"]');
    const expected = [...(queue[index]?.passes ?? []), ...(queue[index]?.helps ?? [])]
      .map(({ controlId }) => controlId)
      .toSorted();
    await expect.poll(async () => (await links.allInnerTexts()).toSorted()).toEqual(expected);
    await expectSound(stage.dashboard, 'remediation');
    await toggle.press('Enter');
  });

  it('fills the commands in for each resource, and copies those of all at once', async () => {
    const { page } = stage;
    let several: string[][] = [];
    const index = await firstIndex(queue, async ({ id, source }) => {
      several = source === 'check' ? await commandsOf(id) : [];
      return new Set(several.map(([command]) => command)).size > 1;
    });
    const toggle = rows().nth(index).getByRole('button').first();
    await toggle.press('Enter');
    const detail = rows().nth(index + 1);
    const all = detail.getByRole('button', { name: /Copy the command of .+ for all \d+ resources$/ }).first();
    await all.click();
    await all.getByText('Copied').waitFor();
    const lines = String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
    expect(lines).toEqual([...new Set(several.map(([command]) => command))]);
    expect(lines.length).toBeGreaterThan(1);
    // The commands follow the resource that is chosen.
    await detail.getByLabel('Commands for').selectOption({ index: 1 });
    const one = detail.getByRole('button', { name: /Copy the command of/ }).first();
    await one.click();
    await one.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(several[1]?.[0]);
    await expectSound(stage.dashboard, 'remediation-commands');
    await toggle.press('Enter');
  });

  it('filters by severity, and retains that in the address', async () => {
    const { page } = stage;
    const severe = queue.filter(({ severity }) => severity === 'high');
    await page.getByLabel('Severity').selectOption('high');
    await page.getByText(`${severe.length} of ${queue.length} fixes`).waitFor();
    await page.reload();
    await page.getByText(`${severe.length} of ${queue.length} fixes`).waitFor();
    await expect(rows()).toHaveCount(severe.length);
  });

  it('orders by the head that is chosen and back, over a reload too, and shows what nobody has', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/remediation?show=all');
    const head = page.getByRole('columnheader', { name: /^Severity/ }).first();
    const names = async () =>
      (await rows().locator('[data-part="severity"]').allInnerTexts()).map((each) => each.trim());
    const byGain = await names();
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await page.reload();
    await page.getByText('Order: the gravest first').waitFor();
    const bySeverity = await names();
    const rankOf = (name: string) => SEVERITIES.findIndex((each) => name.toLowerCase().includes(each));
    expect(bySeverity).toEqual(byGain.toSorted((a, b) => rankOf(a) - rankOf(b)));
    await head.getByRole('button').click();
    await page.getByText('Order: the most controls').waitFor();
    await page.getByLabel('Owner', { exact: true }).selectOption({ label: 'Mine' });
    await page.getByText('No fix is like that.').waitFor();
    await page.getByLabel('Owner', { exact: true }).selectOption({ label: 'Nobody yet' });
    await page.getByText(`${queue.length} of ${queue.length} fixes`).waitFor();
    await stage.dashboard.goto('/remediation');
  });

  it('gives a fix to somebody from its row, and then says who has it', async () => {
    const admin = await stage.guest();
    await admin.goto('/remediation');
    await admin.logIn(stage.service.a.emails.admin);
    const [first] = queue;
    const row = admin.page.getByRole('row').filter({ hasText: first?.fault ?? '' });
    await row.getByRole('button', { name: /^Assign: / }).click();
    const dialog = admin.page.getByRole('dialog', { name: 'Assign what is to be done' });
    await dialog.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'Alpha member' });
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await row.getByRole('link', { name: 'Alpha member' }).waitFor();
    await expect(row.getByRole('button', { name: /^Assign: / })).toHaveCount(0);
    await admin.page.getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('button', { name: /^Assign: / }).waitFor();
  });

  it('parts what is judged from what is repaired, with the known reason and the way to judge it again', async () => {
    const { page } = stage;
    const judged = universalControlId('UCF-PHY-02');
    await assess(stage.service.a.auditor, judged, 'partially_compliant', { details: 'No log in Leipzig.' });
    await stage.dashboard.goto('/remediation');
    const table = page.getByRole('region', { name: 'Assessments, those that bring most first' });
    await page.getByRole('heading', { name: 'Organizational measures (1)' }).waitFor();
    await table.getByText('“No log in Leipzig.”').waitFor();
    await table.getByRole('button', { name: /^UCF-PHY-02/ }).click();
    await table.getByText('What would prove it').waitFor();
    await expectSound(stage.dashboard, 'remediation-assess');
    await table.getByRole('link', { name: 'Assess UCF-PHY-02' }).click();
    await page.waitForURL(new RegExp(`/mapping/universal/${judged}`));
  });
});
