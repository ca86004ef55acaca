import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import { ROOT } from '../docs/markdown.js';
import { HostileProvider } from '../single-sign-on/hostile-provider.js';
import { NameServer } from '../single-sign-on/name-server.js';
import { SamlIdp } from '../single-sign-on/saml-idp.js';
import { OWN } from '../single-sign-on/saml-keys.js';
import { changeConnection, holdDomain } from '../single-sign-on/signing-on.js';
import { PASSWORD, baseUrlOf, startService, type TestService } from '../support/service.js';

const ORIGIN = 'https://crosswalk.example';
const SESSION = '__Host-crosswalk=VALUE; path=/; expires=LATER; samesite=strict; secure; httponly';
const DEVICE = '__Host-crosswalk-device=VALUE; path=/; expires=LATER; samesite=strict; secure; httponly';
const SIGN_ON = '__Host-crosswalk-sign-on=VALUE; path=/; expires=LATER; samesite=lax; secure; httponly';
const REMOVED = 'expires=Thu, 01 Jan 1970 00:00:00 GMT';
/** What an attacker or a proxy can say of the address of the service. */
const FORWARDED = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-forwarded-for': '192.0.2.1',
  forwarded: 'host=evil.example;proto=http',
};

let service: TestService;
let https: App;
let names: NameServer;
let provider: HostileProvider;
const idp = new SamlIdp();

beforeAll(async () => {
  names = await NameServer.start();
  provider = await HostileProvider.start();
  service = await startService({ settings: { nameServers: [names.address] } });
  const config = { ...service.config, role: 'web', port: 0, publicUrl: ORIGIN, trustProxy: true } as const;
  https = await createApp({ config, log: createLog('silent') });
  await https.start();
  const { a, b } = service;
  const oidc = { kind: 'oidc', issuer: provider.issuer, clientId: 'crosswalk', clientSecret: 'hush' };
  const saml = { kind: 'saml', issuer: idp.entityId, signOnUrl: idp.signOnUrl, certificates: [OWN.certificate] };
  await changeConnection(a.admin, 'createIdentityConnection', { ...oidc, name: 'OpenID' });
  await changeConnection(b.admin, 'createIdentityConnection', { ...saml, name: 'SAML', allowsUnsolicited: true });
  await service.database.query(`update identity_connections set status = 'active'`);
  await holdDomain(a.admin, names, 'alpha.example');
  await holdDomain(b.admin, names, 'beta.example');
});

afterAll(async () => {
  await https.stop();
  await service.stop();
  await provider.stop();
  await names.stop();
});

/** A request of our own page, through a proxy that forwards whatever it is sent. */
async function send(path: string, body: unknown, { token = '', cookie = '' } = {}) {
  const response = await fetch(`${baseUrlOf(https)}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...FORWARDED,
      origin: ORIGIN,
      cookie,
      'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { text, cookies: response.headers.getSetCookie(), location: response.headers.get('location') };
}

/** A cookie without what differs: its value, and the moment at which it ends. */
const shape = (cookie: string) =>
  cookie.replace(/=[\w.-]+;/, '=VALUE;').replace(/expires=(?!Thu, 01 Jan 1970)[^;]+/, 'expires=LATER');

const graph = (query: string, more: { token?: string; cookie?: string } = {}) => send('/graphql', { query }, more);
const logIn = () =>
  graph(`mutation { login(input: { email: "${service.a.emails.member}", password: "${PASSWORD}" }, session: browser) {
    accessToken } }`);
const pairOf = ({ cookies }: { cookies: string[] }) => cookies[0]?.split(';', 1)[0] ?? '';
const redirectOf = ({ text }: { text: string }) =>
  (JSON.parse(text) as { data: { redirect_url: string } }).data.redirect_url;
const begin = (email: string) => send('/api/auth/sso', { email });

/** Every request that sets cookies, and the cookies. Over HTTPS each is Secure, `__Host-` and HttpOnly. */
const SETTING: Record<string, () => Promise<{ cookies: string[] }>> = {
  'login with session: browser': logIn,
  refreshSession: async () =>
    graph('mutation { refreshSession { login { accessToken } } }', { cookie: pairOf(await logIn()) }),
  'POST /api/auth/sso': () => begin('ada@alpha.example'),
  'POST /api/auth/sso/{id}/acs of a provider that begins': async () => {
    const request = idp.read(redirectOf(await begin('ada@beta.example')));
    const xml = idp.response(request, idp.sign(idp.assertion(request, { inResponseTo: null })));
    const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') });
    return send(new URL(request.callbackUrl).pathname, form.toString());
  },
};
const EXPECTED: Record<string, string[]> = {
  'login with session: browser': [SESSION, DEVICE],
  refreshSession: [SESSION],
  'POST /api/auth/sso': [SIGN_ON],
  'POST /api/auth/sso/{id}/acs of a provider that begins': [SIGN_ON],
};

describe('a cookie over HTTPS', () => {
  it.each(Object.entries(SETTING))('of %s is Secure, HttpOnly and of this host alone', async (name, ask) => {
    const { cookies } = await ask();
    expect(cookies.map(shape)).toEqual(EXPECTED[name]);
  });

  it('is removed with the same attributes', async () => {
    const session = await logIn();
    const { accessToken: token } = (JSON.parse(session.text) as { data: { login: { accessToken: string } } }).data
      .login;
    const out = await graph('mutation { logout { session { id } } }', { token, cookie: pairOf(session) });
    expect(out.cookies).toEqual([`__Host-crosswalk=; path=/; ${REMOVED}; samesite=strict; secure; httponly`]);
    const start = await begin('ada@alpha.example');
    const end = await send('/api/auth/sso/session', { state: 'none' }, { cookie: pairOf(start) });
    expect(end.cookies).toEqual([`__Host-crosswalk-sign-on=; path=/; ${REMOVED}; samesite=lax; secure; httponly`]);
  });
});

describe('an address that a browser or a provider is given', () => {
  it('is that of PUBLIC_URL, whatever is forwarded', async () => {
    const oidc = new URL(redirectOf(await begin('ada@alpha.example')));
    expect(new URL(oidc.searchParams.get('redirect_uri') ?? '').origin).toBe(ORIGIN);
    const saml = idp.read(redirectOf(await begin('ada@beta.example')));
    expect([new URL(saml.callbackUrl).origin, new URL(saml.entityId).origin]).toEqual([ORIGIN, ORIGIN]);
  });

  it('is a page of the host that asked, without its name', async () => {
    const saml = idp.read(redirectOf(await begin('ada@beta.example')));
    const { location } = await send(new URL(saml.callbackUrl).pathname, 'SAMLResponse=none');
    expect(location).toMatch(/^\/sign-on(\?|$)/);
  });

  it('admits no page of a forwarded host', async () => {
    const response = await fetch(`${baseUrlOf(https)}/api/auth/sso`, {
      method: 'POST',
      headers: { ...FORWARDED, origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@alpha.example' }),
    });
    await response.text();
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
  });
});

it('cookies are set in one place alone', () => {
  const setting = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['src/dashboard/**'] }).filter((path) =>
    /\bcookies\.set\(|['"]set-cookie['"]/i.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  expect(setting).toEqual(['src/http/browser-exchange.ts']);
});
