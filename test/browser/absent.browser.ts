import { beforeAll, describe, it } from 'vitest';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

/** An id that nothing has. */
const NONE = '00000000-0000-4000-8000-000000000000';

describe('a page of what does not exist', () => {
  const stage = Stage.set({ isShared: true });
  beforeAll(async () => {
    await stage.openAs('admin', '/members');
  });

  it.each([
    [
      '/mapping/universal/UCF-PHY-99',
      'No universal control UCF-PHY-99',
      'All universal controls',
      '/mapping/universal',
    ],
    [`/mapping/universal/${NONE}`, 'No such universal control', 'All universal controls', '/mapping/universal'],
    [`/evidence/${NONE}`, 'No such artifact', 'All evidence', '/evidence'],
    [`/findings/${NONE}`, 'No such finding', 'All findings', '/findings'],
    [`/scans/${NONE}`, 'No such scan', 'All scans', '/scans'],
    [`/resources/${NONE}`, 'No such resource', 'All resources', '/resources'],
    [`/work-items/${NONE}`, 'No such work item', 'All work items', '/work-items'],
    [`/webhooks/${NONE}`, 'No such webhook', 'All webhooks', '/webhooks'],
    [`/checks/${NONE}`, 'No such custom check', 'All custom checks', '/checks'],
    ['/controls/soc2/CC99.9', 'No control CC99.9', 'Controls of SOC 2', '/controls/soc2'],
    [`/controls/soc2/${NONE}`, 'No such control', 'Controls of SOC 2', '/controls/soc2'],
    ['/controls/nothing/CC6.6', 'No control CC6.6', 'All frameworks', '/controls'],
    ['/controls/nothing', 'No framework nothing', 'All frameworks', '/controls'],
    ['/scope/nothing', 'No framework nothing', 'All frameworks', '/controls'],
    ['/mapping/soc2/nothing', 'No framework nothing', 'All frameworks', '/controls'],
  ])('names it, leads to its list and offers no action: %s', async (address, title, list, listAddress) => {
    const { page } = stage;
    await stage.dashboard.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Crosswalk`);
    await expect(page.getByRole('alert')).toContainText('address is wrong');
    await expect(page.locator('.page-header').getByRole('button')).toHaveCount(0);
    await expect(page.locator('.page-header').getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['API of this page']);
    await page.getByRole('alert').getByRole('link', { name: list, exact: true }).click();
    await page.waitForURL((url) => url.pathname === listAddress);
  });

  it('is accessible and fits every screen', async () => {
    await stage.dashboard.goto(`/evidence/${NONE}`);
    await expectSound(stage.dashboard, 'absent');
  });
});
