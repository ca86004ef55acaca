import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { GcpEndpoints } from '../../../src/connectors/gcp/gcp-client.js';
import { NOW } from '../rest/cloud-collecting.js';
import { JsonServer, type Asked, type Told } from '../rest/json-server.js';

const EMAIL = 'crosswalk@lab-project.iam.gserviceaccount.com';
const KEY_ID = '5e0b7c1d94f2';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const PAGE = 2;

/** Answers by path; one list of an answer is paged. */
export type Estate = Record<string, Record<string, unknown>>;

/** The token service and the interfaces of Google Cloud on one port, speaking as the real ones do. */
export class GoogleServer {
  /** Path → what it is answered with, so many times, before it is served. */
  readonly refusals = new Map<string, Told & { times: number }>();
  /** What the service account lacks, as `testIamPermissions` sees it. */
  readonly lacking = new Set<string>();
  tokens = 0;
  refusesTokens = false;
  /** Whether the service account's key was deleted. */
  isKeyDeleted = false;
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

  private constructor(
    private readonly estate: Estate,
    private readonly server: JsonServer,
  ) {}

  static async open(estate: Estate): Promise<GoogleServer> {
    const server = await JsonServer.start((asked) => google.answer(asked));
    const google: GoogleServer = new GoogleServer(estate, server);
    return google;
  }

  get endpoints(): GcpEndpoints {
    return { tokenUri: `${this.server.origin}/token`, api: (name) => `${this.server.origin}/${name}` };
  }

  /** A key file as Google makes it, but for its `token_uri`, which leads astray. */
  key(changes: Record<string, unknown> = {}): string {
    return JSON.stringify({
      type: 'service_account',
      project_id: 'lab-project',
      private_key_id: KEY_ID,
      private_key: this.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: EMAIL,
      client_id: '1',
      token_uri: 'https://attacker.invalid/token',
      ...changes,
    });
  }

  get paths(): string[] {
    return this.server.asked.map(({ url }) => url.pathname);
  }

  get sent(): string {
    return JSON.stringify(this.server.asked);
  }

  refuse(path: string, answer: Told, times = Infinity): void {
    this.refusals.set(path, { ...answer, times });
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private answer(asked: Asked): Told {
    const { pathname } = asked.url;
    if (pathname === '/token') return this.token(asked);
    if (!/^Bearer token-\d+$/.test(asked.headers.authorization ?? '') || this.refusesTokens) {
      return { status: 401, body: { error: { code: 401, status: 'UNAUTHENTICATED' } } };
    }
    const refusal = this.refusals.get(pathname);
    if (refusal && refusal.times > 0) {
      refusal.times -= 1;
      return refusal;
    }
    if (pathname.endsWith(':testIamPermissions')) {
      const { permissions } = JSON.parse(asked.body) as { permissions: string[] };
      return { body: { permissions: permissions.filter((name) => !this.lacking.has(name)) } };
    }
    if (pathname.endsWith(':getIamPolicy') !== (asked.method === 'POST')) return { status: 405, body: {} };
    return this.served(asked);
  }

  private served({ url: { pathname, searchParams } }: Asked): Told {
    // Google leaves empty lists out.
    const found = this.estate[pathname] ?? {};
    const [list, items] = Object.entries(found).find(([, value]) => Array.isArray(value)) ?? [];
    // Policies come whole, and lists over all places are no lists.
    if (list === undefined || list === 'bindings' || !Array.isArray(items)) return { body: found };
    const start = Number(searchParams.get('pageToken') ?? 0);
    const next = start + PAGE < items.length ? { nextPageToken: String(start + PAGE) } : {};
    return { body: { ...found, [list]: items.slice(start, start + PAGE) as unknown[], ...next } };
  }

  private token({ method, body, headers }: Asked): Told {
    const form = new URLSearchParams(body);
    const isForm = method === 'POST' && headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    if (!isForm || form.get('grant_type') !== GRANT_TYPE) {
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    }
    try {
      const { header, payload } = jwt.verify(form.get('assertion') ?? '', this.keys.publicKey, {
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
