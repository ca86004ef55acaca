import { createHash, X509Certificate } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { AzureEndpoints } from '../../../src/connectors/azure/azure-endpoints.js';
import { NOW } from '../rest/cloud-collecting.js';
import type { Refusals } from '../refusals/refusals.js';
import { JsonServer, type ReceivedRequest, type CannedResponse } from '../rest/json-server.js';
import { CERTIFICATE } from './certificate.js';

export const TENANT = 'b40e6d91-2f7c-4a35-8d1b-c6e90f57a284';
export const CLIENT = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const SECRET = 'not~a~real~secret';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Path prefix of the API that accepts a token, by scope. */
const AUDIENCES = {
  'https://management.azure.com/.default': '/arm',
  'https://graph.microsoft.com/.default': '/graph',
  'https://vault.azure.net/.default': '/vault',
} as const;
const PAGE = 2;

/** Responses by path, lists as arrays; the server adds pages and checks `api-version`. */
export type Estate = Record<string, unknown>;

/** Entra ID, Resource Manager, Graph and key vaults on one port, with the real protocol. */
export class AzureServer {
  /** Responses by path that come first, so many times. */
  readonly refusals = new Map<string, CannedResponse & { times: number }>();
  /** Next links to another server, by path. */
  readonly strayLinks = new Map<string, string>();
  /** Number of issued tokens. */
  tokens = 0;
  /** Whether every API refuses every token. */
  refusesTokens = false;
  private expired = new Set<string>();

  private constructor(
    private readonly estate: Estate,
    private readonly server: JsonServer,
  ) {}

  /** What it refuses, by operation. */
  get operations(): Refusals {
    return this.server.refusals;
  }

  static async open(estate: Estate): Promise<AzureServer> {
    const server = await JsonServer.start((request) => azure.answer(request));
    const azure: AzureServer = new AzureServer(estate, server);
    return azure;
  }

  get endpoints(): AzureEndpoints {
    const { origin: base } = this.server;
    return {
      login: `${base}/login`,
      management: `${base}/arm`,
      graph: `${base}/graph`,
      vault: (name) => `${base}/vault/${name}`,
    };
  }

  /** Paths of the received requests. */
  get paths(): string[] {
    return this.server.requests.map(({ url }) => url.pathname);
  }

  /** Everything that was received, as text. */
  get sent(): string {
    return JSON.stringify(this.server.requests);
  }

  refuse(path: string, answer: CannedResponse, times = Infinity): void {
    this.refusals.set(path, { ...answer, times });
  }

  /** Revokes the tokens issued so far. */
  expireTokens(): void {
    for (let token = 1; token <= this.tokens; token += 1) this.expired.add(String(token));
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private answer(request: ReceivedRequest): CannedResponse {
    const { pathname } = request.url;
    if (pathname.startsWith('/login/')) return this.token(request);
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    const [audience, number] = token.split('#');
    const isGood = scheme === 'Bearer' && audience !== undefined && pathname.startsWith(`${audience}/`);
    if (!isGood || this.refusesTokens || this.expired.has(number ?? '')) {
      return { status: 401, body: { error: { code: 'InvalidAuthenticationToken', message: 'no' } } };
    }
    const refusal = this.refusals.get(pathname);
    if (refusal && refusal.times > 0) {
      refusal.times -= 1;
      return refusal;
    }
    return this.served(request);
  }

  private served({ url: { pathname, searchParams } }: ReceivedRequest): CannedResponse {
    if (!pathname.startsWith('/graph/') && !searchParams.has('api-version')) {
      return { status: 400, body: { error: { code: 'MissingApiVersionParameter' } } };
    }
    const found = this.estate[pathname];
    if (found === undefined) return { status: 200, body: { value: [] } };
    if (!Array.isArray(found)) return { body: found };
    const start = Number(searchParams.get('$skiptoken') ?? 0);
    const page = found.slice(start, start + PAGE) as unknown[];
    if (start + PAGE >= found.length) return { body: { value: page } };
    // Links contain spaces, and the query of the first page.
    searchParams.set('$skiptoken', String(start + PAGE));
    const link = `${this.server.origin}${pathname}?${decodeURIComponent(searchParams.toString()).replaceAll('+', ' ')}`;
    const name = pathname.startsWith('/graph/') ? '@odata.nextLink' : 'nextLink';
    return { body: { value: page, [name]: this.strayLinks.get(pathname) ?? link } };
  }

  private token({ method, url, body, headers }: ReceivedRequest): CannedResponse {
    const form = new URLSearchParams(body);
    const scope = Object.entries(AUDIENCES).find(([name]) => name === form.get('scope'))?.[1];
    const isForm = method === 'POST' && headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    if (!isForm || form.get('grant_type') !== 'client_credentials' || scope === undefined) {
      return { status: 400, body: { error: 'invalid_request', error_description: 'AADSTS900144: missing' } };
    }
    if (url.pathname !== `/login/${TENANT}/oauth2/v2.0/token`) {
      return { status: 400, body: { error: 'invalid_request', error_description: 'AADSTS90002: no such tenant' } };
    }
    if (form.get('client_id') !== CLIENT) {
      return { status: 400, body: { error: 'unauthorized_client', error_description: 'AADSTS700016: no such app' } };
    }
    if (!this.isAuthentic(form)) {
      const description = `AADSTS7000215: Invalid client secret ${form.get('client_secret') ?? ''}`;
      return { status: 401, body: { error: 'invalid_client', error_description: description } };
    }
    this.tokens += 1;
    return { body: { token_type: 'Bearer', expires_in: 3599, access_token: `${scope}#${String(this.tokens)}` } };
  }

  private isAuthentic(form: URLSearchParams): boolean {
    if (form.get('client_assertion_type') !== ASSERTION_TYPE) return form.get('client_secret') === SECRET;
    const certificate = new X509Certificate(CERTIFICATE);
    const thumbprint = createHash('sha256').update(certificate.raw).digest('base64url');
    try {
      const { header } = jwt.verify(form.get('client_assertion') ?? '', certificate.publicKey, {
        algorithms: ['PS256'],
        audience: `${this.server.origin}/login/${TENANT}/oauth2/v2.0/token`,
        issuer: CLIENT,
        subject: CLIENT,
        clockTimestamp: NOW.getTime() / 1000,
        complete: true,
      });
      return header['x5t#S256'] === thumbprint;
    } catch {
      return false;
    }
  }
}
