import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { NameServer } from './name-server.js';
import { SamlifyProvider } from './samlify-provider.js';
import { begin, changeConnection, connectionsOf, fetchResult, holdDomain, type Result } from './signing-on.js';
import { UserAgent } from './user-agent.js';

let provider: SamlifyProvider;
let service: TestService;
let names: NameServer;

beforeAll(async () => {
  names = await NameServer.start();
  provider = await SamlifyProvider.start();
  service = await startService({ settings: { nameServers: [names.address] } });
  const { admin } = service.a;
  const { origin, signOnUrl, certificate } = provider;
  const settings = { issuer: `${origin}/metadata`, signOnUrl, certificates: [certificate], groupClaim: 'groups' };
  const input = { kind: 'saml', name: 'samlify', createsMembers: true, ...settings };
  const { id: connectionId } = await changeConnection(admin, 'createIdentityConnection', input);
  provider.metadata = await (await fetch(`${service.baseUrl}/api/auth/sso/${connectionId}/metadata`)).text();
  await holdDomain(admin, names, 'alpha.example');
  await admin.data(
    `mutation { setGroupRoles(input: { defaultRole: member, groups: [{ group: "Audit", role: auditor }] }) {
      groupRoles { defaultRole } } }`,
  );
  provider.person = { subject: 'tester', email: 'tester@alpha.example', groups: [] };
  const agent = new UserAgent(service.baseUrl);
  const { body } = await agent.post('/api/auth/sso/test', { connection_id: connectionId }, admin.token);
  await finish(agent, (body as { data: { redirect_url: string } }).data.redirect_url);
  expect((await connectionsOf(admin))[0]).toMatchObject({ status: 'tested', lastTest: { refusal: null } });
  await changeConnection(admin, 'activateIdentityConnection', { connectionId });
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
  await names.stop();
});
beforeEach(() => {
  provider.person = { subject: 'person-1', email: 'ada@alpha.example', groups: ['Audit'] };
  provider.answer = {};
});

/** Goes to the provider, and submits the form of its page. */
async function finish(agent: UserAgent, address: string): Promise<Result> {
  const page = await agent.visit(address);
  expect(page).toMatchObject({ status: 200 });
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';
  const action = /action="([^"]*)"/.exec(page.text)?.[1] ?? '';
  const form = { SAMLResponse: field('SAMLResponse'), RelayState: field('RelayState') };
  return fetchResult(agent, (await agent.submit(action, form)).url);
}

async function signOn(): Promise<Result> {
  const agent = new UserAgent(service.baseUrl);
  return finish(agent, (await begin(agent, 'ada@alpha.example')) ?? '');
}

describe('a sign-on with the identity provider of samlify', () => {
  it('opens a session from its request to its answer, with address and role', async () => {
    const { status, user } = await signOn();
    expect({ status, user }).toMatchObject({ status: 200, user: { email: 'ada@alpha.example', role: 'auditor' } });
  });

  it('opens a session where the response is signed beside the assertion', async () => {
    provider.answer = { isMessageSigned: true };
    expect((await signOn()).status).toBe(200);
  });

  it.each([
    ['encrypted, for which we have no key', { isEncrypted: true }, '<saml:EncryptedAssertion'],
    ['signed with SHA-1', { isSha1: true }, 'xmldsig#rsa-sha1'],
  ])('opens none where the assertion is %s', async (_what, answer, part) => {
    provider.answer = answer;
    expect(await signOn()).toMatchObject({ status: 403, reason: 'invalid_response', user: null });
    expect(provider.sent).toContain(part);
  });
});
