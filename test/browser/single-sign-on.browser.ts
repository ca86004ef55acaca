import { afterAll, describe, it } from 'vitest';
import { NameServer } from '../single-sign-on/name-server.js';
import { CLIENT_ID, CLIENT_SECRET, OpenidProvider } from '../single-sign-on/openid-provider.js';
import { OWN } from '../single-sign-on/saml-keys.js';
import { connectionsOf } from '../single-sign-on/signing-on.js';
import { holdDomains } from '../support/held-domains.js';
import { expect } from './expect.js';
import { forgetProvider } from './forget-provider.js';
import { expectAccessible, expectSound } from './soundness.js';
import { Stage } from './stage.js';

const names = await NameServer.start();
const provider = await OpenidProvider.start();

describe('the page of single sign-on', () => {
  const stage = Stage.set({ settings: { nameServers: [names.address] } });
  afterAll(async () => {
    await provider.stop();
    await names.stop();
  });

  const button = (name: string) => stage.page.getByRole('button', { name, exact: true });
  /** A field of the open dialog. */
  const field = (name: string) => stage.page.getByRole('dialog').getByRole('textbox', { name, exact: true });
  /** Presses a button, and the same in the dialog that asks once more. */
  const confirm = async (name: string, action: string) => {
    await button(name).click();
    await stage.page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
    await expect(stage.page.getByRole('dialog')).toHaveCount(0);
  };
  it('leads from nothing to enforced single sign-on, and back', async () => {
    const { page, service } = stage;
    await stage.openAs('admin', '/settings?part=connections');
    await page.getByRole('link', { name: 'Configure: Single sign-on' }).click();
    const steps = page.getByRole('list', { name: 'Steps' });
    await expect(steps.getByText('Done', { exact: true })).toHaveCount(0);
    // The first step has its field; the others are locked, and sections begin with what they hold.
    await expect(steps.getByRole('button')).toHaveText(['Add domain']);
    await expect(steps.getByText(/^Locked until step \d is done$/)).toHaveCount(4);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);

    // A domain: claimed, looked for too early, and proven.
    await page.getByRole('textbox', { name: 'Domain' }).fill('alpha.example');
    await button('Add domain').click();
    const domain = page.getByRole('article', { name: 'alpha.example' });
    await button('Check the record of alpha.example').click();
    await expect(domain.getByRole('alert')).toContainText('the TXT record was not found');
    const record = async (label: string) => (await domain.getByLabel(label, { exact: true }).textContent()) ?? '';
    names.records.set(await record('Name of the TXT record'), await record('Text of the TXT record'));
    await button('Check the record of alpha.example').click();
    await expect(domain.getByText('Verified since')).toHaveCount(1);

    // A connection: a refused address keeps the input.
    await steps.getByText('Microsoft Entra ID, Okta or Google Workspace').waitFor();
    await button('Add a connection').click();
    await field('Name').fill('Directory');
    await field('Issuer').fill('no address');
    await field('Client id').fill(CLIENT_ID);
    await page.getByLabel('Client secret').fill(CLIENT_SECRET);
    await page.getByLabel('Create members at their first log-in').check();
    await button('Save').click();
    await page.getByText('must be an https address').waitFor();
    await field('Issuer').fill(provider.issuer);
    await button('Save').click();
    const connection = page.getByRole('article', { name: 'Directory' });
    await connection.getByText('Not tested').waitFor();
    await connection.getByText('No test log-in was made yet.').waitFor();
    await expect(steps.locator('[aria-current="step"]')).toContainText('Log in once for a test');
    await expect(steps.getByRole('article', { name: 'Directory' })).toBeVisible();

    // A test that is refused, and one that passes.
    const callback = connection.getByLabel('Redirect URI, to be entered at the provider', { exact: true });
    provider.register([(await callback.textContent()) ?? '']);
    provider.person = { sub: 'ada', email: 'ada@alpha.example', email_verified: false, name: 'Ada' };
    await button('Test Directory').click();
    await connection.getByText('Test failed').waitFor();
    await connection.getByText('The identity provider has not verified the e-mail address.').waitFor();
    provider.person = { ...provider.person, email_verified: true };
    await button('Test Directory').click();
    await connection.getByText('Test passed').waitFor();
    await connection.getByText('Address: ada@alpha.example').waitFor();

    await confirm('Activate Directory', 'Activate');
    await connection.getByText(/^.In use$/).waitFor();
    await expectSound(stage.dashboard, 'single-sign-on');
    await button('Enforce Directory').click();
    await expectAccessible(stage.dashboard);
    await page.getByRole('dialog').getByRole('button', { name: 'Enforce', exact: true }).click();
    await connection.getByText('In use, enforced').waitFor();
    await expect(steps.getByText('Done', { exact: true })).toHaveCount(5);
    expect(await connectionsOf(service.a.admin)).toMatchObject([{ status: 'active', isEnforced: true }]);

    // And back.
    await confirm('Allow passwords beside Directory', 'Allow passwords');
    await confirm('Deactivate Directory', 'Deactivate');
    await confirm('Delete Directory', 'Delete');
    await confirm('Remove alpha.example', 'Remove');
    await expect(steps.getByText('Done', { exact: true })).toHaveCount(0);
    await expect(steps.getByRole('button')).toHaveText(['Add domain']);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
    expect(await connectionsOf(service.a.admin)).toEqual([]);
    forgetProvider(stage.dashboard, provider.issuer);
  });

  it('changes a SAML connection, with a second certificate beside the first', async () => {
    const { page, service } = stage;
    await holdDomains(service.database, service.a.tenantId, 'portal.example');
    await stage.openAs('admin', '/settings/single-sign-on');
    await button('Add a connection').click();
    await page.getByLabel('Protocol').selectOption('saml');
    await field('Name').fill('Portal');
    await field('Entity id of the provider').fill('https://idp.example/entity');
    await field('Sign-on address').fill('https://idp.example/sso');
    await field('Certificates').fill(OWN.certificate);
    await button('Save').click();
    const connection = page.getByRole('article', { name: 'Portal', exact: true });
    await connection.getByText('SAML 2.0').waitFor();
    await button('Change Portal').click();
    await field('Claim or attribute with groups').fill('groups');
    await field('Certificates').fill(`${OWN.certificate}\n${OWN.certificate}`);
    await button('Save').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const { identityConnections } = await service.a.admin.data<{
      identityConnections: { groupClaim: string; certificates: string[]; signOnUrl: string }[];
    }>('{ identityConnections { groupClaim certificates signOnUrl } }');
    expect(identityConnections).toMatchObject([{ groupClaim: 'groups', signOnUrl: 'https://idp.example/sso' }]);
    expect(identityConnections[0]?.certificates).toHaveLength(2);
  });

  it('shows an auditor the settings and no button that changes them', async () => {
    await stage.openAs('auditor', '/settings/single-sign-on');
    await stage.page.getByRole('article', { name: 'Portal', exact: true }).waitFor();
    await expect(stage.page.getByRole('button', { name: /^(Add|Test|Change|Delete|Activate|Enforce)/ })).toHaveCount(0);
  });
});
