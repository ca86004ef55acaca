import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { FOREIGN, OWN } from './saml-keys.js';
import type { Samlify, Service } from './samlify-types.js';

const require = createRequire(import.meta.url);
const { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } = require('samlify') as Samlify;

const MINUTE_MS = 60_000;
const POST = Constants.namespace.binding.post;
const FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
/** Its default leaves out when and how somebody was authenticated. */
const AUTHENTICATION =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}"><saml:AuthnContext><saml:AuthnContextClassRef>' +
  'urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>';
const BASIC = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic';

/** How the provider answers. */
export interface AnswerForm {
  /** Whether it encrypts the assertion, for a certificate that it was given beside our metadata. */
  isEncrypted?: boolean;
  /** Whether it signs with RSA and SHA-1. */
  isSha1?: boolean;
  /** Whether it signs the whole response too. */
  isMessageSigned?: boolean;
}

// It parses documents by a schema where it is given one; our requests are read by the other end here.
setSchemaValidator({ validate: () => Promise.resolve('not validated') });

/**
 * The identity provider of the npm package samlify, on loopback: it knows us by our metadata, verifies our requests against it, and
 * answers by a form. Messages are its own; signatures are made by xml-crypto, which the service verifies them with, as the two
 * packages share it.
 */
export class SamlifyProvider {
  person = { subject: 'nobody', email: '', groups: [] as string[] };
  answer: AnswerForm = {};
  /** Metadata of the service provider, as fetched from it. */
  metadata = '';
  /** The last response. */
  sent = '';

  private constructor(private readonly server: Server) {
    server.on('request', (req: IncomingMessage, res: ServerResponse) => void this.serve(req, res));
  }

  static async start(): Promise<SamlifyProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SamlifyProvider(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  get signOnUrl(): string {
    return `${this.origin}/sso`;
  }

  /** Certificate that signs. */
  readonly certificate = OWN.certificate;

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      res.setHeader('content-type', 'text/html').end(await this.form(new URL(req.url ?? '', this.origin)));
    } catch (err) {
      res.writeHead(500).end(String(err));
    }
  }

  private async form(url: URL): Promise<string> {
    const [provider, client] = [this.provider(), this.client()];
    const query = Object.fromEntries(url.searchParams);
    const request = await provider.parseLoginRequest(client, 'redirect', { query });
    const values = this.values(client, request.extract.request.id);
    const { context } = await provider.createLoginResponse(
      client,
      request,
      'post',
      { email: this.person.email },
      (text) => ({
        id: values.ID,
        context: SamlLib.replaceTagsByValue(text, values),
      }),
    );
    this.sent = Buffer.from(context, 'base64').toString();
    const action = client.entityMeta.getAssertionConsumerService('post');
    const input = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`;
    const inputs = input('SAMLResponse', context) + input('RelayState', url.searchParams.get('RelayState') ?? '');
    return `<!doctype html><form method="post" action="${action}">${inputs}</form>`;
  }

  private provider() {
    const { isEncrypted = false, isSha1 = false } = this.answer;
    const context = SamlLib.defaultLoginResponseTemplate.context.replace('{AuthnStatement}', AUTHENTICATION);
    const attribute = (name: string) => ({
      ...{ name, nameFormat: BASIC, valueXsiType: 'xs:string', valueTag: name },
    });
    return IdentityProvider({
      entityID: `${this.origin}/metadata`,
      privateKey: OWN.key,
      signingCert: OWN.certificate,
      isAssertionEncrypted: isEncrypted,
      nameIDFormat: [FORMAT],
      singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: this.signOnUrl }],
      requestSignatureAlgorithm: isSha1
        ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
        : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      loginResponseTemplate: { context, attributes: [attribute('email'), attribute('groups')] },
    });
  }

  private client() {
    const { isEncrypted = false, isMessageSigned = false } = this.answer;
    const known = ServiceProvider({ metadata: this.metadata, wantMessageSigned: isMessageSigned });
    if (!isEncrypted) return known;
    const { entityMeta } = known;
    return ServiceProvider({
      entityID: entityMeta.getEntityID(),
      wantAssertionsSigned: true,
      encryptCert: FOREIGN.certificate,
      assertionConsumerService: [{ Binding: POST, Location: entityMeta.getAssertionConsumerService('post') }],
    });
  }

  private values({ entityMeta }: Service, requestId: string) {
    const now = new Date();
    const end = new Date(now.getTime() + 5 * MINUTE_MS).toISOString();
    const callbackUrl = entityMeta.getAssertionConsumerService('post');
    return {
      ...{
        ID: `_${randomUUID()}`,
        AssertionID: `_${randomUUID()}`,
        InResponseTo: requestId,
        Issuer: `${this.origin}/metadata`,
      },
      ...{ Destination: callbackUrl, SubjectRecipient: callbackUrl, Audience: entityMeta.getEntityID() },
      ...{ IssueInstant: now.toISOString(), StatusCode: Constants.StatusCode.Success, NameIDFormat: FORMAT },
      ...{ ConditionsNotBefore: now.toISOString(), ConditionsNotOnOrAfter: end },
      ...{ SubjectConfirmationDataNotOnOrAfter: end, NameID: this.person.subject },
      ...{ attrEmail: this.person.email, attrGroups: this.person.groups.join(' ') },
    };
  }
}
