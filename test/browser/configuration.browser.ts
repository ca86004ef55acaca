import { beforeAll, describe, it } from 'vitest';
import { connect, runScan } from '../support/scans.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

interface Found {
  findings: { nodes: { id: string; summary: string; resource: { id: string }; check: { reads: string[] } }[] };
}

describe('what a scan read', () => {
  let found: Found['findings']['nodes'][number];
  const stage = Stage.set({
    isShared: true,
    prepare: async ({ a }) => {
      await connect(a.admin, 'demo');
      await runScan(a.admin);
      const { findings } = await a.member.data<Found>(
        `{ findings(where: { status: [fail], checkId: ["aws.s3.bucket-public-access"] }, first: 1) {
          nodes { id summary resource { id } check { reads } } } }`,
      );
      [found = found] = findings.nodes;
    },
  });
  beforeAll(() => stage.openAs('admin', '/findings'));

  const table = () => stage.page.getByRole('region', { name: 'Properties with their values' });
  const names = () => table().locator('[data-part="name"] code');

  it('opens from anywhere in the row of a finding, but not by choosing it', async () => {
    const { page } = stage;
    await page.getByLabel('Order', { exact: true }).selectOption({ label: 'Worst first' });
    const row = page.getByRole('row').filter({ hasText: found.summary });
    await row.getByRole('checkbox').check();
    await expect(page).toHaveURL(/\/findings\?/);
    await row.getByRole('checkbox').uncheck();
    await row.locator('[data-part="status"]').click();
    await page.waitForURL(`**/findings/${found.id}`);
  });

  it('is shown on the page of a finding: the values that its check went by', async () => {
    await stage.dashboard.goto(`/findings/${found.id}`);
    await stage.page.getByRole('heading', { name: 'What the check read' }).waitFor();
    await expect(names()).toHaveText(found.check.reads);
    await expectSound(stage.dashboard, 'finding-configuration');
  });

  it('is whole on the page of the resource, and says which failing checks read each property', async () => {
    await stage.page.getByRole('link', { name: 'The whole configuration' }).click();
    await stage.page.waitForURL(`**/resources/${found.resource.id}#configuration`);
    await expect.poll(() => names().count()).toBeGreaterThan(found.check.reads.length);
    const row = table()
      .getByRole('row')
      .filter({ hasText: found.check.reads[0] ?? '' });
    await row.first().getByRole('link', { name: 'S3 buckets are open to the public' }).waitFor();
    await expectSound(stage.dashboard, 'resource-configuration');
  });
});
