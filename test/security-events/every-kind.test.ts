import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app/app.js';
import { createCredentials } from '../../src/modules/auth/create-credentials.js';
import { recordExport } from '../../src/modules/offboarding/export-record.js';
import { registerProvider } from '../../src/modules/organizations/identity-provider.js';
import { ProvisioningService } from '../../src/modules/organizations/provisioning.service.js';
import { SecurityEventWriter } from '../../src/modules/security-events/security-event-writer.js';
import { Vault } from '../../src/platform/crypto/vault.js';
import { SECURITY_EVENT_KINDS } from '../../src/modules/security-events/security-event-kinds.js';
import { createLog } from '../../src/platform/log.js';
import { createLink, EXTEND, openLink, REVOKE } from '../auditor-links/auditor-links.js';
import { codeAt } from '../auth/one-time-code.js';
import { resetTokenOf } from '../auth/reset-token.js';
import { TestBrowser } from '../auth/test-browser.js';
import { file, uploaded } from '../evidence/form.js';
import { createKey, REVOKE_API_KEY } from '../support/api-keys.js';
import { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { holdDomains } from '../support/held-domains.js';
import { addPasskey, logInByPasskey, PASSKEY_URL } from '../support/passkeys.js';
import { createScimToken, Directory, REVOKE_SCIM_TOKEN } from '../support/scim.js';
import { connect, runScan } from '../support/scans.js';
import { baseUrlOf, PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { Bucket } from './bucket.js';

const NEW_PASSWORD = 'another horse, another battery';
const REAUTHENTICATE = 'mutation ($i: ReauthenticateInput!) { reauthenticate(input: $i) { session { id } } }';
const EXPORT = 'mutation ($i: ExportAuditLogInput!) { exportAuditLog(input: $i) { export { url } } }';

describe('every kind of security event', () => {
  let service: TestService;
  let tenant: TestTenant;
  let bucket: Bucket;
  /** A second process of the service, with its objects in S3. */
  let second: App;

  beforeAll(async () => {
    service = await startService({ settings: { publicUrl: PASSKEY_URL } });
    tenant = service.a;
    bucket = await Bucket.start();
    const config = { ...service.config, s3: bucket.options, role: 'web', port: 0 } as const;
    second = await createApp({ config, log: createLog('silent') });
    await second.start();
  });
  afterAll(async () => {
    await second.stop();
    await bucket.stop();
    await service.stop();
  });

  const logIn = async (email: string, password: string, otp?: string): Promise<Client> => {
    const input = { email, password, ...(otp === undefined ? {} : { otp }) };
    const { body } = await service.anonymous.post('/api/auth/login', input);
    return new Client(service.baseUrl, (body as { data?: { access_token: string } }).data?.access_token ?? null);
  };

  it('is recorded by the requests that cause it', async () => {
    await useAccounts();
    await useBrowser();
    await useReset();
    await useKeys();
    await useMfa();
    await usePasskeys();
    await useFiles();
    await useProvider();
    await useScim();
    await useAuditorLink();
    await service.app.database.within({ kind: 'tenant', tenantId: tenant.tenantId }, () =>
      recordExport(service.app.database.fork(), tenant.tenantId, new Date()),
    );
    const observed = await eventually(async () => {
      const rows = await service.database.query<{ kind: string }>('select distinct kind from security_events');
      return rows.length >= Object.keys(SECURITY_EVENT_KINDS).length ? rows.map(({ kind }) => kind) : null;
    }, 12_000).catch(() =>
      service.database
        .query<{ kind: string }>('select distinct kind from security_events')
        .then((rows) => rows.map(({ kind }) => kind)),
    );
    expect(observed.toSorted()).toEqual(Object.keys(SECURITY_EVENT_KINDS).toSorted());
  });

  it('names the account and the session that it is about', async () => {
    const of = (kind: string) =>
      service.database.query<{ user_id: string | null; session_id: string | null; details: object | null }>(
        'select user_id, session_id, details from security_events where kind = $1 and tenant_id = $2',
        [kind, tenant.tenantId],
      );
    const [{ id: member } = { id: '' }] = await service.database.query<{ id: string }>(
      'select id from users where email = $1',
      [tenant.emails.member],
    );
    for (const kind of ['login.locked', 'login.unlocked', 'password.changed', 'mfa.enabled', 'api_key.revoked'])
      expect((await of(kind)).map(({ user_id: id }) => id)).toContain(member);
    for (const kind of ['session.opened', 'session.ended'])
      expect((await of(kind)).every(({ session_id: id }) => id !== null)).toBe(true);
    const reasons = (await of('session.ended')).map(({ details }) => (details as { reason: string }).reason);
    expect(new Set(reasons)).toEqual(new Set(['logged_out', 'token_reused', 'password_changed', 'mfa_changed']));
    expect(await of('login.locked')).toHaveLength(1);
  });

  /** Log-ins, sessions and passwords. */
  async function useAccounts(): Promise<void> {
    const { member } = tenant.emails;
    for (let failure = 0; failure < 10; failure += 1) await logIn(member, 'a wrong password of some length');
    await service.app.tenants.unlock(member);
    await (await logIn(member, PASSWORD)).post('/api/auth/logout');
    const client = await logIn(member, PASSWORD);
    await client.graphql(REAUTHENTICATE, { i: { password: 'wrong' } });
    await client.data(REAUTHENTICATE, { i: { password: PASSWORD } });
    await client.get('/api/org/members');
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    await client.data('mutation ($i: ChangePasswordInput!) { changePassword(input: $i) { accessToken } }', {
      i: change,
    });
  }

  /** A cookie that is used after it was replaced. */
  async function useBrowser(): Promise<void> {
    const browser = new TestBrowser(service.baseUrl);
    await browser.logIn(tenant.emails.auditor, PASSWORD);
    const stolen = browser.cookie;
    await browser.refresh();
    await browser.refresh();
    await browser.refresh(stolen);
  }

  /** A new password by the link in a mail. */
  async function useReset(): Promise<void> {
    const email = tenant.emails.admin;
    await service.anonymous.graphql(
      'mutation ($i: RequestPasswordResetInput!) { requestPasswordReset(input: $i) { isAccepted } }',
      { i: { email } },
    );
    const token = await resetTokenOf(service, email);
    await service.anonymous.data('mutation ($i: ResetPasswordInput!) { resetPassword(input: $i) { isReset } }', {
      i: { token, password: NEW_PASSWORD },
    });
    tenant = { ...tenant, admin: await logIn(email, NEW_PASSWORD) };
  }

  async function useKeys(): Promise<void> {
    const client = await logIn(tenant.emails.member, NEW_PASSWORD);
    const { key, apiKey } = await createKey(client);
    await new Client(service.baseUrl, key).get('/api/compliance/frameworks');
    await client.data(REVOKE_API_KEY, { input: { apiKeyId: apiKey.id } });
  }

  async function useMfa(): Promise<void> {
    const client = await logIn(tenant.emails.member, NEW_PASSWORD);
    const { enrolMfa } = await client.data<{ enrolMfa: { enrolment: { secret: string } } }>(
      'mutation ($i: EnrolMfaInput!) { enrolMfa(input: $i) { enrolment { secret } } }',
      { i: { password: NEW_PASSWORD } },
    );
    const { confirmMfa } = await client.data<{ confirmMfa: { recoveryCodes: string[] } }>(
      'mutation ($i: ConfirmMfaInput!) { confirmMfa(input: $i) { recoveryCodes } }',
      { i: { otp: codeAt(enrolMfa.enrolment.secret, Date.now()) } },
    );
    await logIn(tenant.emails.member, NEW_PASSWORD, confirmMfa.recoveryCodes[0]);
    await client.data('mutation ($i: DisableMfaInput!) { disableMfa(input: $i) { user { id } } }', {
      i: { password: NEW_PASSWORD },
    });
  }

  /** A passkey that is added, copied, and removed. */
  async function usePasskeys(): Promise<void> {
    const client = await logIn(tenant.emails.member, NEW_PASSWORD);
    const { id, authenticator } = await addPasskey(client);
    await logInByPasskey(service.anonymous, authenticator, { signCount: 7 });
    await logInByPasskey(service.anonymous, authenticator, { signCount: 7 });
    await client.data('mutation ($i: RemovePasskeyInput!) { removePasskey(input: $i) { removedId } }', {
      i: { passkeyId: id },
    });
  }

  /** A token of SCIM, from its creation to its end. */
  async function useScim(): Promise<void> {
    const { scimToken, token } = await createScimToken(tenant.admin);
    await new Directory(service.baseUrl, token).get('/Users');
    await tenant.admin.data(REVOKE_SCIM_TOKEN, { input: { scimTokenId: scimToken.id } });
  }

  /** A link of an auditor, from its creation to its end. */
  async function useAuditorLink(): Promise<void> {
    const { id, secret } = await createLink(tenant.admin);
    await openLink(service, secret);
    await tenant.admin.data(EXTEND, { input: { auditorLinkId: id, expiresInDays: 90 } });
    await tenant.admin.data(REVOKE, { input: { auditorLinkId: id } });
  }

  /** Members as an identity provider changes them. */
  async function useProvider(): Promise<void> {
    const [id, { tenantId }] = [randomUUID(), tenant];
    await holdDomains(service.database, tenantId, 'alpha.example');
    const { notices } = createCredentials({ vault: new Vault(service.config.secretKey) });
    const provisioning = new ProvisioningService(service.app.database, notices);
    const actor = { type: 'identity_provider', id, apiKeyId: null, address: null, requestId: 'r' } as const;
    const author = { actor, tenantId, at: new Date(), events: new SecurityEventWriter(() => undefined) };
    await provisioning.run(author, async (em) => {
      await registerProvider(em, { id, tenantId, kind: 'oidc', name: 'Sign-on', at: new Date() });
      const person = { email: 'ada@alpha.example', name: 'Ada Byron', role: 'member' } as const;
      const userId = await provisioning.provision(em, author, person);
      await provisioning.deactivate(em, author, userId);
      await provisioning.reactivate(em, author, userId, 'member');
    });
  }

  /** Downloads by links of the service, and links to a bucket. */
  async function useFiles(): Promise<void> {
    const { admin, auditor } = tenant;
    const { id, download_url: url } = await uploaded(admin, file('a note'));
    await connect(admin, 'demo');
    await runScan(admin);
    const report = await admin.post('/api/reports/generate', { framework: 'SOC 2' });
    const { exportAuditLog } = await auditor.data<{ exportAuditLog: { export: { url: string } } }>(EXPORT, {
      i: { format: 'ndjson' },
    });
    const { report_url: reportUrl } = (report.body as { data: { report_url: string } }).data;
    for (const link of [url, reportUrl, exportAuditLog.export.url])
      await (await fetch(link.replace(PASSKEY_URL, service.baseUrl))).arrayBuffer();
    const ofBucket = new Client(baseUrlOf(second), admin.token);
    await ofBucket.rest(`/api/evidence/${id}`);
    await ofBucket.post('/api/reports/generate', { framework: 'SOC 2' });
  }
});
