import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { GcpEndpoints } from '../../../src/connectors/gcp/gcp-client.js';
import { NOW } from '../rest/cloud-collecting.js';
import type { Refusals } from '../refusals/refusals.js';
import { JsonServer, type ReceivedRequest, type CannedResponse } from '../rest/json-server.js';

const EMAIL = 'crosswalk@lab-project.iam.gserviceaccount.com';
const KEY_ID = '5e0b7c1d94f2';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const PAGE = 2;
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Responses by path; one list of each is paged. */
export type Estate = Record<string, Record<string, unknown>>;

/** The token service and the APIs of Google Cloud on one port, with the real protocol. */
export class GoogleServer {
  /** Responses by path that come first, so many times. */
  readonly refusals = new Map<string, CannedResponse & { times: number }>();
  /** Permissions that `testIamPermissions` reports as missing. */
  readonly lacking = new Set<string>();
  tokens = 0;
  refusesTokens = false;
  /** Whether the service account's key was deleted. */
  isKeyDeleted = false;

  private constructor(
    private readonly estate: Estate,
    private readonly server: JsonServer,
  ) {}

  /** What it refuses, by operation. */
  get operations(): Refusals {
    return this.server.refusals;
  }

  static async open(estate: Estate): Promise<GoogleServer> {
    const server = await JsonServer.start((request) => google.answer(request));
    const google: GoogleServer = new GoogleServer(estate, server);
    return google;
  }

  get endpoints(): GcpEndpoints {
    return { tokenUri: `${this.server.origin}/token`, api: (name) => `${this.server.origin}/${name}` };
  }

  /** A key file as Google creates it, except for its `token_uri`, which must not be used. */
  key(changes: Record<string, unknown> = {}): string {
    return JSON.stringify({
      type: 'service_account',
      project_id: 'lab-project',
      private_key_id: KEY_ID,
      private_key: KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: EMAIL,
      client_id: '1',
      token_uri: 'https://attacker.invalid/token',
      ...changes,
    });
  }

  get paths(): string[] {
    return this.server.requests.map(({ url }) => url.pathname);
  }

  get sent(): string {
    return JSON.stringify(this.server.requests);
  }

  refuse(path: string, answer: CannedResponse, times = Infinity): void {
    this.refusals.set(path, { ...answer, times });
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private answer(request: ReceivedRequest): CannedResponse {
    const { pathname } = request.url;
    if (pathname === '/token') return this.token(request);
    if (!/^Bearer token-\d+$/.test(request.headers.authorization ?? '') || this.refusesTokens) {
      return { status: 401, body: { error: { code: 401, status: 'UNAUTHENTICATED' } } };
    }
    const refusal = this.refusals.get(pathname);
    if (refusal && refusal.times > 0) {
      refusal.times -= 1;
      return refusal;
    }
    if (pathname.endsWith(':testIamPermissions')) {
      const { permissions } = JSON.parse(request.body) as { permissions: string[] };
      return { body: { permissions: permissions.filter((name) => !this.lacking.has(name)) } };
    }
    if (pathname.endsWith(':getIamPolicy') !== (request.method === 'POST')) return { status: 405, body: {} };
    return this.served(request);
  }

  private served({ url: { pathname, searchParams } }: ReceivedRequest): CannedResponse {
    // Google omits empty lists.
    const found = this.estate[pathname] ?? {};
    const [list, items] = Object.entries(found).find(([, value]) => Array.isArray(value)) ?? [];
    // Policies are not paged, and aggregated lists are objects.
    if (list === undefined || list === 'bindings' || !Array.isArray(items)) return { body: found };
    const start = Number(searchParams.get('pageToken') ?? 0);
    const next = start + PAGE < items.length ? { nextPageToken: String(start + PAGE) } : {};
    return { body: { ...found, [list]: items.slice(start, start + PAGE) as unknown[], ...next } };
  }

  private token({ method, body, headers }: ReceivedRequest): CannedResponse {
    const form = new URLSearchParams(body);
    const isForm = method === 'POST' && headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    if (!isForm || form.get('grant_type') !== GRANT_TYPE) {
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    }
    try {
      const { header, payload } = jwt.verify(form.get('assertion') ?? '', KEYS.publicKey, {
        algorithms: ['RS256'],
        audience: 'https://oauth2.googleapis.com/token',
        issuer: EMAIL,
        clockTimestamp: NOW.getTime() / 1000,
        maxAge: '1h',
        complete: true,
      });
      const isScoped =
        typeof payload === 'object' && payload.scope === 'https://www.googleapis.com/auth/cloud-platform';
      if (header.kid !== KEY_ID || !isScoped || this.isKeyDeleted) throw new Error('no such key');
    } catch {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
    }
    this.tokens += 1;
    return { body: { access_token: `token-${String(this.tokens)}`, expires_in: 3599, token_type: 'Bearer' } };
  }
}
