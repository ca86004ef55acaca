import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS } from '../../src/app/features.js';
import { GRAPHQL } from '../access/verdicts-graphql.js';
import { furnish, type World } from '../access/world.js';
import { Socket } from '../http/socket.js';
import { createKey } from '../support/api-keys.js';
import { Client, type Answer } from '../support/client.js';
import { logInAs } from '../support/log-in.js';
import { PASSWORD, startService, type TestService, type TestTenant } from '../support/service.js';
import { codeAt } from './one-time-code.js';
import { ShiftedClock } from './shifted-clock.js';

const DAY_MS = 24 * 3_600_000;
const REQUIRE =
  'mutation ($i: RequireMfaInput!) { requireMfa(input: $i) { organization { settings { mfaRequiredFrom } } } }';
const ENROL = 'mutation ($i: EnrolMfaInput!) { enrolMfa(input: $i) { enrolment { secret } } }';
const CONFIRM = 'mutation ($i: ConfirmMfaInput!) { confirmMfa(input: $i) { recoveryCodes } }';
/** What is open to who has to enrol, by hand. Source: schema/contract/accounts.md, "MFA". */
const OPEN = [
  ...['Query.me', 'Query.permissions', 'Mutation.enrolMfa', 'Mutation.confirmMfa', 'Mutation.logout'],
  ...['Query.passkeys', 'Mutation.beginPasskeyRegistration', 'Mutation.registerPasskey', 'Mutation.reauthenticate'],
  ...['Mutation.beginPasskeyReauthentication', 'Mutation.reauthenticateWithPasskey'],
  // Out of the organization that asks for it.
  ...['Query.memberships', 'Mutation.switchOrganization', 'Mutation.joinOrganization'],
];

describe('required one-time codes', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let tenant: TestTenant;
  let world: World;

  beforeAll(async () => {
    service = await startService({ clock });
    tenant = service.a;
    world = await furnish(service, tenant);
    // A passkey is a second factor too.
    await service.database.query('delete from passkeys');
    await service.database.query('update users set passkey_count = 0');
  });
  afterAll(() => service.stop());

  const codeOf = ({ body }: Answer) =>
    (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code ?? null;
  const enrol = async (client: Client) => {
    const { enrolMfa } = await client.data<{ enrolMfa: { enrolment: { secret: string } } }>(ENROL, {
      i: { password: PASSWORD },
    });
    await client.data(CONFIRM, { i: { otp: codeAt(enrolMfa.enrolment.secret, clock.now().getTime()) } });
  };
  const set = (client: Client, i: object) => client.graphql(REQUIRE, { i });

  it('can be required only by an admin who has them, and are recorded', async () => {
    expect(codeOf(await set(tenant.member, { isRequired: true }))).toBe('FORBIDDEN');
    expect(codeOf(await set(tenant.admin, { isRequired: true }))).toBe('CONFLICT');
    await enrol(tenant.admin);
    expect(codeOf(await set(tenant.admin, { isRequired: true, graceDays: 91 }))).toBe('VALIDATION_FAILED');
    const { body } = await set(tenant.admin, { isRequired: true });
    const { data } = body as {
      data: { requireMfa: { organization: { settings: { mfaRequiredFrom: string } } } };
    };
    const from = Date.parse(data.requireMfa.organization.settings.mfaRequiredFrom);
    expect(Math.abs(from - clock.now().getTime() - 14 * DAY_MS)).toBeLessThan(60_000);
    const { auditLog } = await tenant.admin.data<{ auditLog: { nodes: { action: string }[] } }>(
      '{ auditLog(first: 20, action: "organization.mfa") { nodes { action } } }',
    );
    expect(auditLog.nodes).toEqual([{ action: 'organization.mfa_requirement_changed' }]);
  });

  it('close nothing before their date', async () => {
    expect((await tenant.member.get('/api/org/profile')).status).toBe(200);
  });

  it('leave to members without them nothing but the enrolment, over every transport, and to API keys everything', async () => {
    const key = new Client(service.baseUrl, (await createKey(tenant.member)).key);
    const socket = await Socket.connect(service.baseUrl, tenant.member.token);
    await set(tenant.admin, { isRequired: false });
    await set(tenant.admin, { isRequired: true, graceDays: 0 });
    expect((await socket.closed).code).toBe(4410);
    const refused = await tenant.member.get('/api/org/profile');
    expect([refused.status, (refused.body as { error: { code: string } }).error.code]).toEqual([
      403,
      'MFA_ENROLMENT_REQUIRED',
    ]);
    expect((await key.get('/api/org/profile')).status).toBe(200);
    const closed = ACCESS.operations.filter((operation) => {
      const { roles } = ACCESS.rowOf(operation);
      return roles !== 'public' && roles.includes('member') && /^(Query|Mutation)\./.test(operation);
    });
    const wrong: string[] = [];
    for (const operation of closed) {
      if (OPEN.includes(operation) || !GRAPHQL[operation]) continue;
      const { document, variables } = GRAPHQL[operation];
      const code = codeOf(await tenant.member.graphql(document, variables?.(world, 'member')));
      if (code !== 'MFA_ENROLMENT_REQUIRED') wrong.push(`${operation}: ${String(code)}`);
    }
    expect(wrong).toEqual([]);
    const { permissions } = await tenant.member.data<{ permissions: string[] }>('{ me { id } permissions }');
    const open = OPEN.map((operation) => operation.split('.')[1]);
    expect(permissions.filter((name) => open.includes(name)).toSorted()).toEqual(open.toSorted());
    expect(permissions).not.toContain('triggerScan');
  });

  it('are not asked of a member without a password, and who has none is listed', async () => {
    const { emails, admin } = tenant;
    const client = await logInAs(service.baseUrl, emails.auditor, PASSWORD);
    expect((await client.get('/api/org/profile')).status).toBe(403);
    await service.database.query('update users set has_password = false, is_provider_only = true where email = $1', [
      emails.auditor,
    ]);
    expect((await client.get('/api/org/profile')).status).toBe(200);
    const { members } = await admin.data<{ members: { email: string }[] }>('{ members(mfaEnabled: false) { email } }');
    const listed = members.map(({ email }) => email);
    expect(listed).toEqual(expect.arrayContaining([emails.auditor, emails.member]));
    expect(listed).not.toContain(emails.admin);
  });

  it('open everything again to a session that has enrolled them', async () => {
    const client = await logInAs(service.baseUrl, tenant.emails.member, PASSWORD);
    expect((await client.get('/api/org/profile')).status).toBe(403);
    await enrol(client);
    expect((await client.get('/api/org/profile')).status).toBe(200);
  });
});
