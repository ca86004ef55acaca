import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS } from '../../src/app/features.js';
import { Client } from '../support/client.js';
import { createKey } from '../support/api-keys.js';
import { logInAs } from '../support/log-in.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { codeAt } from '../auth/one-time-code.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { Socket } from '../http/socket.js';
import { GRAPHQL } from './verdicts-graphql.js';
import { REST } from './verdicts-rest.js';
import { furnish, type World } from './world.js';

const MINUTE_MS = 60_000;
const REAUTHENTICATE = `mutation ($i: ReauthenticateInput!) {
  reauthenticate(input: $i) { session { id authenticatedAt isCurrent } }
}`;

/**
 * Operations that ask for a recent password or code, by hand: what changes members, integrations, webhooks, keys and
 * settings. Source: schema/contract/accounts.md, "Step-up".
 */
const STEP_UP = [
  ...['inviteMember', 'revokeInvitation', 'updateMember', 'updateMembers', 'removeMember'],
  ...['resetMemberMfa', 'endMemberSessions'],
  ...['resetMemberPasskeys', 'beginPasskeyRegistration', 'registerPasskey', 'removePasskey'],
  ...['connectIntegration', 'updateIntegration', 'disconnectIntegration', 'setSchedule'],
  ...['createWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret'],
  ...['createApiKey', 'createServiceAccount', 'updateServiceAccount', 'createScimToken'],
  ...['createSecurityEventDestination', 'updateSecurityEventDestination', 'deleteSecurityEventDestination'],
  ...['createTicketTracker', 'updateTicketTracker', 'rotateTicketHookSecret', 'deleteTicketTracker'],
  ...['withdrawEvidence', 'restoreEvidence', 'createAuditorLink', 'extendAuditorLink'],
  ...['updateOrganization', 'setFrameworks', 'setGroupRoles', 'requireMfa'],
  ...['createIdentityConnection', 'updateIdentityConnection', 'deleteIdentityConnection'],
  ...['activateIdentityConnection', 'deactivateIdentityConnection', 'enforceSingleSignOn', 'relaxSingleSignOn'],
  ...['claimEmailDomain', 'verifyEmailDomain', 'releaseEmailDomain'],
].map((name) => `Mutation.${name}`);

/** Paths of these operations. */
const STEP_UP_PATHS = [
  'PUT /api/org/profile',
  'POST /api/org/members/invite',
  'PUT /api/org/members/bulk',
  'POST /api/webhooks',
  'DELETE /api/webhooks/{id}',
  'POST /api/security-events/destinations',
  'PUT /api/security-events/destinations/{id}',
  'DELETE /api/security-events/destinations/{id}',
  'POST /api/ticket-trackers',
  'PUT /api/ticket-trackers/{id}',
  'DELETE /api/ticket-trackers/{id}',
  'POST /api/ticket-trackers/{id}/rotate-hook-secret',
  'POST /api/evidence/{id}/withdraw',
  'POST /api/evidence/{id}/restore',
];

describe('step-up authentication', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let world: World;

  beforeAll(async () => {
    service = await startService({ clock });
    world = await furnish(service, service.a);
  });
  afterAll(() => service.stop());

  const later = <T>(work: () => Promise<T>) => clock.at(10 * MINUTE_MS + 5_000, work);
  const ask = (client: Client, name: string) =>
    client.graphql(GRAPHQL[name]?.document ?? '', GRAPHQL[name]?.variables?.(world, 'admin'));
  const logIn = () => logInAs(service.baseUrl, service.a.emails.admin, PASSWORD);

  it('is declared for what changes members, integrations, webhooks, keys and settings, and for nothing else', () => {
    const declared = ACCESS.operations.filter((name) => ACCESS.rowOf(name).stepUp);
    expect(declared.toSorted()).toEqual(STEP_UP.toSorted());
  });

  it.each(ACCESS.operations.filter((name) => !name.startsWith('Upload.') && ACCESS.rowOf(name).roles !== 'public'))(
    '%s is asked for after 10 minutes exactly where it is declared',
    async (name) => {
      if (name.startsWith('Subscription.') || GRAPHQL[name]?.endsSession) return;
      // A session of its own: some of these end others, and one renews the proof.
      const client = await logIn();
      const { text } = await later(() => ask(client, name));
      expect(text.includes('REAUTHENTICATION_REQUIRED')).toBe(STEP_UP.includes(name));
    },
  );

  it.each(STEP_UP_PATHS)('answers 401 with the challenge of RFC 9470 for %s', async (name) => {
    const [method = ''] = name.split(' ');
    const row = REST[name];
    const body = row?.body?.(world);
    const client = await logIn();
    const answer = await later(() =>
      client.send(method, row?.path(world) ?? '', {
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    );
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_user_authentication", max_age="600"',
    );
    expect(answer.body).toMatchObject({ error: { code: 'REAUTHENTICATION_REQUIRED' } });
  });

  it('is asked for on an open socket too', async () => {
    const socket = await Socket.connect(service.baseUrl, (await logIn()).token);
    const { document, variables } = GRAPHQL['Mutation.updateOrganization'] ?? { document: '' };
    const early = await socket.ask(document, variables?.(world, 'admin'));
    expect(early.errors).toBeUndefined();
    const { errors } = await later(() => socket.ask(document, variables?.(world, 'admin')));
    expect(errors?.[0]?.extensions.code).toBe('REAUTHENTICATION_REQUIRED');
    await socket.close();
  });

  it('is done by the password, for this session alone, and lasts 10 minutes', async () => {
    const [client, other] = [await logIn(), await logIn()];
    const codes = (which: Client, ms: number) =>
      clock.at(ms, async () =>
        (await ask(which, 'Mutation.updateOrganization')).text.includes('REAUTHENTICATION_REQUIRED'),
      );
    expect(await codes(client, 9 * MINUTE_MS)).toBe(false);
    expect(await codes(client, 11 * MINUTE_MS)).toBe(true);
    await clock.at(11 * MINUTE_MS, async () => {
      const { reauthenticate } = await client.data<{ reauthenticate: { session: { isCurrent: boolean } } }>(
        REAUTHENTICATE,
        { i: { password: PASSWORD } },
      );
      expect(reauthenticate.session.isCurrent).toBe(true);
    });
    expect(await codes(client, 20 * MINUTE_MS)).toBe(false);
    expect(await codes(client, 22 * MINUTE_MS)).toBe(true);
    expect(await codes(other, 11 * MINUTE_MS)).toBe(true);
  });

  it('is done by a one-time code once', async () => {
    const { admin } = await service.addTenant('Zeta', 'STARTER');
    const { enrolMfa } = await admin.data<{ enrolMfa: { enrolment: { secret: string } } }>(
      'mutation ($i: EnrolMfaInput!) { enrolMfa(input: $i) { enrolment { secret } } }',
      { i: { password: PASSWORD } },
    );
    const { secret } = enrolMfa.enrolment;
    await admin.data('mutation ($i: ConfirmMfaInput!) { confirmMfa(input: $i) { recoveryCodes } }', {
      i: { otp: codeAt(secret, Date.now()) },
    });
    await later(async () => {
      const otp = codeAt(secret, clock.now().getTime());
      expect((await ask(admin, 'Mutation.updateOrganization')).text).toContain('REAUTHENTICATION_REQUIRED');
      expect((await admin.graphql(REAUTHENTICATE, { i: { otp } })).text).toContain('"isCurrent":true');
      expect((await ask(admin, 'Mutation.updateOrganization')).text).not.toContain('errors');
      expect((await admin.graphql(REAUTHENTICATE, { i: { otp } })).text).toContain('INVALID_CREDENTIALS');
    });
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'INVALID_CREDENTIALS'],
    ['a code of an account that has none', { otp: '123456' }, 'INVALID_CREDENTIALS'],
    ['neither', {}, 'VALIDATION_FAILED'],
    ['both', { password: PASSWORD, otp: '123456' }, 'VALIDATION_FAILED'],
  ])('is refused with %s, and leaves the session as it was', async (_what, input, code) => {
    const client = await logIn();
    await later(async () => {
      expect((await client.graphql(REAUTHENTICATE, { i: input })).text).toContain(code);
      expect((await ask(client, 'Mutation.updateOrganization')).text).toContain('REAUTHENTICATION_REQUIRED');
    });
  });

  it('is locked after ten wrong passwords, like the login', async () => {
    const { admin } = await service.addTenant('Eta', 'STARTER');
    for (let time = 0; time < 10; time += 1) await admin.graphql(REAUTHENTICATE, { i: { password: 'wrong' } });
    expect((await admin.graphql(REAUTHENTICATE, { i: { password: PASSWORD } })).text).toContain('RATE_LIMITED');
  });

  it('cannot be done with an API key', async () => {
    const key = new Client(service.baseUrl, (await createKey(service.a.auditor)).key);
    expect((await key.graphql(REAUTHENTICATE, { i: { password: PASSWORD } })).text).toContain('FORBIDDEN');
  });
});
