import { createPublicKey, constants, verify, X509Certificate } from 'node:crypto';
import { JsonServer, type ReceivedRequest, type CannedResponse } from '../rest/json-server.js';

export const TENANT_ID = 'b40e6d91-2f7c-4a35-8d1b-c6e90f57a284';
export const CLIENT_ID = '5e0d2c71-98ab-4f36-8c14-7b3f6a209d58';
export const CLIENT_SECRET = 'a~secret~of~nobody';

/** Permission by path; the first match counts. */
const PERMISSION_OF: [RegExp, string][] = [
  [/^\/v1\.0\/(policies\/roleManagementPolicyAssignments|roleManagement\/)/, 'RoleManagement.Read.Directory'],
  [/^\/v1\.0\/(policies|identity\/conditionalAccess)\//, 'Policy.Read.All'],
  [/^\/v1\.0\/reports\//, 'AuditLog.Read.All'],
  [/^\/v1\.0\/identityGovernance\//, 'AccessReview.Read.All'],
  [/^\/v1\.0\/groupSettings$/, 'GroupSettings.Read.All'],
  [/^\/v1\.0\/deviceManagement$/, 'DeviceManagementServiceConfig.Read.All'],
  [/^\/v1\.0\/deviceManagement\/deviceCompliancePolicies/, 'DeviceManagementConfiguration.Read.All'],
  [/^\/v1\.0\/deviceManagement\/managedDevices/, 'DeviceManagementManagedDevices.Read.All'],
  [/^\/v1\.0\/admin\/sharepoint\//, 'SharePointTenantSettings.Read.All'],
];

/** Responses by path, lists as arrays. Any other path is 404. */
export type TenantData = Record<string, unknown>;

/**
 * The token endpoint of the Microsoft identity platform and Microsoft Graph, as far as the connector needs them: client
 * credentials with a secret or a signed assertion, permissions, pages by `@odata.nextLink`, refusals with Graph's codes.
 */
export class GraphServer {
  /** Application permissions that the app has. */
  granted = new Set(PERMISSION_OF.map(([, permission]) => permission));
  pageSize = 100;
  private issued = 0;
  private readonly tokens = new Set<string>();

  private constructor(
    readonly json: JsonServer,
    private readonly certificate: X509Certificate | null,
  ) {}

  static async start(data: TenantData, certificate?: X509Certificate): Promise<GraphServer> {
    const json = await JsonServer.start((request) => server.answer(request, data));
    const server: GraphServer = new GraphServer(json, certificate ?? null);
    return server;
  }

  /** Replace both of Microsoft's origins. */
  get origins() {
    return { login: this.json.origin, graph: this.json.origin };
  }

  private answer(request: ReceivedRequest, data: TenantData): CannedResponse {
    const path = request.url.pathname;
    if (path === `/${TENANT_ID}/oauth2/v2.0/token`) return this.token(request);
    if (path.endsWith('/token')) return refusedSignIn(400, 'invalid_request', 'AADSTS90002: Tenant not found.');
    if (!this.tokens.has((request.headers.authorization ?? '').replace(/^Bearer /, ''))) {
      return refused(401, 'InvalidAuthenticationToken');
    }
    const permission = PERMISSION_OF.find(([pattern]) => pattern.test(path))?.[1] ?? 'none';
    if (!this.granted.has(permission)) return refused(403, 'Authorization_RequestDenied');
    const found = data[path];
    if (found === undefined) return refused(404, 'Request_ResourceNotFound');
    return Array.isArray(found) ? this.page(request, found) : { status: 200, body: found };
  }

  private page({ url }: ReceivedRequest, all: unknown[]): CannedResponse {
    const start = Number(url.searchParams.get('$skiptoken') ?? 0);
    const next = new URL(url);
    next.searchParams.set('$skiptoken', String(start + this.pageSize));
    const hasMore = start + this.pageSize < all.length;
    const value = all.slice(start, start + this.pageSize);
    return { status: 200, body: { value, ...(hasMore ? { '@odata.nextLink': next.href } : {}) } };
  }

  private token({ body, url }: ReceivedRequest): CannedResponse {
    const form = new URLSearchParams(body);
    if (form.get('client_id') !== CLIENT_ID) {
      return refusedSignIn(400, 'unauthorized_client', 'AADSTS700016: Application was not found in the directory.');
    }
    if (form.get('grant_type') !== 'client_credentials' || form.get('scope') !== `${this.json.origin}/.default`) {
      return refusedSignIn(400, 'invalid_scope', 'AADSTS70011: The provided value for scope is not valid.');
    }
    const assertion = form.get('client_assertion');
    if (assertion !== null ? !this.isSigned(assertion, url.href) : form.get('client_secret') !== CLIENT_SECRET) {
      const code = assertion === null ? 'AADSTS7000215' : 'AADSTS700027';
      return refusedSignIn(401, 'invalid_client', `${code}: the credential is wrong.`);
    }
    this.issued += 1;
    const token = `token-${String(this.issued)}`;
    this.tokens.add(token);
    return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token: token } };
  }

  private isSigned(assertion: string, audience: string): boolean {
    const [header = '', claims = '', signature = ''] = assertion.split('.');
    if (!this.certificate) return false;
    const head = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>;
    const claimed = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    const thumbprint = Buffer.from(this.certificate.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
    const key = createPublicKey(this.certificate.publicKey.export({ type: 'spki', format: 'pem' }));
    return (
      head.alg === 'PS256' &&
      head['x5t#S256'] === thumbprint &&
      claimed.iss === CLIENT_ID &&
      claimed.sub === CLIENT_ID &&
      claimed.aud === audience &&
      typeof claimed.exp === 'number' &&
      verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
        Buffer.from(signature, 'base64url'),
      )
    );
  }
}

function refused(status: number, code: string): CannedResponse {
  return { status, body: { error: { code, message: 'Refused.', innerError: { 'request-id': TENANT_ID } } } };
}

function refusedSignIn(status: number, error: string, description: string): CannedResponse {
  return { status, body: { error, error_description: `${description} Trace ID: ${TENANT_ID}`, error_codes: [] } };
}
