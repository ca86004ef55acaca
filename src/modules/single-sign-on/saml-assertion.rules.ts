import { z } from 'zod';
import { foreignText, foreignTime, isUnstorable, UNSTORABLE } from '../../platform/foreign-text.rules.js';
import type { Identified } from './provider-identity.js';
import { storableIdentity } from './provider-identity.rules.js';
import { SignOnRefusal } from './sign-on-refusal.js';
import { XML_BYTES_MAX } from './xml-size.rules.js';

/** Of a persistent one. Source: SAML 2.0 Core, 8.3.7. */
const NAME_ID_MAX = 256;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const NAME_ID_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
/** Names under which providers send the address and the name: plain, by their OID, and those of Microsoft. */
const EMAIL_NAMES = ['email', 'mail', 'Email', 'urn:oid:0.9.2342.19200300.100.1.3', `${CLAIMS}/emailaddress`];
const NAME_NAMES = [
  'displayName',
  'name',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  `${CLAIMS}/name`,
];

/** A verified assertion as xml2js reads it: children in lists, attributes under `$`, text under `_`. */
const value = foreignText(XML_BYTES_MAX);
const text = z.object({ _: value.optional(), $: z.record(z.string(), value).optional() });
const only = <T extends z.ZodType>(of: T) => z.tuple([of]);
const Confirmation = z.object({
  $: z.object({ Method: value }),
  SubjectConfirmationData: only(z.object({ $: z.record(z.string(), value) })).optional(),
});
const Assertion = z.object({
  Assertion: z.object({
    $: z.object({ ID: value, Version: z.literal('2.0') }),
    Issuer: only(text),
    Subject: only(z.object({ NameID: only(text), SubjectConfirmation: z.array(Confirmation).min(1) })),
    Conditions: only(z.object({ $: z.object({ NotOnOrAfter: value }) })),
    AuthnStatement: z.array(z.object({ $: z.object({ AuthnInstant: value }) })).min(1),
    AttributeStatement: z
      .array(
        z.object({
          Attribute: z
            .array(z.object({ $: z.object({ Name: value }), AttributeValue: z.array(text).optional() }))
            .optional(),
        }),
      )
      .optional(),
  }),
});

export interface AssertionExpectation {
  /** Entity id of the provider. */
  issuer: string;
  /** Our assertion consumer service. */
  callbackUrl: string;
  groupClaim: string | null;
  allowsUnsolicited: boolean;
  now: Date;
  skewMs: number;
}

export interface VerifiedAssertion extends Identified {
  assertion: {
    id: string;
    /** From when on it is refused for its age. */
    expiresAt: Date;
  };
}

/**
 * Checks what the profile demands of a bearer assertion beyond signature, audience and times of its conditions: issuer,
 * recipient, time and request of the confirmation (SAML 2.0 Profiles, 4.1.4.3), and reads the person.
 * @param assertion verified, as xml2js reads it
 * @throws {SignOnRefusal} invalid_response
 */
export function readAssertion(assertion: unknown, expected: AssertionExpectation): VerifiedAssertion {
  const parsed = Assertion.safeParse(assertion);
  if (!parsed.success) {
    throw invalid(isUnstorable(parsed.error) ? `the assertion ${UNSTORABLE}` : 'the assertion is not complete');
  }
  const { $, Issuer, Subject, Conditions, AuthnStatement, AttributeStatement: statements = [] } = parsed.data.Assertion;
  if ($.ID === '') throw invalid('the assertion has no ID');
  if (Issuer[0]._?.trim() !== expected.issuer) throw invalid('the assertion is of another issuer');
  const [{ NameID: nameIds, SubjectConfirmation: confirmations }] = Subject;
  const [nameId] = nameIds;
  const subject = nameId._?.trim() ?? '';
  if (subject === '') throw invalid('the assertion has no NameID');
  if (nameId.$?.Format === TRANSIENT) throw invalid('the NameID is another for each log-in');
  const confirmed = confirmedBy(confirmations, expected);
  const attributes = new Map(
    statements
      .flatMap(({ Attribute: named = [] }) => named)
      .map((each) => [each.$.Name, valuesOf(each.AttributeValue)]),
  );
  const first = (names: readonly string[]) => names.map((name) => attributes.get(name)?.[0]).find(Boolean) ?? null;
  const fallback = nameId.$?.Format === NAME_ID_FORMAT ? subject : null;
  const end = Math.max(foreignTime(Conditions[0].$.NotOnOrAfter), confirmed.notOnOrAfter);
  if (Number.isNaN(end)) throw invalid('the end of the assertion is no time from 1970 to 9998');
  const sent = {
    issuer: expected.issuer,
    subject,
    email: first(EMAIL_NAMES) ?? fallback,
    // SAML knows no unverified addresses: the provider is the organization's own.
    isEmailVerified: true,
    name: first(NAME_NAMES),
    groups: expected.groupClaim === null ? null : (attributes.get(expected.groupClaim) ?? null),
  };
  return {
    identity: storableIdentity(sent, { what: 'NameID', subjectMax: NAME_ID_MAX }),
    authenticatedAt: latestInstant(AuthnStatement.map((statement) => statement.$.AuthnInstant)),
    requestId: confirmed.requestId,
    assertion: { id: $.ID, expiresAt: new Date(end + expected.skewMs) },
  };
}

function valuesOf(values: readonly z.infer<typeof text>[] = []): string[] {
  return values.map(({ _: value = '' }) => value.trim()).filter((value) => value !== '');
}

/** The first confirmation that is ours. @throws {SignOnRefusal} invalid_response for none */
function confirmedBy(
  confirmations: readonly z.infer<typeof Confirmation>[],
  { callbackUrl, allowsUnsolicited, now, skewMs }: AssertionExpectation,
): { requestId: string | null; notOnOrAfter: number } {
  for (const {
    $: { Method: method },
    SubjectConfirmationData: data,
  } of confirmations) {
    const {
      Recipient: recipient,
      NotOnOrAfter: end = '',
      NotBefore: start,
      InResponseTo: requestId,
    } = data?.[0].$ ?? {};
    const notOnOrAfter = foreignTime(end);
    // A bearer assertion has no beginning (4.1.4.2).
    const isOurs = method === BEARER && recipient === callbackUrl && start === undefined;
    if (!isOurs || !(now.getTime() - skewMs < notOnOrAfter)) continue;
    if (requestId !== undefined) return { requestId, notOnOrAfter };
    if (allowsUnsolicited) return { requestId: null, notOnOrAfter };
  }
  throw invalid('the assertion is not confirmed for us, now, and this request');
}

/** The latest `AuthnInstant` (SAML 2.0 Core, 2.7.2). @throws {SignOnRefusal} invalid_response for what is no time */
function latestInstant(instants: readonly string[]): number {
  const latest = Math.max(...instants.map(foreignTime));
  if (Number.isNaN(latest)) throw invalid('the moment of the authentication is no time from 1970 to 9998');
  return latest;
}

function invalid(detail: string): SignOnRefusal {
  return new SignOnRefusal('invalid_response', detail);
}
