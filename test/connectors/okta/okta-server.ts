import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { JsonServer, type ReceivedRequest, type CannedResponse } from '../rest/json-server.js';

export const API_TOKEN = '00aTestTokenOfNobody';
export const CLIENT_ID = '0oa1testserviceapp000';

/** OAuth scope by path. */
const SCOPE_OF: [RegExp, string][] = [
  [/^\/api\/v1\/policies/, 'okta.policies.read'],
  [/^\/api\/v1\/apps/, 'okta.apps.read'],
  [/^\/api\/v1\/brands/, 'okta.brands.read'],
  [/^\/api\/v1\/logStreams/, 'okta.logStreams.read'],
  [/^\/api\/v1\/idps/, 'okta.idps.read'],
];

/** Responses by path, lists as arrays. Any other path is 404. */
export type Org = Record<string, unknown>;

/**
 * Okta's Management API as far as the connector needs it: SSWS tokens, client credentials with a signed assertion,
 * scopes, pages by `Link`, refusals with Okta's codes.
 */
export class OktaServer {
  /** Scopes that the service app has been granted. */
  granted = SCOPE_OF.map(([, scope]) => scope);
  /** Answers by path, with the type or filter of its query, instead of what the organization has. */
  readonly canned = new Map<string, CannedResponse>();
  /** Paths that the role may not read. */
  readonly forbidden = new Set<string>();
  pageSize = 50;
  private readonly tokens = new Map<string, string[]>();
  private issued = 0;

  private constructor(
    readonly json: JsonServer,
    private readonly publicKey: KeyObject | null,
  ) {}

  static async start(org: Org, privateKey?: KeyObject): Promise<OktaServer> {
    const json = await JsonServer.start((request) => server.answer(request, org));
    const server: OktaServer = new OktaServer(json, privateKey ? createPublicKey(privateKey) : null);
    return server;
  }

  /** Revokes every token issued so far. */
  revokeAll(): void {
    this.tokens.clear();
  }

  private answer(request: ReceivedRequest, org: Org): CannedResponse {
    if (request.url.pathname === '/oauth2/v1/token') return this.token(request);
    const scopes = this.scopesOf(request.headers.authorization ?? '');
    if (!scopes) return refused(401, 'E0000011', 'Invalid token provided');
    const path = request.url.pathname;
    const needed = SCOPE_OF.find(([pattern]) => pattern.test(path))?.[1] ?? 'none';
    if (!scopes.includes(needed) || this.forbidden.has(path)) {
      return refused(403, 'E0000006', 'You do not have permission to perform the requested action');
    }
    const query = request.url.searchParams.get('type') ?? request.url.searchParams.get('filter');
    const key = query === null ? path : `${path}?${query}`;
    const canned = this.canned.get(key);
    if (canned) return canned;
    const found = org[key];
    if (found === undefined) return refused(404, 'E0000007', 'Not found: Resource not found');
    return Array.isArray(found) ? this.page(request, found) : { status: 200, body: found };
  }

  private scopesOf(authorization: string): string[] | null {
    if (authorization === `SSWS ${API_TOKEN}`) return SCOPE_OF.map(([, scope]) => scope);
    return this.tokens.get(authorization.replace(/^Bearer /, '')) ?? null;
  }

  private page({ url }: ReceivedRequest, all: unknown[]): CannedResponse {
    const after = Number(url.searchParams.get('after') ?? 0);
    const size = Math.min(Number(url.searchParams.get('limit') ?? this.pageSize), this.pageSize);
    const link = [`<${url.href}>; rel="self"`];
    if (after + size < all.length) {
      const next = new URL(url);
      next.searchParams.set('after', String(after + size));
      link.push(`<${next.href}>; rel="next"`);
    }
    return { status: 200, headers: { link }, body: all.slice(after, after + size) };
  }

  private token({ body, url }: ReceivedRequest): CannedResponse {
    const form = new URLSearchParams(body);
    if (!this.isSigned(form.get('client_assertion') ?? '', url.href)) {
      return {
        status: 401,
        body: { error: 'invalid_client', error_description: 'The client_assertion is not valid.' },
      };
    }
    const scopes = (form.get('scope') ?? '').split(' ');
    if (!scopes.every((scope) => this.granted.includes(scope))) {
      return {
        status: 400,
        body: { error: 'invalid_scope', error_description: 'One or more scopes are not configured.' },
      };
    }
    this.issued += 1;
    const token = `token-${String(this.issued)}`;
    this.tokens.set(token, scopes);
    return {
      status: 200,
      body: { token_type: 'Bearer', expires_in: 3600, access_token: token, scope: scopes.join(' ') },
    };
  }

  private isSigned(assertion: string, audience: string): boolean {
    const [header = '', claims = '', signature = ''] = assertion.split('.');
    if (!this.publicKey) return false;
    const claimed = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>;
    return (
      (alg === 'RS256' || alg === 'ES256') &&
      kid === 'key-1' &&
      claimed.iss === CLIENT_ID &&
      claimed.sub === CLIENT_ID &&
      claimed.aud === audience &&
      typeof claimed.exp === 'number' &&
      typeof claimed.jti === 'string' &&
      verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        { key: this.publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    );
  }
}

function refused(status: number, errorCode: string, errorSummary: string): CannedResponse {
  return { status, body: { errorCode, errorSummary, errorLink: errorCode, errorId: 'oaeTest', errorCauses: [] } };
}
