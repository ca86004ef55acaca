import { afterAll, describe, it } from 'vitest';
import { NameServer } from '../single-sign-on/name-server.js';
import { CLIENT_ID, CLIENT_SECRET, OpenidProvider } from '../single-sign-on/openid-provider.js';
import { changeConnection, holdDomain, testConnection } from '../single-sign-on/signing-on.js';
import type { Dashboard } from './dashboard.js';
import { expect } from './expect.js';
import { forgetProvider } from './forget-provider.js';
import { Stage } from './stage.js';

const names = await NameServer.start();
const provider = await OpenidProvider.start();

describe('the log-in page', () => {
  const stage = Stage.set({
    settings: { nameServers: [names.address] },
    prepare: async (service) => {
      const { admin } = service.a;
      const client = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
      const input = { kind: 'oidc', name: 'Directory', ...client, createsMembers: true };
      const { id: connectionId, callbackUrl } = await changeConnection(admin, 'createIdentityConnection', input);
      provider.register([callbackUrl]);
      provider.person = { sub: 'ada', email: 'ada@alpha.example', email_verified: true, name: 'Ada' };
      await holdDomain(admin, names, 'alpha.example');
      await testConnection(service, service.a, connectionId);
      await changeConnection(admin, 'activateIdentityConnection', { connectionId });
    },
  });
  afterAll(async () => {
    await provider.stop();
    await names.stop();
  });

  const button = (dashboard: Dashboard) => dashboard.page.getByRole('button', { name: 'Continue with single sign-on' });
  it('logs in by the identity provider of the address’s domain', async () => {
    await stage.dashboard.goto('/scans');
    await button(stage.dashboard).click();
    await expect(stage.page.getByRole('alert')).toContainText('Enter your e-mail address first');
    await stage.page.getByLabel('E-mail').fill('ada@alpha.example');
    expect(await stage.dashboard.violations()).toEqual([]);
    await button(stage.dashboard).click();
    await stage.page.waitForURL(/\/posture$/);
    await stage.page.locator('#content').waitFor();
    const cookies = await stage.page.context().cookies();
    expect(cookies.filter(({ name }) => name.startsWith('crosswalk-sign-on'))).toEqual([]);
    forgetProvider(stage.dashboard, provider.issuer);
  });

  it('says that nobody has set up single sign-on, and why a sign-on was refused', async () => {
    stage.dashboard.foresee(403);
    await stage.dashboard.goto('/');
    await stage.page.getByLabel('E-mail').fill('somebody@gamma.example');
    await button(stage.dashboard).click();
    await expect(stage.page.getByRole('alert')).toContainText('Nobody has set up');
    provider.person = { sub: 'eve', email: 'eve@alpha.example', email_verified: false };
    await stage.page.getByLabel('E-mail').fill('eve@alpha.example');
    await button(stage.dashboard).click();
    await expect(stage.page.getByRole('alert')).toContainText('has not verified the e-mail address');
    expect(await stage.dashboard.violations()).toEqual([]);
    await stage.page.getByRole('link', { name: 'Sign in again' }).click();
    await button(stage.dashboard).waitFor();
    forgetProvider(stage.dashboard, provider.issuer);
  });
});
