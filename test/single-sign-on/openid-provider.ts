import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A person of the provider. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export const CLIENT_ID = 'crosswalk';
export const CLIENT_SECRET = 'a secret of the client that nobody knows';

/** The OpenID provider of the npm package oidc-provider, on loopback. Whoever comes is `person`, without a form. */
export class OpenidProvider {
  person: Person = { sub: 'nobody' };
  private provider: Provider | null = null;

  private constructor(private readonly server: Server) {
    server.on('request', (req: IncomingMessage, res: ServerResponse) => void this.serve(req, res));
  }

  static async start(): Promise<OpenidProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OpenidProvider(server);
  }

  get issuer(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Registers our client. @param inIdToken whether claims are in the id token, else at the userinfo endpoint alone */
  register(redirectUris: string[], { inIdToken = false } = {}): void {
    const client = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: redirectUris };
    this.provider = new Provider(this.issuer, {
      clients: [client],
      conformIdTokenClaims: !inIdToken,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      cookies: { keys: ['of a test'] },
      findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ ...this.person, sub: accountId }) }),
      loadExistingGrant: async (ctx) => {
        const { client: asking, session } = ctx.oidc;
        const grant = new ctx.oidc.provider.Grant({ clientId: asking?.clientId, accountId: session?.accountId });
        grant.addOIDCScope('openid email profile groups');
        await grant.save();
        return grant;
      },
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!this.provider) throw new Error('no client is registered');
    if (req.url?.startsWith('/interaction/') !== true) {
      await this.provider.callback()(req, res);
      return;
    }
    await this.provider.interactionFinished(req, res, { login: { accountId: this.person.sub } });
  }
}
