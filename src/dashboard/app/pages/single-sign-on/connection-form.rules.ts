/** Input of the form of a connection; an empty text is no value. */
export interface ConnectionValues {
  kind: 'oidc' | 'saml';
  name: string;
  issuer: string;
  clientId: string;
  /** Empty: the stored one stays. */
  clientSecret: string;
  hasClientSecret: boolean;
  trustsEmail: boolean;
  signOnUrl: string;
  /** One or more certificates in PEM. */
  certificates: string;
  allowsUnsolicited: boolean;
  groupClaim: string;
  createsMembers: boolean;
  requiresGroup: boolean;
}

/** Fields of the form that show their errors themselves. */
export const FIELDS = ['name', 'issuer', 'clientId', 'clientSecret', 'signOnUrl', 'certificates', 'groupClaim'];

export const NEW_CONNECTION: ConnectionValues = {
  kind: 'oidc',
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  hasClientSecret: false,
  trustsEmail: false,
  signOnUrl: '',
  certificates: '',
  allowsUnsolicited: false,
  groupClaim: '',
  createsMembers: false,
  requiresGroup: false,
};

/** A stored connection, as the service shows it. */
interface StoredConnection extends Omit<
  ConnectionValues,
  'clientSecret' | 'clientId' | 'signOnUrl' | 'groupClaim' | 'certificates'
> {
  clientId: string | null;
  signOnUrl: string | null;
  groupClaim: string | null;
  certificates: readonly string[];
}

export function valuesOf(connection: StoredConnection): ConnectionValues {
  const { kind, name, issuer, clientId, hasClientSecret, signOnUrl, certificates, groupClaim } = connection;
  const { trustsEmail, allowsUnsolicited, createsMembers, requiresGroup } = connection;
  return {
    ...{ kind, name, issuer, hasClientSecret, trustsEmail, allowsUnsolicited, createsMembers, requiresGroup },
    clientId: clientId ?? '',
    clientSecret: '',
    signOnUrl: signOnUrl ?? '',
    certificates: certificates.join('\n'),
    groupClaim: groupClaim ?? '',
  };
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Certificates of a text; one without its PEM frame is taken as it stands. */
function certificatesIn(text: string): string[] {
  const framed = text.match(CERTIFICATE) ?? [];
  return framed.length > 0 || text.trim() === '' ? [...framed] : [text.trim()];
}

/**
 * Input of the mutations: the settings of the connection's protocol. An empty client secret is left out: the stored one stays, and the
 * service removes it by itself where it would go to another address. @param before null for a new connection
 */
export function inputOf(values: ConnectionValues, before: ConnectionValues | null) {
  const { kind, name, issuer, clientId, clientSecret, trustsEmail, signOnUrl, certificates, allowsUnsolicited } =
    values;
  const { groupClaim, createsMembers, requiresGroup } = values;
  const own =
    kind === 'oidc'
      ? { clientId: clientId.trim(), trustsEmail }
      : { signOnUrl: signOnUrl.trim(), certificates: certificatesIn(certificates), allowsUnsolicited };
  const all = { name: name.trim(), issuer: issuer.trim(), ...own, createsMembers, requiresGroup };
  return {
    ...all,
    // A name that was never given is not one that is taken away.
    ...(before === null && groupClaim.trim() === '' ? {} : { groupClaim: groupClaim.trim() || null }),
    ...(clientSecret === '' || kind === 'saml' ? {} : { clientSecret }),
  };
}
