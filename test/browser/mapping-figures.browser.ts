import { readFile } from 'node:fs/promises';
import { describe, it } from 'vitest';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

describe('figures of the mapping', () => {
  const stage = Stage.set();

  it('are the same in the list of a narrow window as in the matrix, for the framework that is chosen', async () => {
    await stage.openAs('member', '/mapping');
    const { page } = stage;
    const titleOf = () => page.getByRole('link', { name: /^ISO 27001 covered by SOC 2:/ }).getAttribute('title');
    await page.getByRole('region', { name: 'Coverage of each framework by each other' }).waitFor();
    const inMatrix = await titleOf();
    expect(inMatrix).toMatch(/^\d+ in full, \d+ in part, \d+ gaps of 123$/);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('region', { name: 'Coverage of each framework by each other' })).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Framework' }).selectOption('ISO 27001');
    await expect(page.getByRole('list', { name: 'Coverage of ISO 27001' }).getByRole('listitem')).toHaveCount(6);
    expect(await titleOf()).toBe(inMatrix);
    await expectSound(stage.dashboard, 'mapping-narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('of a pair are downloaded as they are filtered: a line for each gap', async () => {
    await stage.openAs('member', '/mapping/hipaa/pci-dss?cover=none&domain=NET');
    const { page } = stage;
    const gaps = page.getByRole('link', { name: /^Gap \d+$/ });
    const count = Number((await gaps.innerText()).split(' ').at(-1));
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('pci-dss-by-hipaa.csv');
    const [header, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(header).toContain('"Control of PCI DSS","Title","Category","Coverage by HIPAA"');
    expect(lines).toHaveLength(count);
    for (const line of lines) expect(line).toContain(',"Gap",');
    await page.getByRole('link', { name: 'HIPAA covered by PCI DSS' }).click();
    await page.getByRole('heading', { level: 1, name: 'HIPAA covered by PCI DSS' }).waitFor();
  });
});
