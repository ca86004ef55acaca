import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes, randomUUID } from 'node:crypto';
import { Tokens } from '../../src/platform/crypto/tokens.js';
import { EventStream } from '../http/event-stream.js';
import { Socket } from '../http/socket.js';
import { sendRaw } from '../http/raw.js';
import { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { putTogether, signingKey, takeApart, type AccessToken } from './access-token.js';
import { ShiftedClock } from './shifted-clock.js';

const HOUR_MS = 3_600_000;

describe('an access token', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let key: Buffer;
  let good: AccessToken;

  beforeAll(async () => {
    service = await startService({ clock });
    key = signingKey(service.config.secretKey);
    good = takeApart(service.a.admin.token ?? '');
  });
  afterAll(() => service.stop());

  it('is accepted as issued, and when reassembled from its parts', async () => {
    expect(await verdicts(service.a.admin.token ?? '')).toEqual(ACCEPTED);
    expect(await verdicts(putTogether(good, key))).toEqual(ACCEPTED);
  });

  it('is accepted for exactly one hour', async () => {
    await clock.at(HOUR_MS - 5_000, async () => {
      expect(await verdicts(putTogether(good, key))).toEqual(ACCEPTED);
    });
    await clock.at(HOUR_MS + 1_000, async () => {
      expect(await verdicts(putTogether(good, key))).toEqual(REFUSED);
    });
  });

  const changed = (header: object, claims: object): AccessToken => ({
    header: { ...good.header, ...header },
    claims: { ...good.claims, ...claims },
  });

  it.each<[string, () => string]>([
    ['signed with another key', () => putTogether(good, randomBytes(32))],
    ['signed with the secret itself', () => putTogether(good, service.config.secretKey)],
    ['of another service', () => new Tokens(randomBytes(32)).sign(claimsOf(good), 'access')],
    ['whose claims were changed', () => withClaims(service.a.member.token ?? '', { role: 'admin' })],
    ['whose signature was cut', () => (service.a.admin.token ?? '').slice(0, -4)],
    ['without a signature', () => putTogether(good, null)],
    ['of alg none', () => putTogether(changed({ alg: 'none' }, {}), null)],
    ['of alg None, signed', () => putTogether(changed({ alg: 'None' }, {}), key)],
    ['of HS512', () => putTogether(changed({ alg: 'HS512' }, {}), key, 'sha512')],
    ['of HS384', () => putTogether(changed({ alg: 'HS384' }, {}), key, 'sha384')],
    ['without exp', () => putTogether(changed({}, { exp: undefined }), key)],
    ['whose exp is a text', () => putTogether(changed({}, { exp: '9999999999' }), key)],
    ['without jti', () => putTogether(changed({}, { jti: undefined }), key)],
    ['of no session', () => putTogether(changed({}, { jti: randomUUID() }), key)],
    ['of a session of another user', () => putTogether(changed({}, { jti: sessionOf(service.a.member) }), key)],
    ['of a session of another tenant', () => putTogether(changed({}, { jti: sessionOf(service.b.admin) }), key)],
    ['whose session is no UUID', () => putTogether(changed({}, { jti: "' or true --" }), key)],
    ['without iat', () => putTogether(changed({}, { iat: undefined }), key)],
    ['with another typ', () => putTogether(changed({ typ: 'at+jwt' }, {}), key)],
    ['without typ', () => putTogether(changed({ typ: undefined }, {}), key)],
    ['with another kid', () => putTogether(changed({ kid: 'other' }, {}), key)],
    ['without kid', () => putTogether(changed({ kid: undefined }, {}), key)],
    ['for another audience', () => putTogether(changed({}, { aud: 'crosswalk:other' }), key)],
    ['without aud', () => putTogether(changed({}, { aud: undefined }), key)],
    ['of another issuer', () => putTogether(changed({}, { iss: 'other' }), key)],
    ['without iss', () => putTogether(changed({}, { iss: undefined }), key)],
    ['of a user of another tenant', () => putTogether(changed({}, { tenant_id: service.b.tenantId }), key)],
    ['of no user', () => putTogether(changed({}, { sub: randomUUID() }), key)],
    ['whose user is no UUID', () => putTogether(changed({}, { sub: 'admin' }), key)],
    ['whose tenant is no UUID', () => putTogether(changed({}, { tenant_id: "' or true --" }), key)],
    ['that is not a token', () => 'garbage'],
    ['of three empty parts', () => '..'],
    ['of ten thousand letters', () => 'x'.repeat(10_000)],
  ])('%s is refused on every transport', async (_what, token) => {
    expect(await verdicts(token())).toEqual(REFUSED);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YWRtaW46YWRtaW4=', 'Token abc', 'Bearer a b', 'Bearer "', 'Bearer é'])(
    'is required: Authorization: %j is refused',
    async (authorization) => {
      const headers = { authorization: Buffer.from(authorization, 'utf8').toString('latin1') };
      const answer = await sendRaw(service.baseUrl, { method: 'GET', path: '/api/org/profile', headers });
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    },
  );

  it('has the current role of its user, not the role that it carries', async () => {
    const claims = { ...takeApart(service.a.member.token ?? '').claims, role: 'admin' };
    const client = new Client(service.baseUrl, putTogether({ ...good, claims }, key));
    expect((await client.get('/api/org/integrations')).status).toBe(403);
  });

  interface Verdicts {
    rest: [status: number, challenge: string | null, code: string | null];
    graphql: [status: number, challenge: string | null, code: string | null];
    stream: [status: number, challenge: string | null];
    socket: string;
  }
  const REFUSED: Verdicts = {
    rest: [401, 'Bearer', 'UNAUTHENTICATED'],
    graphql: [401, 'Bearer', 'UNAUTHENTICATED'],
    stream: [401, 'Bearer'],
    socket: '4403 Token missing or invalid',
  };
  const ACCEPTED: Verdicts = {
    rest: [200, null, null],
    graphql: [200, null, null],
    stream: [200, null],
    socket: 'connection_ack',
  };

  /** Responses of every transport to a token. */
  async function verdicts(token: string): Promise<Verdicts> {
    const client = new Client(service.baseUrl, token);
    const rest = await client.get('/api/org/profile');
    const graphql = await client.graphql('{ me { id } }');
    const stream = await EventStream.open(client, '{ me { id } }');
    await stream.close();
    return {
      rest: [rest.status, rest.headers.get('www-authenticate'), codeOf(rest.body)],
      graphql: [graphql.status, graphql.headers.get('www-authenticate'), codeOf(graphql.body)],
      stream: [stream.status, stream.header('www-authenticate')],
      socket: await greeting(token),
    };
  }

  /** Response of a socket to a token: the type of the first message, or code and reason of its closing. */
  async function greeting(token: string): Promise<string> {
    const socket = await Socket.open(service.baseUrl, { Authorization: `Bearer ${token}` });
    const first = await Promise.race([
      socket.closed.then(({ code, reason }) => `${code} ${reason}`),
      socket.message(() => true).then(({ type }) => type),
    ]);
    if (first === ACCEPTED.socket) await socket.close();
    return first;
  }
});

describe('Tokens', () => {
  it('are not issued with a key shorter than 32 bytes', () => {
    expect(() => new Tokens(randomBytes(31))).toThrow('32 bytes');
    expect(() => new Tokens(randomBytes(32))).not.toThrow();
  });
});

function codeOf(body: unknown): string | null {
  const { error, errors } = body as { error?: { code: string }; errors?: { extensions: { code: string } }[] };
  return error?.code ?? errors?.[0]?.extensions.code ?? null;
}

/** The session that a client's token belongs to. */
function sessionOf({ token }: Client): unknown {
  return takeApart(token ?? '').claims.jti;
}

function claimsOf({ claims }: AccessToken) {
  const { jti, sub, tenant_id, role, iat, exp } = claims as Record<'jti' | 'sub' | 'tenant_id' | 'role', string> &
    Record<'iat' | 'exp', number>;
  return { sessionId: jti, userId: sub, tenantId: tenant_id, role, issuedAt: iat, expiresAt: exp };
}

/** The token with changed claims and its old signature. */
function withClaims(token: string, claims: object): string {
  const apart = takeApart(token);
  const [, , signature = ''] = token.split('.');
  return putTogether({ ...apart, claims: { ...apart.claims, ...claims } }, null) + signature;
}
