import { describe, it } from 'vitest';
import { connect, runScan } from '../support/scans.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

describe('custom checks in the dashboard', () => {
  const stage = Stage.set({
    isShared: true,
    prepare: async ({ a }) => {
      await connect(a.admin, 'demo');
      await runScan(a.admin);
    },
  });
  const button = (name: string) => stage.page.getByRole('button', { name, exact: true });
  const field = (name: string) => stage.page.getByRole('textbox', { name, exact: true });

  it('begin with examples, each of which can be tried as it is', async () => {
    const { page } = stage;
    await stage.openAs('admin', '/checks');
    await page.getByText('No custom checks yet').waitFor();
    const examples = page.getByRole('list', { name: 'Examples to begin with' }).getByRole('listitem');
    await expect(examples).toHaveCount(3);
    await expectSound(stage.dashboard, 'checks-none');
    for (const title of ['Buckets keep versions', 'Volumes name their owner', 'Repositories are not public']) {
      await stage.dashboard.goto('/checks');
      await examples.getByRole('link', { name: `Use example: ${title}` }).click();
      await expect(field('Statement')).toHaveValue(title);
      await button('Try on the last scan').click();
      await page.getByText(/^[1-9]\d* resources? · /).waitFor();
    }
  });

  it('are written with names completed, tried on the last scan and saved', async () => {
    const { page } = stage;
    await stage.dashboard.goto('/checks');
    await page.getByText('No custom checks yet').waitFor();
    await button('Write a check').click();
    await page.getByText('Needs first: “Type of resources”, “Passes when”.').waitFor();
    await page.getByText('Once a type of resources is chosen').waitFor();
    // What is missing is said at its field, as on saving.
    await button('Try on the last scan').click();
    const typeField = page.getByRole('combobox', { name: 'Type of resources' });
    await expect(typeField).toBeFocused();
    await expect(typeField).toHaveAccessibleDescription(/Fill in this field\.$/);
    await expect(field('Passes when')).toHaveAccessibleDescription(/Fill in this field\.$/);
    await expect(field('Statement')).toHaveAccessibleDescription(/^((?!Fill in this field).)*$/);
    await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/checks');
    // In view without scrolling.
    await expect(button('Save')).toBeInViewport();
    await field('Statement').fill('Buckets keep versions');
    await page.getByRole('combobox', { name: 'Type of resources' }).fill('S3 bucket');
    await page.getByRole('option', { name: 'S3 bucket (AwsS3Bucket)' }).click();
    await page.getByRole('list', { name: 'Properties' }).getByText('resource.versioning').waitFor();

    // Completed by keyboard; then the arrow keys are the field's again.
    await field('Passes when').pressSequentially('resource.vers');
    await page.getByRole('option', { name: 'versioning' }).waitFor();
    await page.keyboard.press('Enter');
    await expect(field('Passes when')).toHaveValue('resource.versioning');
    await field('Passes when').pressSequentially(' == "Enabled');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await field('Passes when').pressSequentially('"');
    await field('Message when it passes').fill('Bucket {name} keeps versions.');
    await field('Message when it fails').fill('Bucket {name} keeps no versions: {resource.versioning}.');
    await button('Try on the last scan').click();
    await page.getByText(/^[1-9]\d* resources? · (.+ · )?[1-9]\d* fails?/).waitFor();
    await page
      .getByRole('region', { name: 'Resources that fail' })
      .getByText(/keeps no versions: \w+\./)
      .first()
      .waitFor();
    await expectSound(stage.dashboard, 'check');

    await page.getByRole('combobox', { name: 'Universal controls' }).fill('UCF-BCM');
    await page.getByRole('option', { name: /^UCF-BCM-01 / }).click();
    await page.keyboard.press('Escape');
    await field('Description').fill('Looks at the versioning of each bucket.');
    await field('Why it matters').fill('What was deleted by mistake can be had back.');
    await button('Save').click();
    await page.getByRole('link', { name: 'Buckets keep versions' }).waitFor();
    await expectSound(stage.dashboard, 'checks');
  });

  it('keep what was written where an expression is refused, with the reason at its field', async () => {
    const { page } = stage;
    await page.getByRole('link', { name: 'Buckets keep versions' }).click();
    await page.getByText('Scans run it as custom.buckets-keep-versions').waitFor();
    await field('Passes when').fill('resource.colour == "red"');
    await button('Save').click();
    await expect(field('Passes when')).toHaveAttribute('aria-invalid', 'true');
    await expect(field('Passes when')).toHaveValue('resource.colour == "red"');
    await field('Passes when').fill('resource.versioning != "Off"');
    await button('Add a step').click();
    await field('Summary').fill('Turn versions on.');
    await field('Title').fill('Turn on');
    await field('Instruction').fill('In the properties of the bucket.');
    // The notice of the first save may still be there, and would be taken for that of this one.
    await expect(page.getByText('Check saved')).toHaveCount(0);
    await button('Save').click();
    await page.getByText('Check saved').waitFor();
    const { customChecks } = await stage.service.a.admin.data<{ customChecks: object[] }>(
      '{ customChecks { key passes remediation { summary steps { title } } } }',
    );
    expect(customChecks).toEqual([
      {
        ...{ key: 'buckets-keep-versions', passes: 'resource.versioning != "Off"' },
        remediation: { summary: 'Turn versions on.', steps: [{ title: 'Turn on' }] },
      },
    ]);
  });

  it('are disabled, enabled and deleted in the list', async () => {
    const { page } = stage;
    await page.getByRole('link', { name: 'Custom checks' }).first().click();
    await button('Disable Buckets keep versions').click();
    await page.getByText(/^.Disabled$/).waitFor();
    await button('Enable Buckets keep versions').click();
    await page.getByText(/^.Enabled$/).waitFor();
    await button('Delete Buckets keep versions').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No custom checks yet').waitFor();
  });

  it('are shown to a member, who cannot change them', async () => {
    const member = await stage.guest();
    await member.goto('/checks');
    await member.logIn(stage.service.a.emails.member);
    await member.page.getByText('No custom checks yet').waitFor();
    await expect(member.page.getByRole('button', { name: 'Write a check' })).toHaveCount(0);
  });
});
