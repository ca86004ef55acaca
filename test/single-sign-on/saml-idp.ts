import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { OWN } from './saml-keys.js';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const MINUTE_MS = 60_000;

/** A request of ours, as the provider reads it. */
export interface AuthnRequest {
  id: string;
  relayState: string;
  callbackUrl: string;
  entityId: string;
  isForced: boolean;
}

/** What an assertion says; every part can be wrong. */
export interface AssertionParts {
  id?: string;
  issuer?: string;
  nameId?: string;
  nameIdFormat?: string;
  audience?: string | null;
  recipient?: string;
  inResponseTo?: string | null;
  notBefore?: Date;
  notOnOrAfter?: Date;
  email?: string;
  groups?: readonly string[];
  /** Null for none, which the schema of SAML forbids. */
  authnInstant?: string | null;
}

/** A SAML identity provider: it reads our requests and signs assertions by xml-crypto, with its own key or another. */
export class SamlIdp {
  readonly entityId = 'https://idp.alpha.example/saml';
  readonly signOnUrl = 'https://idp.alpha.example/sso';

  constructor(private readonly key: string = OWN.key) {}

  /** Reads the request in the address to which the browser was sent. */
  read(address: string): AuthnRequest {
    const url = new URL(address);
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
    return {
      id: attribute('ID'),
      relayState: url.searchParams.get('RelayState') ?? '',
      callbackUrl: attribute('AssertionConsumerServiceURL'),
      entityId: /<saml:Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
      isForced: attribute('ForceAuthn') === 'true',
    };
  }

  /** An assertion that answers a request. */
  assertion(request: AuthnRequest, parts: AssertionParts = {}): string {
    const {
      id = `_${randomUUID()}`,
      issuer = this.entityId,
      nameId = 'person-1',
      nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      audience = request.entityId,
      recipient = request.callbackUrl,
      inResponseTo = request.id,
      notBefore = new Date(Date.now() - MINUTE_MS),
      notOnOrAfter = new Date(Date.now() + 5 * MINUTE_MS),
      email = 'ada@alpha.example',
      groups = [],
      authnInstant = new Date().toISOString(),
    } = parts;
    const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`;
    const restriction =
      audience === null ? '' : `<AudienceRestriction><Audience>${audience}</Audience></AudienceRestriction>`;
    const value = (text: string) => `<AttributeValue>${text}</AttributeValue>`;
    const instant = authnInstant === null ? '' : ` AuthnInstant="${authnInstant}"`;
    const now = new Date().toISOString();
    return (
      `<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${now}">` +
      `<Issuer>${issuer}</Issuer>` +
      `<Subject><NameID Format="${nameIdFormat}">${nameId}</NameID>` +
      `<SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
      `<SubjectConfirmationData NotOnOrAfter="${notOnOrAfter.toISOString()}" Recipient="${recipient}"${answers}/>` +
      `</SubjectConfirmation></Subject>` +
      `<Conditions NotBefore="${notBefore.toISOString()}" NotOnOrAfter="${notOnOrAfter.toISOString()}">${restriction}</Conditions>` +
      `<AuthnStatement${instant}><AuthnContext><AuthnContextClassRef>` +
      `urn:oasis:names:tc:SAML:2.0:ac:classes:Password</AuthnContextClassRef></AuthnContext></AuthnStatement>` +
      `<AttributeStatement><Attribute Name="email">${value(email)}</Attribute>` +
      `<Attribute Name="groups">${groups.map(value).join('')}</Attribute></AttributeStatement></Assertion>`
    );
  }

  /** A response around assertions. */
  response(request: AuthnRequest, content: string): string {
    return (
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" ` +
      `IssueInstant="${new Date().toISOString()}" Destination="${request.callbackUrl}" InResponseTo="${request.id}">` +
      `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
      `${content}</samlp:Response>`
    );
  }

  /** Signs the element with a local name, or adds nothing to it. @param algorithm of the signature */
  sign(xml: string, element: 'Assertion' | 'Response' = 'Assertion', { isSha1 = false } = {}): string {
    const [signatureAlgorithm, digestAlgorithm] = isSha1
      ? ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1']
      : ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256'];
    const signature = new SignedXml({
      privateKey: this.key,
      signatureAlgorithm,
      canonicalizationAlgorithm: EXCLUSIVE,
    });
    const xpath = `//*[local-name(.)='${element}']`;
    signature.addReference({ xpath, digestAlgorithm, transforms: [ENVELOPED, EXCLUSIVE] });
    const location = {
      reference: `${xpath}/*[local-name(.)='Issuer' or local-name(.)='Status']`,
      action: 'after',
    } as const;
    signature.computeSignature(xml, { location });
    return signature.getSignedXml();
  }
}
