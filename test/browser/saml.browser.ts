import { afterAll, describe, it } from 'vitest';
import { NameServer } from '../single-sign-on/name-server.js';
import { OWN } from '../single-sign-on/saml-keys.js';
import { changeConnection, connectionsOf, holdDomain } from '../single-sign-on/signing-on.js';
import { expect } from './expect.js';
import { forgetProvider } from './forget-provider.js';
import { SamlServer } from './saml-server.js';
import { Stage } from './stage.js';

const names = await NameServer.start();
const provider = await SamlServer.start();

describe('a log-in by SAML in a browser', () => {
  let connectionId = '';
  const stage = Stage.set({
    settings: { nameServers: [names.address] },
    prepare: async ({ a: { admin } }) => {
      const own = { issuer: provider.idp.entityId, signOnUrl: provider.signOnUrl, certificates: [OWN.certificate] };
      const input = { kind: 'saml', name: 'Portal', ...own, createsMembers: true };
      ({ id: connectionId } = await changeConnection(admin, 'createIdentityConnection', input));
      await holdDomain(admin, names, 'alpha.example');
    },
  });
  afterAll(async () => {
    await provider.stop();
    await names.stop();
  });

  it('is tested by an admin, then opens a session of a new member', async () => {
    const { page, service } = stage;
    await stage.openAs('admin', '/settings/single-sign-on');
    await page.getByRole('button', { name: 'Test Portal' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Test passed').waitFor();
    await changeConnection(service.a.admin, 'activateIdentityConnection', { connectionId });
    expect(await connectionsOf(service.a.admin)).toMatchObject([{ status: 'active' }]);
    forgetProvider(stage.dashboard, provider.origin);

    const guest = await stage.guest();
    await guest.goto('/scans');
    await guest.page.getByLabel('E-mail').fill('ada@alpha.example');
    await guest.page.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await guest.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await guest.page.waitForURL(/\/posture$/);
    await guest.page.locator('#content').waitFor();
    forgetProvider(guest, provider.origin);
  });
});
