import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEALED_COLUMNS } from '../../src/app/features.js';
import type { SealedColumn } from '../../src/platform/crypto/reseal.js';
import { Vault } from '../../src/platform/crypto/vault.js';
import { SamlIdp } from '../single-sign-on/saml-idp.js';
import { OWN } from '../single-sign-on/saml-keys.js';
import { changeConnection } from '../single-sign-on/signing-on.js';
import { UserAgent } from '../single-sign-on/user-agent.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { GithubServer } from '../tickets/github-server.js';
import { connectTracker, github } from '../tickets/tickets.js';
import { createWebhook, SECRET } from '../webhooks/webhooks.js';

/** One sealed text: version, id of the key, and base64url of iv, tag and text. */
const SEALED = /^v1\.[0-9a-f]{12}\.[A-Za-z0-9_-]{38,}$/;

interface Row {
  id: string;
  /** Null for what belongs to a person. */
  tenantId: string | null;
  value: string;
}

const nameOf = ({ table, column }: SealedColumn) => `${table}.${column}`;
const placeIn = ({ table, column, place }: SealedColumn, id: string) =>
  place ? place(id) : `${table} ${id} ${column}`;
/** A text that is nowhere else. */
const canary = () => randomBytes(12).toString('hex');

let service: TestService;
let tracker: GithubServer;
let vault: Vault;
/** Texts that were given or shown, by the column that has them sealed, one of each organization. */
const written = new Map<string, string[]>();

beforeAll(async () => {
  tracker = await GithubServer.start();
  // Without a worker, so that no mail is sent and forgotten.
  service = await startService({ settings: { role: 'web', allowsPrivateWebhooks: true } });
  vault = new Vault(service.config.secretKey);
  for (const tenant of [service.a, service.b]) {
    for (const [name, text] of Object.entries(await giveSecrets(tenant)))
      written.set(name, [...(written.get(name) ?? []), text]);
  }
}, 120_000);
afterAll(async () => {
  await service.stop();
  await tracker.stop();
});

/** Gives or asks for everything that is sealed, over the API. @returns a part of each text, by column */
async function giveSecrets(tenant: TestTenant): Promise<Record<string, string>> {
  const { admin } = tenant;
  const { enrolMfa } = await tenant.member.data<{ enrolMfa: { enrolment: { secret: string } } }>(
    'mutation ($i: EnrolMfaInput!) { enrolMfa(input: $i) { enrolment { secret } } }',
    { i: { password: PASSWORD } },
  );
  const { hookSecret } = await connectTracker(admin, github(tracker));
  return {
    'accounts.mfa_secret': enrolMfa.enrolment.secret,
    'integrations.credentials': await giveIntegration(admin),
    'security_event_destinations.credentials': await giveDestination(admin),
    ...(await giveWebhook(admin)),
    'idempotency_keys.answer': await repeatable(admin),
    'ticket_trackers.token': GithubServer.TOKEN,
    'ticket_trackers.hook_secret': hookSecret,
    ...(await giveSignOn(tenant)),
    'mails.message': await invite(admin),
  };
}

async function giveIntegration(admin: TestTenant['admin']): Promise<string> {
  const token = canary();
  const config = { org_url: 'https://acme.okta.com', api_token: token };
  await admin.data(
    'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { integration { id } } }',
    {
      input: { type: 'okta', name: 'Okta', config },
    },
  );
  return token;
}

async function giveDestination(admin: TestTenant['admin']): Promise<string> {
  const secret = canary();
  await admin.post('/api/security-events/destinations', {
    ...{ kind: 'https', address: 'https://siem.example/in', secret },
  });
  return secret;
}

/** A webhook whose address has a secret too, in the middle of a change of its secret. */
async function giveWebhook(admin: TestTenant['admin']) {
  const [path, secret] = [canary(), canary()];
  const { id } = await createWebhook(admin, `https://receiver.example/${path}`, ['scan.failed']);
  await admin.data('mutation ($i: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $i) { webhook { id } } }', {
    i: { webhookId: id, secret },
  });
  return { 'webhooks.url': path, 'webhooks.secret': secret, 'webhooks.previous_secret': SECRET };
}

/** An answer that is stored for repetitions. */
async function repeatable(admin: TestTenant['admin']): Promise<string> {
  const guest = canary();
  await inviteOnce(admin, { guest, key: canary() });
  return guest;
}

const inviteOnce = (admin: TestTenant['admin'], { guest, key }: { guest: string; key: string }) =>
  admin.post(
    '/api/org/members/invite',
    { email: `${guest}@people.example`, role: 'member' },
    { 'idempotency-key': key },
  );

/** The secret of a client, and the result of a sign-on that the browser has not fetched. */
async function giveSignOn({ admin, tenantId }: TestTenant) {
  const [clientSecret, name] = [canary(), canary()];
  const client = { issuer: 'https://idp.example', clientId: 'crosswalk', clientSecret };
  await changeConnection(admin, 'createIdentityConnection', { kind: 'oidc', name: 'OpenID', ...client });
  const idp = new SamlIdp();
  const provider = { issuer: idp.entityId, signOnUrl: idp.signOnUrl, certificates: [OWN.certificate] };
  const { id } = await changeConnection(admin, 'createIdentityConnection', { kind: 'saml', name: 'SAML', ...provider });
  const agent = new UserAgent(service.baseUrl);
  const { body } = await agent.post('/api/auth/sso/test', { connection_id: id }, admin.token);
  const request = idp.read((body as { data: { redirect_url: string } }).data.redirect_url);
  const email = `${name}@${tenantId}.example`;
  const response = idp.response(request, idp.sign(idp.assertion(request, { email })));
  const form = { SAMLResponse: Buffer.from(response).toString('base64'), RelayState: request.relayState };
  await agent.submit(request.callbackUrl, form);
  return { 'identity_connections.client_secret': clientSecret, 'sign_on_attempts.outcome': name };
}

async function invite(admin: TestTenant['admin']): Promise<string> {
  const guest = canary();
  await admin.data('mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { invitation { id } } }', {
    input: { email: `${guest}@people.example`, role: 'member' },
  });
  return guest;
}

async function rowsOf({ table, column }: SealedColumn): Promise<Row[]> {
  const owner = table === 'accounts' ? 'null' : 'tenant_id';
  return service.database.query<Row>(
    `select id, ${owner} as "tenantId", ${column}::text as value from ${table} where ${column} is not null`,
  );
}

describe.each(SEALED_COLUMNS.map((sealed) => [nameOf(sealed), sealed] as const))('%s', (name, sealed) => {
  const open = (value: string, id: string) => vault.open(value, placeIn(sealed, id));

  it('is sealed in every row, and opens at its own place', async () => {
    const rows = await rowsOf(sealed);
    const texts = written.get(name) ?? [];
    expect(texts, `giveSecrets() writes nothing to ${name}`).toHaveLength(2);
    for (const { value } of rows) {
      expect(value).toMatch(SEALED);
      for (const text of texts) expect(value).not.toContain(text);
    }
    const opened = rows.map(({ id, value }) => open(value, id));
    for (const text of texts) expect(opened.filter((each) => each.includes(text))).not.toEqual([]);
    if (name !== 'accounts.mfa_secret')
      expect(new Set(rows.map(({ tenantId }) => tenantId))).toEqual(new Set([service.a.tenantId, service.b.tenantId]));
  });

  it('does not open in another row, of the same organization or of another', async () => {
    const rows = await rowsOf(sealed);
    expect(rows.length).toBeGreaterThan(1);
    for (const { id } of rows)
      for (const other of rows) if (other.id !== id) expect(() => open(other.value, id)).toThrow();
  });

  it('does not open in another column, or under another key', async () => {
    const own = placeIn(sealed, '');
    const others = SEALED_COLUMNS.filter((other) => placeIn(other, '') !== own);
    expect(others.length).toBeGreaterThanOrEqual(SEALED_COLUMNS.length - 2);
    const foreign = new Vault(randomBytes(32));
    for (const { id, value } of await rowsOf(sealed)) {
      for (const other of others) expect(() => vault.open(value, placeIn(other, id))).toThrow();
      expect(() => foreign.open(value, placeIn(sealed, id))).toThrow();
    }
  });
});

describe('a sealed value that an owner of the database moves', () => {
  it('to another organization is not used by the product', async () => {
    const call = () => inviteOnce(service.b.admin, { guest: 'moved', key: 'moved' });
    expect((await call()).status).toBe(201);
    const [row] = await service.database.query<{ value: string }>(
      'select answer as value from idempotency_keys where tenant_id = $1 and answer is not null limit 1',
      [service.a.tenantId],
    );
    await service.database.query(`update idempotency_keys set answer = $2 where tenant_id = $1 and key = 'moved'`, [
      service.b.tenantId,
      row?.value,
    ]);
    const repeated = await call();
    expect(repeated.status).toBe(500);
    expect(repeated.text).not.toContain((written.get('idempotency_keys.answer') ?? [])[0]);
  });
});
