import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SamlIdp } from '../single-sign-on/saml-idp.js';

/** A SAML identity provider with a page: whoever comes is logged in, and the browser posts the assertion by a form. */
export class SamlServer {
  private constructor(
    private readonly server: Server,
    readonly idp: SamlIdp,
  ) {
    server.on('request', (request, response) => {
      const asked = idp.read(`${this.signOnUrl}${(request.url ?? '').replace(/^[^?]*/, '')}`);
      const xml = idp.response(asked, idp.sign(idp.assertion(asked)));
      const fields = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: asked.relayState };
      const inputs = Object.entries(fields).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
      );
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><html lang="en"><title>Portal</title><link rel="icon" href="data:,"><form method="post" action="${asked.callbackUrl}">
         ${inputs.join('')}<button>Continue</button></form></html>`,
      );
    });
  }

  static async start(): Promise<SamlServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SamlServer(server, new SamlIdp());
  }

  /** Where the browser is sent. */
  get signOnUrl(): string {
    return `${this.origin}/sso`;
  }

  get origin(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
