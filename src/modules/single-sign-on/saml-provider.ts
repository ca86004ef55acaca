import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { Clock } from '../../platform/clock.js';
import type { AttemptSecrets } from './attempt-secrets.rules.js';
import { SKEW_MS } from './authentication-time.rules.js';
import { atStep } from './provider-step.js';
import { readAssertion, type VerifiedAssertion } from './saml-assertion.rules.js';
import { SignOnRefusal } from './sign-on-refusal.js';

/** Longest response, as XML. Our choice: those of people with many groups have some kilobytes. Bytes. */
const XML_BYTES_MAX = 256 * 1024;
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
      refuseDangerous(Buffer.from(response, 'base64').toString('utf8'));
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

/** @throws {SignOnRefusal} for a document type, which can define entities, for SHA-1, and for too much of it */
function refuseDangerous(xml: string): void {
  if (Buffer.byteLength(xml) > XML_BYTES_MAX) throw new SignOnRefusal('invalid_response', 'the response is too long');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw new SignOnRefusal('invalid_response', 'the response has a document type');
  if (SHA1.test(xml)) throw new SignOnRefusal('invalid_response', 'the response is signed with SHA-1');
}
