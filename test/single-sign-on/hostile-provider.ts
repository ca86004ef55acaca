import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';

/** What is wrong with the answers of a provider. */
export interface Wrong {
  /** Claims that replace the right ones; undefined removes one. */
  claims?: Record<string, unknown>;
  /** `foreign`: by a key that is not published; `none`: without a signature. */
  signature?: 'foreign' | 'none';
}

/** Paths of what a provider answers to us, not to the browser. */
export const ENDPOINTS = {
  discovery: '/.well-known/openid-configuration',
  token: '/token',
  keys: '/jwks',
  userinfo: '/userinfo',
} as const;
export type Endpoint = keyof typeof ENDPOINTS;

/** Answers in place of a right one. */
export type Failure = (res: ServerResponse, right: Record<string, unknown>) => void;

const HOUR_SECONDS = 3_600;

/** An OpenID provider on loopback whose id tokens can be wrong, which a real one never sends. */
export class HostileProvider {
  wrong: Wrong = {};
  /** Endpoint that fails; null for none. */
  broken: { endpoint: Endpoint; failure: Failure } | null = null;
  /** Parameters of the latest authorization request. */
  asked = new URLSearchParams();

  private constructor(
    private readonly server: Server,
    private readonly keys: { own: CryptoKey; foreign: CryptoKey; published: JWK },
  ) {
    server.on('request', (req: IncomingMessage, res: ServerResponse) => void this.serve(req, res));
  }

  static async start(): Promise<HostileProvider> {
    const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const published = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    return new HostileProvider(server, { own: own.privateKey, foreign: foreign.privateKey, published });
  }

  get issuer(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', this.issuer);
    if (url.pathname === '/authorize') {
      this.asked = url.searchParams;
      const target = new URL(url.searchParams.get('redirect_uri') ?? '');
      target.searchParams.set('code', 'a-code');
      target.searchParams.set('state', url.searchParams.get('state') ?? '');
      res.writeHead(303, { location: target.href }).end();
      return;
    }
    const right = await this.document(url.pathname);
    if (this.broken && url.pathname === ENDPOINTS[this.broken.endpoint]) this.broken.failure(res, right);
    else res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(right));
  }

  private async document(path: string): Promise<Record<string, unknown>> {
    if (path === ENDPOINTS.keys) return { keys: [this.keys.published] };
    if (path === ENDPOINTS.userinfo) return { sub: 'hostile', email: 'hostile@alpha.example', email_verified: true };
    if (path === ENDPOINTS.token)
      return { access_token: 'token', token_type: 'Bearer', id_token: await this.idToken() };
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}${ENDPOINTS.token}`,
      jwks_uri: `${this.issuer}${ENDPOINTS.keys}`,
      userinfo_endpoint: `${this.issuer}${ENDPOINTS.userinfo}`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      claims_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  private idToken(): Promise<string> | string {
    const now = Math.floor(Date.now() / 1_000);
    const right = {
      iss: this.issuer,
      aud: 'crosswalk',
      sub: 'hostile',
      nonce: this.asked.get('nonce'),
      auth_time: now,
      iat: now,
      exp: now + HOUR_SECONDS,
      email: 'hostile@alpha.example',
      email_verified: true,
    };
    const claims = JSON.parse(JSON.stringify({ ...right, ...this.wrong.claims })) as Record<string, unknown>;
    if (this.wrong.signature === 'none') return new UnsecuredJWT(claims).encode();
    const key = this.wrong.signature === 'foreign' ? this.keys.foreign : this.keys.own;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
  }
}
