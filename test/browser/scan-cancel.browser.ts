import { describe, it } from 'vitest';
import { connect, finished, triggerScan } from '../support/scans.js';
import { expect } from './expect.js';
import { Stage } from './stage.js';

/** Longer than any test: a scan ends here because it is cancelled. */
const SCAN_SECONDS = 600;
const LIMIT_MS = 120_000;

describe('a scan that is running', () => {
  const stage = Stage.set({
    isShared: true,
    settings: { demoScanSeconds: SCAN_SECONDS },
    prepare: ({ a }) => connect(a.admin, 'demo'),
  });

  it(
    'is cancelled after a confirmation by a user with the permission',
    async () => {
      const { page } = stage;
      const running = await triggerScan(stage.service.a.admin);
      const waiting = await triggerScan(stage.service.a.admin);
      await stage.openAs('member', `/scans/${waiting}`);
      await page.getByRole('link', { name: 'another scan' }).waitFor();
      // The header of every page says how far it is, and leads to it.
      await stage.dashboard.goto('/members');
      const chip = page.getByRole('banner').getByRole('link', { name: /^Scan: \d+%; 1 more waits or runs$/ });
      await chip.waitFor();
      // It stands in the place of the button: another scan would read the same again.
      await expect(page.getByRole('banner').getByRole('button', { name: 'Run scan' })).toHaveCount(0);
      await chip.click();
      await page.waitForURL(`**/scans/${running}`);
      await page.getByRole('button', { name: 'Cancel scan' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancel this scan?' });
      await dialog.waitFor();
      expect(await stage.dashboard.violations()).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel the scan' }).click();
      await page.getByText(/^This scan was cancelled/).waitFor();
      // The other one is left.
      await expect(page.getByRole('banner').getByRole('link', { name: /^Scan: / })).toHaveAttribute(
        'href',
        `/scans/${waiting}`,
      );
      expect((await finished(stage.service.a.member, running)).failure_reason?.code).toBe('CANCELLED');
      await page.getByRole('link', { name: 'All scans' }).click();
      await page.locator('.badge', { hasText: 'Cancelled' }).waitFor();
    },
    LIMIT_MS,
  );
});
