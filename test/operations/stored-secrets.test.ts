import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createLink } from '../auditor-links/auditor-links.js';
import { createScimToken } from '../support/scim.js';
import { createKey } from '../support/api-keys.js';
import { Client } from '../support/client.js';
import { GithubServer } from '../tickets/github-server.js';
import { connectTracker, github } from '../tickets/tickets.js';
import { makePassableDirectory } from '../support/run-directory.js';
import { ServiceProcess } from '../support/service-process.js';
import { runCli } from './cli.js';

const TIMEOUT_MS = 4 * 60_000;
/** Of development alone, and written for people to read: passwords of the demo, and mail where there is no mail server. */
const FOR_PEOPLE = ['demo-credentials.json', 'mail'];
const GUID = '11111111-2222-4333-8444-555555555555';
const PEM = '-----BEGIN PRIVATE KEY-----\n';
const SERVICE_ACCOUNT = {
  ...{ type: 'service_account', project_id: 'acme', private_key_id: '1' },
  client_email: 'reader@acme.example',
};
const CONNECT =
  'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { integration { id status } } }';

/** A text that is nowhere else. */
const canary = (prefix = '') => `${prefix}${randomBytes(16).toString('hex')}`;

describe('secrets that the service was given or has made', () => {
  const directory = makePassableDirectory('secrets-');
  /** By what they are. */
  const secrets: Record<string, string> = { secretKey: canary('key-'), metricsToken: canary() };
  /** No secret: a sweep that does not find it finds nothing. */
  const visible = canary('visible-');
  let service: ServiceProcess;
  let dataDir = '';
  let backup = '';

  beforeAll(async () => {
    dataDir = join(await directory, 'data');
    backup = join(await directory, 'all.backup');
    const settings = { SECRET_KEY: secrets.secretKey ?? '', DEMO_SCAN_SECONDS: '0' };
    service = new ServiceProcess(dataDir, {
      ...{ ...settings, METRICS_TOKEN: secrets.metricsToken ?? '', LOG_LEVEL: 'trace' },
      ...{ INTEGRATION_ALLOW_PRIVATE: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
    });
    await service.start();
    const admin = await service.logIn();
    await giveAccounts(admin);
    await giveReceivers(admin);
    await giveIntegrations(admin);
    await service.query('checkpoint');
    await runCli({ ...settings, DATA_DIR: dataDir }, 'backup', backup);
  }, TIMEOUT_MS);
  afterAll(() => service.end('SIGTERM'));

  /** A member with password, one-time codes and session; keys and tokens. */
  async function giveAccounts(admin: Client): Promise<void> {
    secrets.accessToken = admin.token ?? '';
    secrets.apiKey = (await createKey(admin)).key;
    secrets.scimToken = (await createScimToken(admin)).token;
    secrets.auditorLink = (await createLink(admin)).secret;
    const invited = await admin.data<{ inviteMember: { invitation: { inviteUrl: string } } }>(
      'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { invitation { inviteUrl } } }',
      { input: { email: 'guest@people.example', role: 'member' } },
    );
    secrets.inviteToken = invited.inviteMember.invitation.inviteUrl.split('token=')[1] ?? '';
    secrets.password = canary();
    const anonymous = new Client(service.baseUrl, null);
    const { acceptInvitation } = await anonymous.data<{ acceptInvitation: { accessToken: string } }>(
      'mutation ($i: AcceptInvitationInput!) { acceptInvitation(input: $i) { accessToken } }',
      { i: { token: secrets.inviteToken, name: 'Guest', password: secrets.password } },
    );
    secrets.memberToken = acceptInvitation.accessToken;
    const guest = new Client(service.baseUrl, acceptInvitation.accessToken);
    const { enrolMfa } = await guest.data<{ enrolMfa: { enrolment: { secret: string } } }>(
      'mutation ($i: EnrolMfaInput!) { enrolMfa(input: $i) { enrolment { secret } } }',
      { i: { password: secrets.password } },
    );
    secrets.oneTimeCodes = enrolMfa.enrolment.secret;
    secrets.newPassword = canary();
    await guest.data('mutation ($i: ChangePasswordInput!) { changePassword(input: $i) { accessToken } }', {
      i: { currentPassword: secrets.password, newPassword: secrets.newPassword },
    });
    secrets.wrongPassword = canary();
    await anonymous.post('/api/auth/login', { email: 'guest@people.example', password: secrets.wrongPassword });
  }

  /** Webhooks, chats, destinations of security events and an identity provider. */
  async function giveReceivers(admin: Client): Promise<void> {
    const webhook = { url: 'https://receiver.invalid/hook', events: ['scan.failed'] };
    secrets.webhook = canary();
    await admin.post('/api/webhooks', { ...webhook, secret: secrets.webhook });
    secrets.chatAddress = canary();
    await admin.post('/api/webhooks', {
      ...{ ...webhook, url: `https://hooks.slack.com/services/T0/B0/${secrets.chatAddress}`, format: 'slack' },
    });
    secrets.destination = canary();
    const destinations = '/api/security-events/destinations';
    await admin.post(destinations, { kind: 'https', address: 'https://siem.invalid/in', secret: secrets.destination });
    secrets.bucket = canary();
    await admin.post(destinations, {
      ...{ kind: 's3', address: 'https://s3.invalid/bucket', secret: secrets.bucket },
      ...{ region: 'eu-central-1', access_key_id: 'AKIATEST' },
    });
    await giveTracker(admin);
    secrets.identityProvider = canary();
    await admin.data(
      'mutation ($input: CreateIdentityConnectionInput!) { createIdentityConnection(input: $input) { identityConnection { id } } }',
      {
        input: {
          ...{ kind: 'oidc', name: 'Directory', issuer: 'https://idp.invalid', clientId: 'crosswalk' },
          clientSecret: secrets.identityProvider,
        },
      },
    );
  }

  /** A tracker, which has to accept its token. */
  async function giveTracker(admin: Client): Promise<void> {
    secrets.tracker = canary();
    const tracker = await GithubServer.start(secrets.tracker);
    const { hookSecret } = await connectTracker(admin, { ...github(tracker), token: secrets.tracker });
    secrets.ticketHook = hookSecret;
    await tracker.stop();
  }

  /** Every type with credentials, whether or not its system can be reached. */
  async function giveIntegrations(admin: Client): Promise<void> {
    const give = (name: string, prefix?: string) => (secrets[name] = canary(prefix));
    const configs: [string, object][] = [
      [
        'aws',
        { access_key_id: 'AKIAEXAMPLE000000001', secret_access_key: give('aws'), session_token: give('awsSession') },
      ],
      ['azure', { tenant_id: GUID, client_id: GUID, client_secret: give('azure') }],
      ['gcp', { service_account_key: JSON.stringify({ ...SERVICE_ACCOUNT, private_key: give('gcp', PEM) }) }],
      ['m365', { tenant_id: GUID, client_id: GUID, client_secret: give('m365') }],
      ['github', { organization: 'acme', token: give('github', 'ghp_'), base_url: 'https://127.0.0.1:1' }],
      ['kubernetes', { server: 'https://127.0.0.1:1', token: give('kubernetes') }],
      ['okta', { org_url: 'https://acme.okta.com', api_token: give('okta') }],
      ['postgresql', { host: '127.0.0.1', port: 1, database: 'app', user: 'reader', password: give('postgresql') }],
    ];
    const connectOne = async ([type, config]: [string, object]) => {
      const { body } = await admin.graphql(CONNECT, { input: { type, name: `${visible} ${type}`, config } });
      const { errors } = body as { errors?: object[] };
      expect({ type, errors }).toEqual({ type, errors: undefined });
    };
    // As many at once as one organization may: each takes as long as its system does not answer.
    while (configs.length > 0) await Promise.all(configs.splice(0, 3).map(connectOne));
  }

  /** Names of the secrets that bytes have: as they are, in hexadecimal, or in Base64. */
  function foundIn(bytes: Buffer): string[] {
    return Object.entries(secrets).flatMap(([name, secret]) => {
      const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').slice(0, -4)];
      return forms.some((form) => bytes.includes(form)) ? [name] : [];
    });
  }

  async function filesOf(folder: string): Promise<string[]> {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }

  it('are at least 26, of every kind', () => {
    expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(26);
    expect(Object.values(secrets).filter((secret) => secret.length < 16)).toEqual([]);
  });

  it(
    'are in no file of the data directory: no table, no write-ahead log, no object',
    async () => {
      const hits: string[] = [];
      let hasVisible = false;
      for (const file of await filesOf(dataDir)) {
        if (FOR_PEOPLE.some((name) => file.startsWith(join(dataDir, name)))) continue;
        const bytes = await readFile(file).catch(() => Buffer.alloc(0));
        hasVisible ||= bytes.includes(visible);
        hits.push(...foundIn(bytes).map((name) => `${name} in ${file.slice(dataDir.length)}`));
      }
      expect([hasVisible, hits]).toEqual([true, []]);
    },
    TIMEOUT_MS,
  );

  it('are in no backup', async () => {
    const bytes = await readFile(backup);
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
    expect([plain.includes(visible), foundIn(plain)]).toEqual([true, []]);
  });

  it('are in no line of the log, and in no metric', async () => {
    expect([service.printed.length > 1_000, foundIn(Buffer.from(service.printed))]).toEqual([true, []]);
    const metrics = await new Client(service.baseUrl, secrets.metricsToken ?? '').get('/metrics');
    expect([metrics.status, foundIn(Buffer.from(metrics.text))]).toEqual([200, []]);
  });
});
