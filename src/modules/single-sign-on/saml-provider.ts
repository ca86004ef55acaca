import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { Clock } from '../../platform/clock.js';
import type { AttemptSecrets } from './attempt-secrets.rules.js';
import { SKEW_MS } from './authentication-time.rules.js';
import { atStep } from './provider-step.js';
import { readAssertion, type VerifiedAssertion } from './saml-assertion.rules.js';
import { SignOnRefusal } from './sign-on-refusal.js';
import { xmlExcess, xmlSize, XML_BYTES_MAX } from './xml-size.rules.js';

/** Elements for each unit of the request quota beyond the first, some ten milliseconds. Source: schema/contract/limits.md. */
const ELEMENTS_PER_UNIT = 25;

/** SHA-1, as algorithm of a digest or a signature (XML Signature 1.1, section 6). */
const SHA1 = /xmldsig#(?:rsa-|dsa-|hmac-|ecdsa-)?sha1["']/;

/** A SAML identity provider and us as its service provider. */
export interface SamlConnection {
  /** Entity id of the provider. */
  issuer: string;
  signOnUrl: string;
  certificates: readonly string[];
  groupClaim: string | null;
  allowsUnsolicited: boolean;
  /** Our entity id. */
  entityId: string;
  callbackUrl: string;
}

/**
 * SAML 2.0 (Web Browser SSO Profile, redirect and POST bindings) by @node-saml/node-saml, the maintained core of
 * passport-saml, on xml-crypto: it verifies signatures and returns what was signed, and nothing else is read. Issuer,
 * recipient, request and single use, which it leaves to its callers, are checked in `saml-assertion.rules.ts`.
 */
export class SamlProvider {
  constructor(private readonly clock: Clock) {}

  /** Address at the provider with our request. */
  requestUrl(
    connection: SamlConnection,
    { state, requestId, isStepUp }: Pick<AttemptSecrets, 'state' | 'requestId'> & { isStepUp: boolean },
  ): Promise<string> {
    const saml = library(connection, { generateUniqueId: () => requestId, forceAuthn: isStepUp });
    return saml.getAuthorizeUrlAsync(state, undefined, {});
  }

  /**
   * The person of a response, whose assertion has to be signed.
   * @param response base64, as it was posted
   * @throws {SignOnRefusal} invalid_response, provider_refused
   */
  identify(connection: SamlConnection, response: string): Promise<VerifiedAssertion> {
    return atStep(connection.issuer, 'assertion', async () => {
      refuseDangerous(xmlOf(response));
      const { profile } = await library(connection, {}).validatePostResponseAsync({ SAMLResponse: response });
      const assertion: unknown = profile?.getAssertion?.();
      return readAssertion(assertion, { ...connection, now: this.clock.now(), skewMs: SKEW_MS });
    });
  }

  /** Our metadata for a provider. */
  metadata({ entityId, callbackUrl }: Pick<SamlConnection, 'entityId' | 'callbackUrl'>): string {
    const own = { entityId, callbackUrl, issuer: '', signOnUrl: 'https://issuer.invalid', certificates: ['none'] };
    return library({ ...own, groupClaim: null, allowsUnsolicited: false }, {}).generateServiceProviderMetadata(null);
  }
}

/** Cost of a response in units of the request quota, beyond the one of the request; of one that is too large, of what was counted of it. */
export function responseUnits(response: string): number {
  return Math.floor((xmlSize(xmlOf(response))?.elements ?? 0) / ELEMENTS_PER_UNIT);
}

/** XML of a response, of one that is too long a little more than there may be. @param response base64 */
function xmlOf(response: string): string {
  return Buffer.from(response.slice(0, 2 * XML_BYTES_MAX), 'base64').toString('utf8');
}

interface Variations {
  generateUniqueId?: () => string;
  forceAuthn?: boolean;
}

function library(connection: SamlConnection, variations: Variations): SAML {
  return new SAML({
    issuer: connection.entityId,
    callbackUrl: connection.callbackUrl,
    entryPoint: connection.signOnUrl,
    idpCert: [...connection.certificates],
    audience: connection.entityId,
    wantAssertionsSigned: true,
    // A signed assertion is enough: most providers sign nothing else.
    wantAuthnResponseSigned: false,
    // The attempt of the browser knows the request; see `SignOnService`.
    validateInResponseTo: ValidateInResponseTo.never,
    acceptedClockSkewMs: SKEW_MS,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    ...variations,
  });
}

/** @throws {SignOnRefusal} for too much of it, for a document type, which can define entities, and for SHA-1 */
function refuseDangerous(xml: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw new SignOnRefusal('invalid_response', 'the response has a document type');
  const excess = xmlExcess(xml);
  if (excess !== null) throw new SignOnRefusal('invalid_response', excess);
  if (SHA1.test(xml)) throw new SignOnRefusal('invalid_response', 'the response is signed with SHA-1');
}
