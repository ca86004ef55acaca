import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { NameServer } from './name-server.js';
import { SamlIdp, type AssertionParts, type AuthnRequest } from './saml-idp.js';
import { FOREIGN, OWN, WEAK_CERTIFICATE } from './saml-keys.js';
import { begin, changeConnection, connectionsOf, fetchResult, holdDomain, type Result } from './signing-on.js';
import { UserAgent } from './user-agent.js';

const idp = new SamlIdp();
const foreign = new SamlIdp(FOREIGN.key);
let service: TestService;
let names: NameServer;
let connectionId: string;

beforeAll(async () => {
  names = await NameServer.start();
  service = await startService({ settings: { nameServers: [names.address] } });
  const { a } = service;
  const provider = { issuer: idp.entityId, signOnUrl: idp.signOnUrl, certificates: [FOREIGN.certificate] };
  const input = { kind: 'saml', name: 'SAML', ...provider, groupClaim: 'groups', createsMembers: true };
  const created = await changeConnection(a.admin, 'createIdentityConnection', input);
  connectionId = created.id;
  await changeConnection(a.admin, 'updateIdentityConnection', { connectionId, certificates: [OWN.certificate] });
  await holdDomain(a.admin, names, 'alpha.example');
  await a.admin.data(
    `mutation { setGroupRoles(input: { defaultRole: member, groups: [{ group: "Audit", role: auditor }] }) {
      groupRoles { defaultRole } } }`,
  );
  const agent = new UserAgent(service.baseUrl);
  const { body } = await agent.post('/api/auth/sso/test', { connection_id: connectionId }, a.admin.token);
  const request = idp.read((body as { data: { redirect_url: string } }).data.redirect_url);
  const response = idp.response(request, idp.sign(idp.assertion(request)));
  await fetchResult(agent, (await answer(agent, request, response)).url);
  expect((await connectionsOf(a.admin))[0]).toMatchObject({ status: 'tested', lastTest: { refusal: null } });
  await changeConnection(a.admin, 'activateIdentityConnection', { connectionId });
});

afterAll(async () => {
  await service.stop();
  await names.stop();
});

/** 12,000 characters that do not compress. */
const long = () => randomBytes(6_000).toString('hex');
const encoded = (xml: string) => Buffer.from(xml).toString('base64');
const answer = (agent: UserAgent, request: AuthnRequest, xml: string) =>
  agent.submit(request.callbackUrl, { SAMLResponse: encoded(xml), RelayState: request.relayState });

/** A sign-on in a new browser, whose response is made of the request. */
async function signOn(respond: (request: AuthnRequest) => string): Promise<Result> {
  const agent = new UserAgent(service.baseUrl);
  const request = idp.read((await begin(agent, 'ada@alpha.example')) ?? '');
  const { url } = await answer(agent, request, respond(request));
  return fetchResult(agent, url);
}

const signed = (parts: AssertionParts = {}) =>
  signOn((request) => idp.response(request, idp.sign(idp.assertion(request, parts))));

describe('a sign-on by SAML', () => {
  it('creates a member with the role of their groups, and a session as a log-in does', async () => {
    const { status, user } = await signed({ groups: ['Audit', 'Everybody'] });
    expect(status).toBe(200);
    expect(user).toMatchObject({ email: 'ada@alpha.example', role: 'auditor' });
    expect((await signed({ groups: [] })).user?.role).toBe('member');
  });

  it('accepts a signed response around a signed assertion', async () => {
    const { status } = await signOn((request) =>
      idp.sign(idp.response(request, idp.sign(idp.assertion(request))), 'Response'),
    );
    expect(status).toBe(200);
  });

  it('describes us in metadata', async () => {
    const response = await fetch(`${service.baseUrl}/api/auth/sso/${connectionId}/metadata`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('application/samlmetadata+xml');
    expect(text).toContain(`entityID="${service.baseUrl}/api/auth/sso/${connectionId}/metadata"`);
    expect(text).toContain(`Location="${service.baseUrl}/api/auth/sso/${connectionId}/acs"`);
    expect(text).toContain('WantAssertionsSigned="true"');
  });

  it('refuses certificates with weak keys', async () => {
    const input = { connectionId, certificates: [WEAK_CERTIFICATE] };
    await expect(changeConnection(service.a.admin, 'updateIdentityConnection', input)).rejects.toThrow(
      'VALIDATION_FAILED',
    );
  });

  it.each([
    ['another issuer', { issuer: 'https://other.example' }, 'invalid_response'],
    ['another audience', { audience: 'https://other.example' }, 'invalid_response'],
    ['no audience', { audience: null }, 'invalid_response'],
    ['another recipient', { recipient: 'https://other.example/acs' }, 'invalid_response'],
    ['an end in the past', { notOnOrAfter: new Date(Date.now() - 120_000) }, 'invalid_response'],
    ['a beginning in the future', { notBefore: new Date(Date.now() + 120_000) }, 'invalid_response'],
    ['an answer to another request', { inResponseTo: '_another' }, 'invalid_response'],
    ['an answer to no request', { inResponseTo: null }, 'invalid_response'],
    ['no NameID', { nameId: '' }, 'invalid_response'],
    ['a transient NameID', { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }, 'invalid_response'],
    ['a NameID of more than 256 characters', { nameId: 'x'.repeat(257) }, 'invalid_response'],
    ['a NameID that no index takes', { nameId: long() }, 'invalid_response'],
    ['a NameID with a NUL byte', { nameId: 'a&#0;b' }, 'invalid_response'],
    ['an end that no clock has', { notOnOrAfter: new Date(8.64e15) }, 'invalid_response'],
    ['an address of another organization', { email: 'ada@beta.example' }, 'domain_not_held'],
  ])('opens no session with %s', async (_what, parts, reason) => {
    expect(await signed(parts)).toMatchObject({ status: 403, reason, user: null });
  });

  it('uses an assertion once, whichever request it is sent with', async () => {
    const id = '_used-once';
    expect((await signed({ id })).status).toBe(200);
    expect((await signed({ id })).reason).toBe('invalid_response');
  });

  it('belongs to the browser that began', async () => {
    const [victim, attacker] = [new UserAgent(service.baseUrl), new UserAgent(service.baseUrl)];
    const request = idp.read((await begin(attacker, 'ada@alpha.example')) ?? '');
    await begin(victim, 'ada@alpha.example');
    const { url } = await answer(attacker, request, idp.response(request, idp.sign(idp.assertion(request))));
    expect((await fetchResult(victim, url)).reason).toBe('expired');
    // The request of one browser within the attempt of another.
    const other = idp.read((await begin(victim, 'ada@alpha.example')) ?? '');
    const mixed = idp.response(request, idp.sign(idp.assertion(request)));
    const page = await victim.submit(other.callbackUrl, { SAMLResponse: encoded(mixed), RelayState: other.relayState });
    expect((await fetchResult(victim, page.url)).reason).toBe('invalid_response');
  });

  it('begins at the provider only where the connection allows it', async () => {
    const unsolicited = async () => {
      const agent = new UserAgent(service.baseUrl);
      const request = idp.read((await begin(agent, 'ada@alpha.example')) ?? '');
      const stranger = new UserAgent(service.baseUrl);
      const xml = idp.response(request, idp.sign(idp.assertion(request, { inResponseTo: null })));
      const { url } = await stranger.submit(request.callbackUrl, { SAMLResponse: encoded(xml) });
      return url.searchParams.has('state') ? fetchResult(stranger, url) : null;
    };
    expect(await unsolicited()).toBeNull();
    await changeConnection(service.a.admin, 'updateIdentityConnection', { connectionId, allowsUnsolicited: true });
    expect((await unsolicited())?.status).toBe(200);
    await changeConnection(service.a.admin, 'updateIdentityConnection', { connectionId, allowsUnsolicited: false });
  });
});

describe('a signature', () => {
  const evil = (request: AuthnRequest) => idp.assertion(request, { nameId: 'admin-1', email: service.a.emails.admin });
  const good = (request: AuthnRequest) =>
    idp.sign(idp.assertion(request, { nameId: 'mallory', email: 'mallory@alpha.example' }));
  const idOf = (xml: string) => /<Assertion [^>]*ID="([^"]*)"/.exec(xml)?.[1] ?? '';
  const signatureOf = (xml: string) => /<Signature [\s\S]*<\/Signature>/.exec(xml)?.[0] ?? '';
  const without = (xml: string) => xml.replace(signatureOf(xml), '');
  const into = (xml: string, content: string) => xml.replace('</Issuer>', `</Issuer>${content}`);
  const withId = (xml: string, id: string) => xml.replace(/ ID="[^"]*"/, ` ID="${id}"`);

  /** Responses that hold a valid signature, and an assertion that it does not cover (XSW, Somorovsky et al. 2012). */
  const WRAPPED: Record<string, (request: AuthnRequest) => string> = {
    'the forged assertion before the signed one': (request) => idp.response(request, evil(request) + good(request)),
    'the forged assertion after the signed one': (request) => idp.response(request, good(request) + evil(request)),
    'the signed assertion within the forged one': (request) =>
      idp.response(request, into(evil(request), good(request))),
    'the signed assertion in an extension of the response': (request) =>
      idp.response(request, `<samlp:Extensions>${good(request)}</samlp:Extensions>${evil(request)}`),
    'the signed assertion within the signature of the forged one': (request) => {
      const signed = good(request);
      const signature = signatureOf(signed).replace('</Signature>', `<Object>${without(signed)}</Object></Signature>`);
      return idp.response(request, into(evil(request), signature));
    },
    'the forged assertion with the id and signature of the signed one': (request) => {
      const signed = good(request);
      return idp.response(request, into(withId(evil(request), idOf(signed)), signatureOf(signed)));
    },
    'two assertions of one id': (request) => {
      const signed = good(request);
      const forged = into(withId(evil(request), idOf(signed)), signatureOf(signed));
      return idp.response(request, `<samlp:Extensions>${without(signed)}</samlp:Extensions>${forged}`);
    },
    'the forged assertion around, with the signature of the inner one': (request) => {
      const signed = good(request);
      return idp.response(request, into(evil(request), signatureOf(signed) + without(signed)));
    },
    'a signed response within an unsigned one': (request) => {
      const inner = idp.sign(idp.response(request, idp.assertion(request)), 'Response');
      return idp.response(request, `<samlp:Extensions>${inner}</samlp:Extensions>${evil(request)}`);
    },
  };

  it.each(Object.entries(WRAPPED))('does not cover %s', async (_what, respond) => {
    const result = await signOn(respond);
    expect(result.user?.email).not.toBe(service.a.emails.admin);
    expect(result).toMatchObject({ status: 403, reason: 'invalid_response' });
  });

  it.each<[string, (request: AuthnRequest) => string]>([
    ['none', (request) => idp.response(request, idp.assertion(request))],
    ['one of the response alone', (request) => idp.sign(idp.response(request, idp.assertion(request)), 'Response')],
    ['one of another key', (request) => idp.response(request, foreign.sign(idp.assertion(request)))],
    [
      'one with SHA-1',
      (request) => idp.response(request, idp.sign(idp.assertion(request), 'Assertion', { isSha1: true })),
    ],
    [
      'one of what was changed afterwards',
      (request) => idp.response(request, idp.sign(idp.assertion(request))).replace('ada@', 'admin@'),
    ],
  ])('is refused: %s', async (_what, respond) => {
    expect(await signOn(respond)).toMatchObject({ status: 403, reason: 'invalid_response' });
  });

  it('covers a NameID and an address whole, with comments in them', async () => {
    const nameId = 'somebody';
    const email = `${service.a.emails.admin}.evil.example`;
    const split = `${service.a.emails.admin}<!---->.evil.example`;
    const { reason } = await signOn((request) =>
      idp.response(request, idp.sign(idp.assertion(request, { nameId, email })).replace(email, split)),
    );
    expect(reason).toBe('domain_not_held');
    const commented = await signOn((request) =>
      idp.response(
        request,
        idp.sign(idp.assertion(request, { nameId: 'person-12' })).replace('person-12', 'person-1<!---->2'),
      ),
    );
    const subjects = await service.database.query<{ subject: string }>('select subject from federated_identities');
    expect(subjects.map(({ subject }) => subject)).not.toContain('person-12');
    // Of the account of person-1, whose address it has: the subject is the whole text, so that it is another person.
    expect(commented.reason).toBe('subject_changed');
  });

  it.each([
    ['an external entity', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['entities that grow', '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY x "&a;&a;&a;&a;&a;&a;">]>'],
    ['an external document type', '<!doctype r SYSTEM "http://127.0.0.1:9/evil.dtd">'],
  ])('does not help a document with %s', async (_what, doctype) => {
    expect(await signOn((request) => doctype + idp.response(request, idp.sign(idp.assertion(request))))).toMatchObject({
      reason: 'invalid_response',
    });
  });

  it('is not looked for in what is no XML, and in too much of it', async () => {
    expect((await signOn(() => 'hello')).reason).toBe('invalid_response');
    expect((await signOn((request) => idp.response(request, ' '.repeat(300_000)))).reason).toBe('invalid_response');
  });

  it.each<[string, (request: AuthnRequest) => string, string]>([
    ['elements', (request) => idp.response(request, '<a/>'.repeat(8_000)), 'more than 200 elements'],
    [
      'elements beside a signed assertion',
      (request) => idp.response(request, idp.sign(idp.assertion(request)) + '<a/>'.repeat(400)),
      'more than 200 elements',
    ],
    [
      'attributes',
      (request) => idp.response(request, '<a b="c" d="e" f="g"/>'.repeat(200)),
      'more than 400 attributes',
    ],
    ['levels', (request) => idp.response(request, '<a>'.repeat(40) + '</a>'.repeat(40)), 'more than 16 levels'],
    ['bytes', (request) => idp.response(request, ' '.repeat(65_536)), 'too long'],
  ])('is not looked for in too many %s', async (_what, respond, detail) => {
    const { a, baseUrl } = service;
    const agent = new UserAgent(baseUrl);
    const { body } = await agent.post('/api/auth/sso/test', { connection_id: connectionId }, a.admin.token);
    const request = idp.read((body as { data: { redirect_url: string } }).data.redirect_url);
    const { url } = await answer(agent, request, respond(request));
    await fetchResult(agent, url);
    const [connection] = await connectionsOf(a.admin);
    expect(connection?.lastTest?.refusal).toBe('invalid_response');
    expect(connection?.lastTest?.detail).toContain(detail);
  });

  it('costs a unit for each 25 elements of its response, before it is looked for', async () => {
    const post = async (count: number) => {
      const form = new URLSearchParams({ SAMLResponse: encoded(`<a>${'<a/>'.repeat(count - 1)}</a>`) });
      const response = await fetch(`${service.baseUrl}/api/auth/sso/${connectionId}/acs`, {
        method: 'POST',
        body: form,
        redirect: 'manual',
      });
      return Number(response.headers.get('x-ratelimit-remaining'));
    };
    const before = await post(24);
    expect(await post(200)).toBe(before - 9);
    expect(await post(24)).toBe(before - 10);
  });
});
