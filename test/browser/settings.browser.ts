import type { Locator, Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { holdDomains } from '../support/held-domains.js';
import { Directory } from '../support/scim.js';
import type { TestTenant } from '../support/service.js';
import { expect } from './expect.js';
import { expectAccessible, expectSound } from './soundness.js';
import { Stage } from './stage.js';

interface ProfileBody {
  name: string;
  settings: { timezone: string; retention_days: number; hipaa_privacy: boolean; partial_assessments: string };
}

describe('the page of settings', () => {
  let starter: TestTenant;
  const stage = Stage.set({
    prepare: async (service) => {
      starter = await service.addTenant('Gamma', 'STARTER');
    },
  });

  it('saves the changed fields, and retains the form when they are refused', async () => {
    const { page } = stage;
    await stage.openAs('admin', '/settings');
    await page.getByLabel('Name of the organization').fill('Alpha Works');
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByLabel('Retention of scans').fill('5');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('must be a whole number from 30 to 3650').waitFor();
    await expect(page.getByLabel('Name of the organization')).toHaveValue('Alpha Works');
    await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
    await page.getByLabel('Retention of scans').fill('90');
    // Shorter than before deletes scans: asked about first.
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page
      .getByRole('dialog', { name: 'Delete older scans?' })
      .getByRole('button', { name: 'Save and delete them' })
      .click();
    await page.getByText('Profile saved').waitFor();
    await page.reload();
    await page.getByRole('banner').getByText('Alpha Works').waitFor();
    await expect(page.getByLabel('Retention of scans')).toHaveValue('90');
    const profile = await stage.service.a.member.rest<ProfileBody>('/api/org/profile');
    expect(profile).toMatchObject({
      name: 'Alpha Works',
      settings: { timezone: 'Asia/Tokyo', retention_days: 90, hipaa_privacy: true, partial_assessments: 'pass' },
    });
  });

  it('does not shorten the retention where that is not confirmed, and has scoring in a form of its own', async () => {
    const { page } = stage;
    const tenant = await stage.service.addTenant('Epsilon', 'ENTERPRISE');
    await stage.openAs('admin', '/settings', tenant);
    await page.getByLabel('Retention of scans').fill('60');
    await page.getByRole('button', { name: 'Save profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete older scans?' });
    await dialog.getByText('Scans older than 60 days will be deleted').waitFor();
    await expectSound(stage.dashboard, 'settings-shorter');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('link', { name: 'Frameworks and scoring' }).click();
    const scoring = page.getByRole('form', { name: 'Scoring' });
    await scoring.getByLabel('HIPAA Privacy Rule in scope').uncheck();
    await scoring.getByRole('button', { name: 'Save scoring' }).click();
    await page.getByText('Scoring saved').waitFor();
    const { settings } = await tenant.member.rest<ProfileBody>('/api/org/profile');
    expect([settings.retention_days, settings.hipaa_privacy]).toEqual([365, false]);
  });

  it('does not overwrite unsaved input when another user saves', async () => {
    const { page } = stage;
    await stage.openAs('admin', '/settings', stage.service.b);
    await page.getByLabel('Name of the organization').fill('Beta, half typed');
    await stage.service.b.admin.put('/api/org/profile', { settings: { retention_days: 400 } });
    // Another page, and back without a reload: asked about first, and everything is asked of the service again.
    await page.getByRole('link', { name: 'Posture' }).click();
    await staying(page).click();
    await expect(page.getByLabel('Name of the organization')).toHaveValue('Beta, half typed');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved').waitFor();
    const { name, settings } = await stage.service.b.member.rest<ProfileBody>('/api/org/profile');
    expect([name, settings.retention_days]).toEqual(['Beta, half typed', 400]);
    await expect(page.getByLabel('Retention of scans')).toHaveValue('400');
  });

  it('switches frameworks within the tier, and shows the limit of the tier', async () => {
    const { page } = stage;
    await stage.openAs('admin', '/settings?part=compliance', starter);
    await page.getByText('Not in STARTER').first().waitFor();
    await expect(page.getByText('Not in STARTER')).toHaveCount(4);
    await page.getByRole('checkbox', { name: 'NIST CSF' }).check();
    await page.getByText('3 of 2 chosen').waitFor();
    await page.getByRole('button', { name: 'Save frameworks' }).click();
    await page.getByText('the tier STARTER allows 2 active frameworks').waitFor();
    await expect(page.getByRole('checkbox', { name: 'NIST CSF' })).toBeChecked();
    await page.getByRole('checkbox', { name: 'SOC 2' }).uncheck();
    await page.getByRole('button', { name: 'Save frameworks' }).click();
    await page.getByText('Frameworks saved').waitFor();
    await page.reload();
    await page.getByRole('checkbox', { name: 'NIST CSF' }).waitFor();
    await expect(page.getByRole('checkbox', { name: 'SOC 2' })).not.toBeChecked();
    const active = await starter.member.rest<{ name: string }[]>('/api/compliance/frameworks');
    expect(active.map(({ name }) => name)).toEqual(['ISO 27001', 'NIST CSF']);
  });

  it('offers to save or discard a section from its first change to its last, and asks before what is not saved is left', async () => {
    const { page } = stage;
    await stage.openAs('admin', '/settings?part=access', starter);
    const buttons = page.getByRole('main').getByRole('button', { name: /^(Save|Discard)/ });
    await page.getByLabel('Role without one of these groups').waitFor();
    await expect(buttons).toHaveText(['Save roles']);
    await expect(buttons).toBeDisabled();
    await page.getByLabel('Role without one of these groups').selectOption('auditor');
    await expect(buttons).toHaveText(['Save roles', 'Discard changes']);
    await page.getByRole('link', { name: 'Posture' }).click();
    await page.getByText('What you have entered here is not saved.').waitFor();
    await expectSound(stage.dashboard, 'settings-unsaved');
    await staying(page).click();
    await page.getByLabel('Role without one of these groups').selectOption('member');
    await expect(buttons).toBeDisabled();
    await page.getByRole('link', { name: 'Frameworks and scoring' }).click();
    const below = page.getByRole('heading', { name: 'Scoring' });
    await below.waitFor();
    const before = await below.boundingBox();
    await page.getByRole('checkbox', { name: 'NIST CSF' }).click();
    await expect(buttons.and(page.locator(':enabled'))).toHaveText(['Save frameworks', 'Discard changes']);
    // What is below stays where it was.
    expect((await below.boundingBox())?.y).toBe(before?.y);
    // Another part is another page: it asks, too.
    await page.getByRole('link', { name: 'Connected services' }).click();
    await staying(page).click();
    await page.getByRole('button', { name: 'Discard changes' }).waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Discard changes' })).toHaveCount(0);
    // The keyboard goes on where the button was.
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('HIPAA Privacy Rule in scope')).toBeFocused();
    await page.getByRole('link', { name: 'Posture' }).click();
    await page.waitForURL('**/posture');
  });

  it('copies the id of the organization, and the commands by which an operator exports and deletes it', async () => {
    const { page } = stage;
    await stage.openAs('admin', '/settings', starter);
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy: Tenant id' }).click();
    await expect.poll(copied).toBe(starter.tenantId);
    await page.getByRole('link', { name: 'Export and deletion' }).click();
    await page.getByRole('button', { name: 'Copy: Command that exports' }).click();
    await expect
      .poll(copied)
      .toBe(`npm run cli -- tenant export --tenant ${starter.tenantId} ${starter.tenantId}.tar.gz`);
    const commands = page.getByLabel('Commands that suspend and delete', { exact: true });
    await expect(commands).toContainText(`tenant delete --tenant ${starter.tenantId} --name 'Gamma'`);
  });

  it('is read-only for users who cannot change it', async () => {
    const { page } = stage;
    await stage.openAs('member', '/settings', starter);
    await page.getByText('365 days').waitFor();
    await expect(page.getByRole('link', { name: 'Export and deletion' })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    await page.getByRole('link', { name: 'Frameworks and scoring' }).click();
    await page.getByText('Not in STARTER').first().waitFor();
    const main = page.getByRole('main');
    await expect(main.getByRole('textbox')).toHaveCount(0);
    await expect(main.getByRole('checkbox')).toHaveCount(0);
    await expect(main.getByRole('button', { name: /Save/ })).toHaveCount(0);
    await expect(main.getByText('tenant delete')).toHaveCount(0);
  });

  it('connects a directory by a token that is shown once, gives roles to its groups, and shows whom it manages', async () => {
    const { page } = stage;
    const tenant = await stage.service.addTenant('Delta', 'ENTERPRISE');
    await stage.openAs('admin', '/settings?part=access', tenant);
    await page.getByText('No directory is connected.').waitFor();
    await page.getByRole('button', { name: 'Create SCIM token' }).click();
    const form = page.getByRole('dialog', { name: 'Create a SCIM token' });
    await form.getByLabel('Directory').fill('Okta');
    await form.getByRole('button', { name: 'Create SCIM token' }).click();
    const reveal = page.getByRole('dialog', { name: 'Token of “Okta”' });
    const token = await reveal.getByLabel('SCIM token', { exact: true }).innerText();
    await expect(reveal.getByLabel('Address for the directory', { exact: true })).toContainText(
      `${stage.service.baseUrl}/scim/v2`,
    );
    await expectAccessible(stage.dashboard);
    await reveal.getByLabel('I have stored the token in the directory').check();
    await reveal.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row', { name: 'Okta' }).getByText('Never').waitFor();
    expect(await page.content()).not.toContain(token);

    await page.getByRole('button', { name: 'Add group' }).click();
    await page.getByLabel('Group 1', { exact: true }).fill('Compliance');
    await page.getByLabel('Role of group 1').selectOption('auditor');
    await page.getByRole('button', { name: 'Save roles' }).click();
    await page.getByText('Roles of groups saved').waitFor();
    await page.getByRole('button', { name: 'Remove group: Compliance' }).click();
    await page.getByRole('button', { name: 'Save roles' }).click();
    await page.getByText('No group has a role yet.').waitFor();
    await page.getByRole('button', { name: 'Undo last change' }).click();
    await page.getByText('The former roles are back').waitFor();
    await expect(page.getByLabel('Group 1', { exact: true })).toHaveValue('Compliance');

    await holdDomains(stage.service.database, tenant.tenantId, 'delta.example');
    const directory = new Directory(stage.service.baseUrl, token);
    const { body } = await directory.send('POST', '/Users', {
      userName: 'ada@delta.example',
      displayName: 'Ada Byron',
    });
    await directory.send('POST', '/Groups', { displayName: 'Compliance', members: [{ value: body.id }] });
    await page.getByRole('link', { name: 'Members' }).click();
    const ada = page.getByRole('row', { name: 'Ada Byron' });
    await ada.getByText('Managed by Okta (SCIM)').waitFor();
    await ada.getByText('Auditor').waitFor();
    const role = page.getByRole('menuitem', { name: 'Change role' });
    await ada.getByRole('button', { name: 'More for Ada Byron' }).click();
    await expect(role).toBeDisabled();
    await expect(role).toContainText('Groups of Okta decide this role.');
    await expect(page.getByRole('menuitem', { name: 'End sessions' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(role).toHaveCount(0);
    await page.getByRole('button', { name: 'More for Delta member' }).click();
    await expect(role).toBeEnabled();
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Access', exact: true }).click();
    const okta = page.getByRole('row', { name: 'Okta' });
    await expect(okta.getByText('Never')).toHaveCount(0);
    await okta.getByRole('button', { name: 'Revoke the token of “Okta”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke the token of “Okta”' });
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await okta.getByText('Revoked').waitFor();
    expect((await directory.get('/Users')).status).toBe(401);
  });

  it('asks, notifies and is closed in the language of the page', async () => {
    const tenant = await stage.service.addTenant('Zeta', 'ENTERPRISE');
    const german = await stage.guest({ locale: 'de-DE' });
    await german.takeSession(tenant.emails.admin);
    await german.goto('/settings');
    const { page } = german;
    await page.getByLabel('Name der Organisation').fill('Zeta Werke');
    await page.getByRole('link', { name: 'Übersicht' }).click();
    const question = page.getByRole('dialog', { name: 'Ohne Speichern verlassen?' });
    await question.getByRole('button', { name: 'Schließen' }).click();
    await page.getByRole('button', { name: 'Profil speichern' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Profil gespeichert' });
    await notice.getByRole('button', { name: 'Schließen' }).click();
    await expect(notice).toHaveCount(0);
  });

  it('is accessible and fits every viewport', async () => {
    for (const part of ['organization', 'compliance', 'access', 'connections', 'leaving']) {
      await (part === 'organization'
        ? stage.openAs('admin', '/settings')
        : stage.dashboard.goto(`/settings?part=${part}`));
      await expectSound(stage.dashboard, `settings-${part}`);
    }
  });
});

/** The button that goes on with what is not saved. */
function staying(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' });
}
