import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Socket } from '../http/socket.js';
import { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { SilentServer } from '../support/silent-server.js';

/** Age from which a caller is looked up again before a change, and more. Milliseconds. */
const STALE_MS = 1_500;

describe('operations that wait for a system outside', () => {
  let service: TestService;
  let silent: SilentServer;
  beforeAll(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    silent = await SilentServer.start();
    return () => silent.close();
  });
  afterAll(() => service.stop());

  /** Variables of a connection test that nobody answers. */
  const slow = () => ({
    test: {
      type: 'postgresql',
      config: { host: '127.0.0.1', port: silent.port, database: 'd', user: 'u', password: 'p' },
    },
  });
  const TEST = 'mutation ($test: TestConnectionInput!) { testConnection(input: $test) { problems } }';
  const reached = (count: number) => eventually(async () => silent.connections >= count || null);

  it('keep no other organization waiting, however many of how many organizations wait', async () => {
    const one = await service.addTenant('One', 'ENTERPRISE');
    const two = await service.addTenant('Two', 'ENTERPRISE');
    const waiting = [one, two].flatMap((tenant) => Array.from({ length: 3 }, () => tenant.admin.graphql(TEST, slow())));
    await reached(6);
    for (let no = 0; no < 5; no += 1) expect((await service.a.member.get('/api/org/profile')).status).toBe(200);
    expect(silent.connections).toBe(6);
    // Those of their own organization neither.
    expect((await one.member.get('/api/org/profile')).status).toBe(200);
    silent.close();
    for (const { body } of (await Promise.all(waiting)) as { body: object }[]) {
      expect(JSON.stringify(body)).toContain('problems');
    }
  });

  const INVITE = `mutation ($test: TestConnectionInput!, $invite: InviteMemberInput!) {
    testConnection(input: $test) { problems } inviteMember(input: $invite) { invitation { id } } }`;
  const invited = async ({ admin }: TestTenant) =>
    (await admin.data<{ invitations: { email: string }[] }>('{ invitations { email } }')).invitations.map(
      ({ email }) => email,
    );

  /** The auditor of an organization, made an administrator. */
  const secondAdmin = async ({ admin, auditor }: TestTenant) => {
    const { me } = await auditor.data<{ me: { id: string } }>('{ me { id } }');
    const change = 'mutation ($input: UpdateMemberInput!) { updateMember(input: $input) { member { id } } }';
    await admin.data(change, { input: { userId: me.id, role: 'admin' } });
    return { second: new Client(service.baseUrl, auditor.token), userId: me.id };
  };

  it('change nothing more for an administrator who was removed meanwhile, over HTTP and a socket', async () => {
    const tenant = await service.addTenant('Removing', 'ENTERPRISE');
    const { second, userId } = await secondAdmin(tenant);
    const socket = await Socket.connect(service.baseUrl, tenant.auditor.token);
    const invite = (email: string) => ({ ...slow(), invite: { email, role: 'admin' } });
    const overHttp = second.graphql(INVITE, invite('http@back.example')).catch(() => 'ended');
    const overSocket = socket.ask(INVITE, invite('socket@back.example')).catch(() => 'ended');
    await reached(2);
    const remove = 'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }';
    await tenant.admin.data(remove, { input: { userId } });
    await setTimeout(STALE_MS);
    silent.close();
    // The connection of a request may have been ended by then, that of a socket has a longer interval.
    await overHttp;
    expect(JSON.stringify(await overSocket)).toContain('UNAUTHENTICATED');
    await setTimeout(STALE_MS);
    expect(await invited(tenant)).toEqual([]);
  });

  it('begin no transaction for a person whose sessions were ended while one of theirs waited', async () => {
    const tenant = await service.addTenant('Ending', 'ENTERPRISE');
    const { second, userId } = await secondAdmin(tenant);
    const connect =
      'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { integration { id } } }';
    const late = second.graphql(connect, { input: { ...slow().test, name: 'Late' } }).catch(() => 'ended');
    await reached(1);
    const end = 'mutation ($input: EndMemberSessionsInput!) { endMemberSessions(input: $input) { ended } }';
    await tenant.admin.data(end, { input: { userId } });
    await setTimeout(STALE_MS);
    silent.close();
    await late;
    await setTimeout(STALE_MS);
    expect(await tenant.admin.data('{ integrations { name } }')).toEqual({ integrations: [] });
  });
});
