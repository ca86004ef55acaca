import { beforeAll, describe, it } from 'vitest';
import { connect, runScan } from '../support/scans.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

interface Queue {
  remediationQueue: {
    fault: string;
    severity: string;
    frameworks: string[];
    passes: { controlId: string }[];
    helps: { controlId: string }[];
    remediation: { steps: { command: string | null }[] };
  }[];
}

const QUEUE = `{ remediationQueue(first: 100) {
  fault severity frameworks passes { controlId } helps { controlId } remediation { steps { command } } } }`;

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
    const [widest] = queue.toSorted((a, b) => b.passes.length - a.passes.length || b.helps.length - a.helps.length);
    const passing = widest?.passes.length ?? 0;
    const many = (count: number) => `${count} ${count === 1 ? 'control' : 'controls'}`;
    // The page is still open: it hears of the scan by itself.
    await stage.page
      .getByText(
        passing > 0
          ? `One fix alone makes ${many(passing)} pass. To repair: ${widest?.fault}.`
          : `No fix alone makes a control pass. The widest helps ${many(widest?.helps.length ?? 0)}. To repair: ${widest?.fault}.`,
      )
      .waitFor();
    await expect(rows().locator('button[aria-expanded]:not([aria-label])')).toContainText(
      queue.map(({ fault }) => fault),
    );
  });

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
    const expected = [...(queue[index]?.passes ?? []), ...(queue[index]?.helps ?? [])]
      .map(({ controlId }) => controlId)
      .toSorted();
    await expect.poll(async () => (await links.allInnerTexts()).toSorted()).toEqual(expected);
    await expectSound(stage.dashboard, 'remediation');
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
});
