import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { HostileProvider, type Wrong } from './hostile-provider.js';
import { NameServer } from './name-server.js';
import { changeConnection, holdDomain, signOn, testConnection } from './signing-on.js';

let service: TestService;
let names: NameServer;
let provider: HostileProvider;

beforeAll(async () => {
  names = await NameServer.start();
  provider = await HostileProvider.start();
  service = await startService({ settings: { nameServers: [names.address] } });
  const { a } = service;
  const settings = { issuer: provider.issuer, clientId: 'crosswalk', clientSecret: 'hush', createsMembers: true };
  const input = { kind: 'oidc', name: 'Hostile', ...settings, requiresGroup: false };
  const { id: connectionId } = await changeConnection(a.admin, 'createIdentityConnection', input);
  await holdDomain(a.admin, names, 'alpha.example');
  expect((await testConnection(service, a, connectionId)).status).toBe('tested');
  await changeConnection(a.admin, 'activateIdentityConnection', { connectionId });
});

afterAll(async () => {
  await service.stop();
  await provider.stop();
  await names.stop();
});

const CASES: [what: string, wrong: Wrong][] = [
  ['another nonce', { claims: { nonce: 'another' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another issuer', { claims: { iss: 'https://issuer.example' } }],
  ['another audience', { claims: { aud: 'another client' } }],
  ['several audiences and another authorized party', { claims: { aud: ['crosswalk', 'other'], azp: 'other' } }],
  ['an end in the past', { claims: { exp: Math.floor(Date.now() / 1_000) - 120 } }],
  ['no end', { claims: { exp: undefined } }],
  ['no subject', { claims: { sub: undefined } }],
  ['a beginning in the future', { claims: { nbf: Math.floor(Date.now() / 1_000) + 600 } }],
  ['a signature of another key', { signature: 'foreign' }],
  ['no signature', { signature: 'none' }],
];

describe('an id token', () => {
  it('opens a session when everything is right', async () => {
    provider.wrong = {};
    expect(await signOn(service, 'hostile@alpha.example')).toMatchObject({ status: 200, reason: null });
  });

  it.each(CASES)('opens no session with %s', async (_what, wrong) => {
    provider.wrong = wrong;
    expect(await signOn(service, 'hostile@alpha.example')).toMatchObject({
      status: 403,
      reason: 'invalid_response',
      token: '',
    });
  });

  it('opens no session when the provider does not name all groups', async () => {
    const { a } = service;
    const [{ id: connectionId } = { id: '' }] = (
      await a.admin.data<{ identityConnections: { id: string }[] }>('{ identityConnections { id } }')
    ).identityConnections;
    await changeConnection(a.admin, 'updateIdentityConnection', { connectionId, groupClaim: 'groups' });
    provider.wrong = { claims: { _claim_names: { groups: 'src1' } } };
    expect((await signOn(service, 'hostile@alpha.example')).reason).toBe('groups_incomplete');
    await changeConnection(a.admin, 'updateIdentityConnection', { connectionId, requiresGroup: true });
    provider.wrong = { claims: { groups: ['Nobodies'] } };
    expect((await signOn(service, 'hostile@alpha.example')).reason).toBe('no_role');
  });
});
