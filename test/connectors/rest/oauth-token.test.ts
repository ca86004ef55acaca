import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClientSecretPost } from 'oauth4webapi';
import { clientCredentialsToken, jwtBearerToken } from '../../../src/connectors/rest/oauth-token.js';
import { RestClient } from '../../../src/connectors/rest/rest-client.js';
import { RestError, NoResponse, UnexpectedResponse } from '../../../src/connectors/rest/rest-error.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { FrozenClock } from './collecting.js';
import { JsonServer } from './json-server.js';

const TOKEN = { access_token: 'a-token', token_type: 'Bearer', expires_in: 3599 };

describe('a request for an access token', () => {
  let server: JsonServer;
  let network: GuardedNetwork;
  let clock: FrozenClock;

  const endpoint = (over = network) => ({
    url: `${server.origin}/token`,
    clientId: 'app',
    rest: new RestClient({ network: over, clock, signal: new AbortController().signal }),
  });
  const byClientCredentials = (over = network) =>
    clientCredentialsToken(endpoint(over), { authentication: ClientSecretPost('hush'), scope: 'one two' });
  const failureOf = (request: Promise<unknown>) => request.catch((err: unknown) => err);

  beforeEach(async () => {
    server = await JsonServer.start(() => ({ body: TOKEN }));
    network = new GuardedNetwork({ allowsPrivate: true });
    clock = new FrozenClock();
  });
  afterEach(async () => {
    await network.close();
    await server.close();
  });

  it('sends the client credentials grant as a form and returns the token with its lifetime', async () => {
    expect(await byClientCredentials()).toEqual({ token: 'a-token', expiresInSeconds: 3599 });
    const [{ method, headers, body } = { method: '', headers: {}, body: '' }] = server.requests;
    expect([method, headers['content-type'], headers.accept]).toEqual([
      'POST',
      'application/x-www-form-urlencoded;charset=UTF-8',
      'application/json',
    ]);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'app',
      client_secret: 'hush',
      scope: 'one two',
    });
  });

  it('sends the JWT bearer grant with its assertion and nothing about the client', async () => {
    expect(await jwtBearerToken(endpoint(), 'h.c.s')).toEqual({ token: 'a-token', expiresInSeconds: 3599 });
    expect(Object.fromEntries(new URLSearchParams(server.requests[0]?.body))).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: 'h.c.s',
    });
  });

  it('accepts a lifetime that is sent as text', async () => {
    server.next.push({ body: { ...TOKEN, expires_in: '3599' } });
    expect(await byClientCredentials()).toEqual({ token: 'a-token', expiresInSeconds: 3599 });
  });

  it.each([
    ['no token', { ...TOKEN, access_token: '' }],
    ['no lifetime', { ...TOKEN, expires_in: undefined }],
    ['a lifetime of nothing', { ...TOKEN, expires_in: 0 }],
    ['another type of token', { ...TOKEN, token_type: 'mac' }],
    ['no JSON', '<html>'],
  ])('throws UnexpectedResponse, which hides the response, where it holds %s', async (_name, body) => {
    server.next.push({ body });
    const failure = await failureOf(byClientCredentials());
    expect(failure).toBeInstanceOf(UnexpectedResponse);
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('a-token');
  });

  it('throws RestError with status and body for a refusal, and hides the body from logs', async () => {
    const body = { error: 'invalid_client', error_description: 'you sent hush' };
    server.next.push({ status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body });
    const failure = await failureOf(byClientCredentials());
    expect(failure).toBeInstanceOf(RestError);
    expect(failure).toMatchObject({ status: 401, body });
    expect(inspect(failure, { depth: 9 })).not.toContain('hush');
    expect(server.requests).toHaveLength(1);
  });

  it('retries after throttling and server errors, and follows no redirect', async () => {
    server.next.push({ status: 429 }, { status: 503 });
    expect(await byClientCredentials()).toEqual({ token: 'a-token', expiresInSeconds: 3599 });
    expect(clock.sleptMs).toEqual([1_000, 2_000]);
    server.next.push({ status: 302, headers: { location: `${server.origin}/elsewhere` } });
    expect(await failureOf(byClientCredentials())).toMatchObject({ status: 302 });
    expect(new Set(server.paths)).toEqual(new Set(['POST /token']));
  });

  it('sends nothing to a plain http address over a network that allows none', async () => {
    const guarded = new GuardedNetwork({ allowsPrivate: false });
    expect(await failureOf(byClientCredentials(guarded))).toBeInstanceOf(UnexpectedResponse);
    expect(server.requests).toEqual([]);
    await guarded.close();
  });

  it('sends nothing to an address that the guarded network refuses', async () => {
    const guarded = new GuardedNetwork({ allowsPrivate: false });
    const request = clientCredentialsToken(
      { ...endpoint(guarded), url: 'https://127.0.0.1:8443/token' },
      { authentication: ClientSecretPost('hush'), scope: 'one' },
    );
    expect(await failureOf(request)).toBeInstanceOf(NoResponse);
    await guarded.close();
  });
});
