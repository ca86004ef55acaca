import { createServer, type AddressInfo } from 'node:net';
import type { CDPSession, Page } from 'playwright-core';
import { describe, it } from 'vitest';
import type { Dashboard } from './dashboard.js';
import { expect } from './expect.js';
import { expectSound } from './soundness.js';
import { Stage } from './stage.js';

const port = await freePort();

/** A virtual authenticator of Chromium: of this device, with discoverable keys, which verifies its user. */
class VirtualAuthenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly id: string,
  ) {}

  static async plugInto(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Whether somebody touches it whenever it is asked. */
  async touch(enabled: boolean): Promise<void> {
    await this.session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.id, enabled });
  }

  async verify(isUserVerified: boolean): Promise<void> {
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified });
  }

  async stored(): Promise<number> {
    const { credentials } = await this.session.send('WebAuthn.getCredentials', { authenticatorId: this.id });
    return credentials.length;
  }
}

describe('passkeys in the dashboard', () => {
  const stage = Stage.set({ settings: { port, publicUrl: `http://localhost:${port}` } });

  const add = async ({ page }: Dashboard, name: string) => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  };
  const signOut = async ({ page }: Dashboard) => {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  };
  /** Makes every proof in the sessions of a person an old one. */
  const age = (email: string) =>
    stage.service.database.query(
      `update sessions set authenticated_at = now() - interval '1 hour'
       where user_id = (select id from users where email = $1)`,
      [email],
    );

  it('are added, named, used to sign in and to confirm an action, and removed', async () => {
    const { dashboard, page } = stage;
    const email = stage.service.a.emails.admin;
    const device = await VirtualAuthenticator.plugInto(page);
    await stage.openAs('admin', '/account');
    await add(dashboard, 'Laptop');
    await page.getByText('Passkey added: Laptop').waitFor();
    const table = page.locator('[aria-label="Passkeys"]');
    await expect(table).toContainText('Laptop');
    await page.getByText('You can log in with a passkey instead.').waitFor();
    expect(await device.stored()).toBe(1);
    await table.getByRole('button', { name: 'Rename passkey: Laptop' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Work laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(table).toContainText('Work laptop');
    await expectSound(dashboard, 'account-passkeys');

    await device.touch(false);
    await signOut(dashboard);
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button.waitFor();
    expect(await dashboard.violations()).toEqual([]);
    await device.touch(true);
    await button.click();
    await page.locator('#content').waitFor();
    await page.getByText(email).first().waitFor();

    await dashboard.goto('/account');
    await age(email);
    dashboard.foresee(401);
    await table.getByRole('button', { name: 'Remove passkey: Work laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirmation.getByRole('button', { name: 'Use a passkey' }).waitFor();
    expect(await dashboard.violations()).toEqual([]);
    await confirmation.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Passkey removed: Work laptop').waitFor();
    await expect(table).toHaveCount(0);

    await device.touch(false);
    await signOut(dashboard);
    await device.touch(true);
    await button.click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('this passkey is not accepted');
  });

  it('are refused of a device that has one already, and of one that does not verify its user', async () => {
    const { dashboard, page } = stage;
    const device = await VirtualAuthenticator.plugInto(page);
    await stage.openAs('auditor', '/account');
    await add(dashboard, 'Telephone');
    await page.getByText('Passkey added: Telephone').waitFor();
    await add(dashboard, 'Again');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
      'This device has a passkey of your account already.',
    );
    expect(await dashboard.violations()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await device.verify(false);
    await device.touch(false);
    await signOut(dashboard);
    await device.touch(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('No passkey was given.');
  });

  it('open everything to a member whose organization requires a second factor, in German too', async () => {
    const { service } = stage;
    const guest = await stage.guest({ locale: 'de-DE' });
    await VirtualAuthenticator.plugInto(guest.page);
    await service.database.query('update tenants set mfa_required_from = now() where id = $1', [service.b.tenantId]);
    guest.foresee(403);
    await guest.goto('/posture');
    await guest.page.getByLabel('E-Mail').fill(service.b.emails.member);
    await guest.page.getByLabel('Passwort').first().fill('correct horse battery staple');
    await guest.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await guest.page.getByRole('heading', { name: 'Zweiter Faktor ist Pflicht' }).waitFor();
    expect(await guest.violations()).toEqual([]);
    await guest.page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    await guest.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Telefon');
    await guest.page.getByRole('dialog').getByRole('button', { name: 'Weiter' }).click();
    await guest.page.getByRole('link', { name: 'Weiter zu Crosswalk' }).click();
    await guest.page.locator('#content').waitFor();
    await service.database.query('update tenants set mfa_required_from = null where id = $1', [service.b.tenantId]);
  });

  it('of a member are removed by an admin', async () => {
    const { service, page } = stage;
    const guest = await stage.guest();
    await VirtualAuthenticator.plugInto(guest.page);
    await guest.goto('/account');
    await guest.logIn(service.a.emails.member);
    await add(guest, 'Lost telephone');
    await guest.page.getByText('Passkey added: Lost telephone').waitFor();
    await stage.openAs('admin', '/members');
    const more = page.getByRole('button', { name: 'More for Alpha member' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Remove passkeys' }).click();
    await page.getByRole('dialog', { name: 'Remove passkeys: Alpha member' }).waitFor();
    expect(await stage.dashboard.violations()).toEqual([]);
    // It ends the member's sessions, which the other browser may find out at once.
    guest.foresee(401);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove passkeys' }).click();
    await page.getByText('Alpha member has no passkeys now').waitFor();
    await more.click();
    await page.getByRole('menuitem', { name: 'Remove', exact: true }).waitFor();
    await expect(page.getByRole('menuitem', { name: 'Remove passkeys' })).toHaveCount(0);
  });
});

/** A port of this machine that nobody uses. The public address, which has it, must be known before the service listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}
