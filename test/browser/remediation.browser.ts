import { beforeAll, describe, it } from 'vitest';
import { connect, runScan } from '../support/scans.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

interface Queue {
  remediationQueue: {
    title: string;
    severity: string;
    frameworks: string[];
    controls: { controlId: string }[];
    remediation: { steps: { command: string | null }[] };
  }[];
}

const QUEUE = `{ remediationQueue(first: 100) {
  title severity frameworks controls { controlId } remediation { steps { command } } } }`;

describe('the page of remediation', () => {
  let queue: Queue['remediationQueue'];
  const stage = Stage.set({ isShared: true });
  beforeAll(() => stage.openAs('auditor', '/remediation'));

  const rows = () => stage.page.locator('.fixes tbody tr');

  it('shows what to do while nothing fails', async () => {
    await stage.page.getByText('Run a scan to look again.').waitFor();
    await expectSound(stage.dashboard, 'remediation-empty');
  });

  it('lists every fix by rank, and the one with the greatest effect in its summary', async () => {
    await connect(stage.service.a.admin, 'demo');
    await runScan(stage.service.a.member);
    ({ remediationQueue: queue } = await stage.service.a.auditor.data<Queue>(QUEUE));
    const most = Math.max(...queue.map(({ controls }) => controls.length));
    const widest = queue.find(({ controls }) => controls.length === most);
    // The page is still open: it hears of the scan by itself.
    await stage.page
      .getByText(`One fix moves ${most} controls in ${widest?.frameworks.length} frameworks: ${widest?.title}.`)
      .waitFor();
    await expect(rows().locator('button[aria-expanded]:not([aria-label])')).toContainText(
      queue.map(({ title }) => title),
    );
  }, 60_000);

  it('shows the steps of a fix, copies a command, and links the affected controls', async () => {
    const { page } = stage;
    const index = queue.findIndex(({ remediation }) => remediation.steps.some(({ command }) => command !== null));
    const command = queue[index]?.remediation.steps.find((step) => step.command !== null)?.command;
    const toggle = rows().nth(index).getByRole('button').first();
    await toggle.press('Enter');
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await page
      .getByRole('button', { name: /^Copy: / })
      .first()
      .click();
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command);
    const links = rows()
      .nth(index + 1)
      .locator('a[href^="/controls/"]');
    const expected = queue[index]?.controls.map(({ controlId }) => controlId).toSorted();
    await expect.poll(async () => (await links.allInnerTexts()).toSorted()).toEqual(expected);
    await expectSound(stage.dashboard, 'remediation');
    await toggle.press('Enter');
  }, 60_000);

  it('filters by severity, and retains that in the address', async () => {
    const { page } = stage;
    const severe = queue.filter(({ severity }) => severity === 'high');
    await page.getByLabel('Severity').selectOption('high');
    await page.getByText(`${severe.length} of ${queue.length} fixes`).waitFor();
    await page.reload();
    await page.getByText(`${severe.length} of ${queue.length} fixes`).waitFor();
    await expect(rows()).toHaveCount(severe.length);
  }, 60_000);
});
