import { beforeAll, describe, it } from 'vitest';
import { controlId, frameworkId, universalControlId } from '../catalogue/shipped.js';
import type { Dashboard } from './dashboard.js';
import { expect } from './expect.js';
import { Stage } from './stage.js';

describe('addresses that people write themselves', () => {
  let member: Dashboard;
  const stage = Stage.set({ isShared: true });
  beforeAll(async () => {
    member = stage.dashboard;
    await stage.openAs('member', '/controls');
  });

  it.each([
    ['/controls/soc2/CC6.6', 'CC6.6', `/controls/soc2/${controlId('soc2', 'CC6.6')}`],
    ['/controls/SOC-2/cc6.6', 'CC6.6', `/controls/soc2/${controlId('soc2', 'CC6.6')}`],
    [
      '/controls/hipaa/164.308(a)(1)(i)',
      '164.308(a)(1)(i)',
      `/controls/hipaa/${controlId('hipaa', '164.308(a)(1)(i)')}`,
    ],
  ])('open the control of a code: %s', async (written, code, address) => {
    await member.goto(written);
    await expect(member.page.getByRole('heading', { level: 1 })).toContainText(`${code} `);
    expect(decodeURIComponent(new URL(member.page.url()).pathname)).toBe(address);
  });

  it('open the universal control of a code, with the rest of the address', async () => {
    await member.goto('/mapping/universal/ucf-phy-02?assess=true');
    await expect(member.page.getByRole('heading', { level: 1 })).toContainText('UCF-PHY-02 ');
    const { pathname, search } = new URL(member.page.url());
    expect([pathname, search]).toEqual([`/mapping/universal/${universalControlId('UCF-PHY-02')}`, '?assess=true']);
  });

  it('name the frameworks of a pair, whatever they are called by in the address', async () => {
    await member.goto(`/mapping/SOC-2/${frameworkId('cmmc')}`);
    const heading = member.page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('CMMC covered by SOC 2');
    await expect(member.page.getByLabel('Framework', { exact: true })).toHaveValue('cmmc');
    await expect(member.page.getByRole('combobox', { name: 'Covered by' })).toHaveValue('soc2');
  });
});
