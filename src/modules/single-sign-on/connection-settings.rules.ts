import { createHash, X509Certificate } from 'node:crypto';
import { AppError } from '../../platform/errors.js';
import type { ConnectionKind, IdentityConnection } from './identity-connection.entity.js';
import type { IdentityConnectionSettings } from './connection-changes.type.js';

const RSA_BITS_MIN = 2_048;

/** Settings of a connection as they are stored, the secret in the clear. */
export interface ConnectionValues {
  name: string;
  issuer: string;
  clientId: string | null;
  signOnUrl: string | null;
  certificates: string[];
  allowsUnsolicited: boolean;
  groupClaim: string | null;
  requiresGroup: boolean;
  createsMembers: boolean;
  trustsEmail: boolean;
}

/** Settings of a new connection before any was given. */
export const NO_VALUES: ConnectionValues = {
  name: '',
  issuer: '',
  clientId: null,
  signOnUrl: null,
  certificates: [],
  allowsUnsolicited: false,
  groupClaim: null,
  requiresGroup: false,
  createsMembers: false,
  trustsEmail: false,
};

/** The settings of a stored connection. */
export function valuesOf(connection: IdentityConnection): ConnectionValues {
  const { name, issuer, clientId, signOnUrl, certificates, groupClaim } = connection;
  const { allowsUnsolicited, requiresGroup, createsMembers, trustsEmail } = connection;
  const texts = {
    name,
    issuer,
    clientId: clientId ?? null,
    signOnUrl: signOnUrl ?? null,
    groupClaim: groupClaim ?? null,
  };
  return { ...texts, certificates, allowsUnsolicited, requiresGroup, createsMembers, trustsEmail };
}

/**
 * The settings after a change.
 * @throws {AppError} VALIDATION_FAILED for a setting that its kind needs or does not have, and for one that is not valid
 */
export function changedValues(
  kind: ConnectionKind,
  before: ConnectionValues,
  given: IdentityConnectionSettings,
  { allowsHttp }: { allowsHttp: boolean },
): ConnectionValues {
  refuseForeign(kind, given);
  const nullable = (name: 'clientId' | 'signOnUrl' | 'groupClaim') =>
    given[name] === undefined ? before[name] : (given[name]?.trim() ?? null);
  const after: ConnectionValues = {
    name: given.name?.trim() ?? before.name,
    issuer: given.issuer?.trim() ?? before.issuer,
    clientId: nullable('clientId'),
    signOnUrl: nullable('signOnUrl'),
    certificates: given.certificates ? given.certificates.map(certificateOf) : before.certificates,
    allowsUnsolicited: given.allowsUnsolicited ?? before.allowsUnsolicited,
    groupClaim: nullable('groupClaim'),
    requiresGroup: given.requiresGroup ?? before.requiresGroup,
    createsMembers: given.createsMembers ?? before.createsMembers,
    trustsEmail: given.trustsEmail ?? before.trustsEmail,
  };
  requireOwn(kind, after, allowsHttp);
  return after;
}

/** Settings of the other protocol. */
const FOREIGN = {
  oidc: ['signOnUrl', 'certificates', 'allowsUnsolicited'],
  saml: ['clientId', 'clientSecret', 'trustsEmail'],
} as const;

function refuseForeign(kind: ConnectionKind, given: IdentityConnectionSettings): void {
  const foreign = FOREIGN[kind].find(
    (name) => given[name] !== undefined && given[name] !== null && given[name] !== false,
  );
  if (foreign) throw AppError.invalid(pointer(foreign), `is no setting of ${kind}`);
}

function requireOwn(kind: ConnectionKind, values: ConnectionValues, allowsHttp: boolean): void {
  if (kind === 'oidc') {
    requireWebAddress('issuer', values.issuer, allowsHttp);
    if (values.clientId === null) throw AppError.invalid('/client_id', 'is needed');
    return;
  }
  requireWebAddress('signOnUrl', values.signOnUrl, allowsHttp);
  if (values.certificates.length === 0) throw AppError.invalid('/certificates', 'must have at least one');
}

function requireWebAddress(name: 'issuer' | 'signOnUrl', text: string | null, allowsHttp: boolean): void {
  const url = text !== null && URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'https:' || (allowsHttp && url?.protocol === 'http:');
  if (!url || !isWeb || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw AppError.invalid(pointer(name), 'must be an https address');
  }
  if (name === 'issuer' && url.search !== '') throw AppError.invalid('/issuer', 'may not have a query');
}

/** A certificate in PEM; without its frame, as metadata has it, it gets one. @throws {AppError} VALIDATION_FAILED */
function certificateOf(text: string, index: number): string {
  const bare = text.trim();
  const framed = bare.startsWith('-----') ? bare : `-----BEGIN CERTIFICATE-----\n${bare}\n-----END CERTIFICATE-----`;
  const invalid = (message: string) => AppError.invalid(`/certificates/${String(index)}`, message);
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(framed);
  } catch {
    throw invalid('is no certificate (PEM)');
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  const isWeak = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS_MIN;
  if (isWeak) throw invalid(`has an RSA key of fewer than ${String(RSA_BITS_MIN)} bits`);
  return certificate.toString();
}

function pointer(name: string): string {
  return `/${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/** Settings as the audit trail shows them: certificates by their fingerprints. */
export function auditedValues(values: ConnectionValues): Record<string, unknown> {
  const fingerprints = values.certificates.map((pem) => new X509Certificate(pem).fingerprint256);
  return Object.fromEntries(
    Object.entries({ ...values, certificates: fingerprints }).map(([name, value]) => [pointer(name).slice(1), value]),
  );
}

/** A digest of a sealed secret, which shows only whether it was changed. */
export function secretDigest(sealed: string | null): string | null {
  return sealed === null ? null : createHash('sha256').update(sealed).digest('hex').slice(0, 12);
}
